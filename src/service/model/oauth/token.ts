import type { Seconds, Millis } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'

/** An access token of an application. It does not expire, but can be revoked. */
export interface TokenRow extends Row {
  readonly token: string
  readonly client_id: string
  readonly status: 'valid' | 'revoked'
  readonly issued_at: Seconds
}

export const tokens = defineTable<TokenRow>()('oauth_tokens', {
  key: ['token'],
  indexes: { byClient: ['client_id', 'status'], byStatus: ['status'] },
  word: 'oauth_token',
  shownBy: 'client_id',
  secrets: { token: { kind: 'token', counter: 'oauth.token', digits: 32 } },
})

/** Maximum number of revoked tokens that a world remembers; the oldest are forgotten first. */
export const REVOKED_MAX = 1_000

/** The keys that a token is accepted as: as it is, and in the form of the account's own keys. */
export function keysOfToken(token: string, dc: string): readonly string[] {
  return [token, `${token}-${dc}`]
}

/** Returns the token of a key, in either form and whatever its status. */
export function findToken(tx: ReadTx, key: string): TokenRow | undefined {
  const suffix = `-${tx.world.credentials.dc}`
  return tx.first(tokens.key, { token: key.endsWith(suffix) ? key.slice(0, -suffix.length) : key })
}

/** The code that an application gets after an approval. It can be exchanged once, and expires soon. */
export interface CodeRow extends Row {
  readonly code: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly status: 'issued' | 'used' | 'revoked'
  readonly expires_at: Millis
  /** The page on which the user approved; empty if there was none. */
  readonly page: string
  /** The PKCE challenge (S256) that the verifier of the exchange must match; empty if there was none. */
  readonly challenge: string
}

export const codes = defineTable<CodeRow>()('oauth_codes', {
  key: ['code'],
  indexes: { byClient: ['client_id', 'status'], byPage: ['page'], byAge: [] },
  word: 'oauth_code',
  shownBy: 'client_id',
  secrets: { code: { kind: 'code', counter: 'oauth.code', digits: 32 } },
})

/** Maximum number of codes of a world; the oldest are evicted first. */
export const CODES_MAX = 1_000
