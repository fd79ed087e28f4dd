import type { Millis } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'

/** What a user brings back to an application after an approval. It can be exchanged once, and for a short while. */
export interface CodeRow {
  readonly seq: number
  readonly code: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly status: 'issued' | 'used' | 'revoked'
  readonly expires_at: Millis
  /** The page on which the user approved; empty where there was none. */
  readonly page: string
  /** The PKCE challenge (S256) that the verifier of the exchange must match; empty where none was sent. */
  readonly challenge: string
}

export const codes = defineTable<CodeRow>()('oauth_codes', {
  key: ['code'],
  byClient: ['client_id', 'status'],
  byPage: ['page'],
  byAge: [],
})

/** A world keeps so many codes; the oldest go first. */
export const CODES_MAX = 1_000
