import type { Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'

/** An access token that an application got. It does not expire; it dies when the user takes the application's access back. */
export interface TokenRow {
  readonly seq: number
  readonly token: string
  readonly client_id: string
  readonly status: 'valid' | 'revoked'
  readonly issued_at: Seconds
}

export const tokens = defineTable<TokenRow>()('oauth_tokens', { key: ['token'], byClient: ['client_id'] })
