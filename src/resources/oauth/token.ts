import type { Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'

/** An access token that an application got. It does not expire; it dies when the user takes the application's access back. */
export interface TokenRow {
  readonly seq: number
  readonly token: string
  readonly client_id: string
  readonly status: 'valid' | 'revoked'
  readonly issued_at: Seconds
}

export const tokens = defineTable<TokenRow>()('oauth_tokens', {
  key: ['token'],
  byClient: ['client_id', 'status'],
  byStatus: ['status'],
})

/** Maximum number of revoked tokens that a world remembers; the oldest are forgotten first. */
export const REVOKED_MAX = 1_000

/** What opens an account by a token: the token as it stands, and in the form of the account's own keys. */
export function keysOfToken(token: string, dc: string): readonly string[] {
  return [token, `${token}-${dc}`]
}

/** The token that a key is, in either form, whatever has become of it. */
export function tokenOf(tx: Tx, key: string): TokenRow | undefined {
  const suffix = `-${tx.world.credentials.dc}`
  return tx.first(tokens.key, { token: key.endsWith(suffix) ? key.slice(0, -suffix.length) : key })
}
