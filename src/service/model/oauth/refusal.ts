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
