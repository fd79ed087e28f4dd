import { errorCatalogue, type ErrorWord } from '../../kernel/contract/service.ts'
import type { SettingValues } from '../../kernel/contract/settings.ts'
import { upperFirst } from '../../kernel/support/words.ts'
import { ApiError, type ApiErrorDetails, type FieldError } from '../../kernel/world/errors.ts'

const rejection = (word: ErrorWord, refusal: ApiErrorDetails): ApiError => new ApiError(word, refusal)

/** The errors of resources, in the service's words. */
export const errors = {
  /** `what` says what was not found. */
  notFound: (what: string) =>
    rejection('ResourceNotFound', {
      detail: 'The requested resource could not be found.',
      hint: `${/^[a-z]+ /.test(what) ? upperFirst(what) : what}.`,
    }),

  badRequest: (detail: string) => rejection('BadRequest', { detail }),

  invalid: (...fields: readonly FieldError[]) =>
    rejection('InvalidResource', {
      detail: "The resource submitted could not be validated. For field-specific details, see the 'errors' array.",
      errors: fields,
    }),

  /** Values of merge fields that do not fit, by the tags of the fields. */
  invalidMergeFields: (fields: readonly FieldError[]) =>
    rejection('InvalidResource', { detail: 'Your merge fields were invalid.', errors: fields }),

  /** More items in arrays than a bulk call may have. The detail names all arrays with the limit, the errors the items beyond it. */
  tooManyItems: (most: number, arrays: readonly string[], beyond: readonly string[]) =>
    rejection('InvalidResource', {
      detail: `A call may have at most ${most} items in ${arrays.map((name) => `\`${name}\``).join(' and at most as many in ')}.`,
      errors: beyond.map((field) => ({ field, message: `At most ${most} may be given.` })),
    }),

  /** For errors such as a malformed address, which the service answers without `errors`. */
  invalidWhole: (detail: string) => rejection('InvalidResource', { detail }),

  /** The client chose an id that something else has. `what` is its kind with an article, which begins a sentence. */
  idTaken: (what: string) =>
    rejection('BadRequest', { detail: `Not processed. ${what} with the provided ID already exists in the account.` }),

  /** A cart or an order names something that the account does not have. `what` is its kind with its article, which begins a sentence. */
  unknownInOrder: (what: string) => rejection('BadRequest', { detail: `${what} does not exist in the account for this list.` }),

  memberExists: (address: string) =>
    rejection('MemberExists', { detail: `${address} is already a list member. Use PUT to insert or update list members.` }),

  compliance: (address: string) =>
    rejection('MemberInComplianceState', {
      detail: `${address} is in a compliance state due to unsubscribe, bounce, or compliance review and cannot be subscribed.`,
    }),

  forgotten: (address: string) =>
    rejection('ForgottenEmailNotSubscribed', {
      detail: `${address} was permanently deleted and cannot be re-imported. The contact must re-subscribe to get back on the list.`,
    }),

  /** A contact that a store cannot import, for a reason that its address or its past gives. */
  customerNotSaved: (address: string, why: string) =>
    rejection('CustomerWasNotSaved', { detail: `${address} cannot be imported: ${why}` }),

  /** The resource exists already. */
  conflict: (detail: string) => rejection('Conflict', { detail }),

  exportInProgress: (id: number) =>
    rejection('AccountExportInProgress', { detail: `The account export ${id} is in progress. Wait until it is finished.` }),

  tooManyExports: (next: string) =>
    rejection('TooManyAccountExports', { detail: `The last account export was too recent. Another one can start at ${next}.` }),

  /** The resource never has this action, whatever its state. */
  invalidAction: (detail: string) => rejection('InvalidAction', { detail }),

  /** A limit of the account forbids it. */
  forbidden: (detail: string) => rejection('Forbidden', { detail }),

  /** The role of the user, or the plan of the account, does not allow the action. */
  notPermitted: (detail: string) => rejection('UserActionNotPermitted', { detail }),

  /** The credential is not valid here. `hint` says why. */
  keyInvalid: (hint: string) =>
    rejection('APIKeyInvalid', {
      detail: "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
      hint,
    }),

  tokenRevoked: () =>
    errors.keyInvalid(
      'This access token was revoked: the user has withdrawn the approval of the application. Ask the user to approve it again.',
    ),

  keyRevoked: () => errors.keyInvalid('The key of this account was revoked. Ask its owner for a new one.'),

  disabled: () => rejection('UserDisabled', { detail: 'This account has been deactivated.' }),

  /** The request exceeds a limit. */
  tooMany: (detail: string) => rejection('TooManyRequests', { detail }),

  /** The state of the resource forbids the method. */
  wrongState: (detail: string, allow: string) => rejection('MethodNotAllowed', { detail, allow }),
}

/** Refuses a call that names something that does not exist. `what` is the beginning of the sentence, such as `the list has no webhook`. */
export function refuseMissing(what: string, id: string): never {
  throw errors.notFound(`${what} ${id.slice(0, 64)}`)
}

/** Throws a 400 that lists everything that is wrong with a body, if anything is. */
export function refuseInvalid(mistakes: readonly FieldError[]): void {
  if (mistakes.length > 0) throw errors.invalid(...mistakes)
}

/** The world of a problem: its address, and whether it is like the reference or like recordings of the service. */
export interface ProblemOrigin {
  readonly base_url: string
  readonly like: SettingValues['like']
}

/** The service's problem object: `instance` names this occurrence. */
export function problemBody(word: ErrorWord, refusal: ApiErrorDetails, origin: ProblemOrigin, instance: string): object {
  const { status, title } = errorCatalogue[word]
  const { detail, errors: fields } = refusal
  const said = fields?.map(({ field, message }) => ({ field, message }))
  return { ...problemType(word, origin), title, status, detail, instance, ...(said ? { errors: said } : {}) }
}

type Mistake = ApiError['mistake']

/**
 * What the double knows about a refusal beyond the answer, in one text: what was not found, or what would have fit. `translate` puts a
 * mistake into the words of the deployment.
 */
export function composeHint(
  { hint, errors: fields = [] }: ApiErrorDetails,
  translate: (mistake: Mistake) => Mistake,
): string | undefined {
  const about: readonly Mistake[] = hint === undefined ? [] : [{ field: '', message: hint }]
  const known = [...about, ...fields.flatMap(({ precise }) => precise ?? [])].map(translate)
  if (known.length === 0) return undefined
  return known.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join(' ')
}

/** The `type` of a problem. Recordings of two problems have none. */
export function problemType(word: ErrorWord | undefined, { base_url, like }: ProblemOrigin): { readonly type?: string } {
  const isAbsent = like === 'recorded' && (word === 'MemberExists' || word === 'MemberInComplianceState')
  return isAbsent ? {} : { type: `${base_url}/docs/errors` }
}
