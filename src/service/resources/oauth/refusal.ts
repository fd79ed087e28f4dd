import type { PublicSchemas } from '../../../kernel/contract/public.ts'

/** A rejected OAuth 2.0 request. */
export class OauthRefusal extends Error {
  override readonly name = 'OauthRefusal'
  readonly error: PublicSchemas['OauthError']['error']

  constructor(error: OauthRefusal['error'], description: string) {
    super(description)
    this.error = error
  }
}

/** The error that an application gets if the user refuses it (RFC 6749, 4.1.2.1). */
export const USER_REFUSED = { error: 'access_denied', error_description: 'The user refused.' } as const
