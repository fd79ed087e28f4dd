import type { Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'

/** A campaign that was sent to a list. */
export interface CampaignRow {
  readonly seq: number
  readonly id: string
  readonly web_id: number
  readonly list_id: string
  readonly title: string
  readonly subject_line: string
  readonly send_time: Seconds
  readonly emails_sent: number
}

export const campaigns = defineTable<CampaignRow>()('campaigns', {
  key: ['id'],
  byList: ['list_id', 'send_time'],
  byWebId: ['web_id'],
})

/** That a campaign was sent to a member. */
export interface RecipientRow {
  readonly seq: number
  readonly campaign_id: string
  readonly contact_id: string
  readonly list_id: string
}

export const recipients = defineTable<RecipientRow>()('recipients', {
  key: ['campaign_id', 'contact_id'],
  byContact: ['contact_id'],
})

/** Something a recipient did with a campaign, or that happened to his copy of it. */
export interface CampaignActionRow {
  readonly seq: number
  readonly id: number
  readonly campaign_id: string
  readonly contact_id: string
  readonly list_id: string
  readonly action: 'open' | 'click' | 'bounce' | 'unsub' | 'reply'
  /** `hard` or `soft` for a bounce, else empty. */
  readonly kind: '' | 'hard' | 'soft'
  readonly at: Seconds
  readonly url: string
  readonly ip: string
}

export const campaignActions = defineTable<CampaignActionRow>()('campaign_actions', {
  key: ['id'],
  byContact: ['contact_id', 'at'],
  byCampaign: ['campaign_id', 'action', 'contact_id'],
})
