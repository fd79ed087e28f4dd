import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { campaigns } from './campaign.ts'

/** A comment on a campaign. */
export interface FeedbackRow extends Row {
  readonly campaign_id: string
  readonly feedback_id: number
  /** The comment that it replies to; 0 if there is none. */
  readonly parent_id: number
  readonly block_id: number
  readonly message: string
  readonly is_complete: boolean
  readonly created_by: string
  readonly created_at: Seconds
  readonly updated_at: Seconds
  readonly source: ServiceSchemas['CampaignFeedback']['source']
}

export const campaignFeedback = defineTable<FeedbackRow>()('campaign_feedback', {
  key: ['campaign_id', 'feedback_id'],
  ownedBy: [[campaigns, 'key']],
})

/** The fields of a new comment: its text, and optionally any other field of its row. */
export type NewFeedback = Pick<FeedbackRow, 'message'> & Partial<Omit<FeedbackRow, 'seq' | 'campaign_id' | 'feedback_id'>>
