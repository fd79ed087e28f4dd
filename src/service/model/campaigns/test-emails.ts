import { DAY_S } from '../../../kernel/support/units-of-time.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { CampaignRow } from './campaign.ts'

/** A number of test emails that a campaign sent at an instant. */
export interface CampaignTestRow extends Row {
  readonly id: number
  readonly campaign_id: string
  readonly at: Seconds
  readonly emails: number
}

export const campaignTests = defineTable<CampaignTestRow>()('campaign_tests', {
  key: ['id'],
  indexes: { byCampaign: ['campaign_id'], byTime: ['at'] },
})

/** Removes the record of a deleted campaign's tests. They still count for the account until a day later, so only older ones go. */
export function removeOldTests(tx: Tx, { id: campaign_id }: Pick<CampaignRow, 'id'>): void {
  for (const row of tx.range(campaignTests.byCampaign, { campaign_id }).all())
    if (row.at <= tx.now - DAY_S) tx.remove(campaignTests, row)
}
