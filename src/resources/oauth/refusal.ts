import type { Schemas } from '../../contract/public.ts'

/** The sign-in refuses a program, in the words of OAuth 2.0. */
export class OauthRefusal extends Error {
  override readonly name = 'OauthRefusal'
  readonly error: Schemas['OauthError']['error']

  constructor(error: OauthRefusal['error'], description: string) {
    super(description)
    this.error = error
  }
}
