import type { ErrorWord } from '../contract/service.ts'
import { ApiError, type FieldError, type ApiErrorDetails } from '../world/errors.ts'

const refuse = (word: ErrorWord, refusal: ApiErrorDetails): ApiError => new ApiError(word, refusal)

/** The errors of resources, in the service's words. */
export const errors = {
  notFound: (what: string) => refuse('ResourceNotFound', { detail: `The requested resource could not be found: ${what}.` }),

  badRequest: (detail: string) => refuse('BadRequest', { detail }),

  invalid: (...fields: readonly FieldError[]) =>
    refuse('InvalidResource', {
      detail: 'The resource submitted could not be validated. For field-specific details, see the `errors` array.',
      errors: fields,
    }),

  /** Address syntax and the like: the service answers these without `errors`. */
  invalidWhole: (detail: string) => refuse('InvalidResource', { detail }),

  memberExists: (address: string) =>
    refuse('MemberExists', { detail: `${address} is already a list member. Use PUT to insert or update list members.` }),

  compliance: (address: string) =>
    refuse('MemberInComplianceState', {
      detail: `${address} is in a compliance state due to unsubscribe, bounce, or compliance review and cannot be subscribed.`,
    }),

  forgotten: (address: string) =>
    refuse('ForgottenEmailNotSubscribed', {
      detail: `${address} was permanently deleted and cannot be re-imported. The contact must re-subscribe to get back on the list.`,
    }),

  /** The resource exists already. */
  conflict: (detail: string) => refuse('Conflict', { detail }),

  exportInProgress: (id: number) =>
    refuse('AccountExportInProgress', { detail: `The account export ${id} is in progress. Wait until it is finished.` }),

  tooManyExports: (next: string) =>
    refuse('TooManyAccountExports', { detail: `The last account export was too recent. Another one can start at ${next}.` }),

  forbidden: (detail: string) => refuse('Forbidden', { detail }),

  tokenRevoked: () =>
    refuse('APIKeyInvalid', {
      detail:
        'This access token was revoked: the user has withdrawn the approval of the application. Ask the user to approve it again.',
    }),

  disabled: () => refuse('UserDisabled', { detail: 'This account has been deactivated.' }),

  /** The request exceeds a limit. */
  tooMany: (detail: string) => refuse('TooManyRequests', { detail }),

  /** The state of the resource forbids the method. */
  wrongState: (detail: string, allow: string) => refuse('MethodNotAllowed', { detail, allow }),
}
