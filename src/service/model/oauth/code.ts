import type { Millis } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'

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
