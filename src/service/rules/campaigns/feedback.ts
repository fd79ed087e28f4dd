import type { Tx } from '../../../kernel/world/tx.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { campaignFeedback, type FeedbackRow, type NewFeedback } from '../../model/campaigns/feedback.ts'
import { readAccount } from '../../model/root/account.ts'

/** Adds a comment to a campaign. */
export function makeFeedback(tx: Tx, { id: campaign_id }: Pick<CampaignRow, 'id'>, fields: NewFeedback): FeedbackRow {
  const { first_name, last_name } = readAccount(tx)
  const created_at = fields.created_at ?? tx.now
  return tx.insert(campaignFeedback, {
    campaign_id,
    feedback_id: tx.count(`campaign_feedback.${campaign_id}`),
    parent_id: 0,
    block_id: 0,
    is_complete: false,
    created_by: `${first_name} ${last_name}`.trim(),
    source: 'api',
    ...fields,
    created_at,
    updated_at: fields.updated_at ?? created_at,
  })
}
