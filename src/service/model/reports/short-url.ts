import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'

/** A visit of the short URL of a campaign's archive page. */
export interface ShortUrlClickRow extends Row {
  readonly id: number
  readonly campaign_id: string
  readonly at: Seconds
  /** The page that the visitor came from; empty if unknown. */
  readonly referrer: string
}

export const shortUrlClicks = defineTable<ShortUrlClickRow>()('short_url_clicks', {
  key: ['id'],
  indexes: { byCampaign: ['campaign_id', 'at'] },
})
