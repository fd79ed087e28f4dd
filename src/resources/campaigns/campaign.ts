import type { Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'

export type CampaignType = 'regular' | 'plain-text' | 'ab_split' | 'rss' | 'automation' | 'variate' | 'auto'

/** A campaign that was sent to a list, or that would have been and was cancelled. It stays when its list is deleted. */
export interface CampaignRow {
  readonly seq: number
  readonly id: string
  readonly web_id: number
  readonly list_id: string
  /** What the list was called when it was deleted; until then the list itself says. */
  readonly list_name: string
  readonly type: CampaignType
  readonly status: 'sent' | 'canceled'
  readonly title: string
  readonly subject_line: string
  readonly preview_text: string
  readonly from_name: string
  readonly from_email: string
  /** The folder it is filed in; otherwise empty. */
  readonly folder_id: string
  /** The segment it went to; 0 for the whole list. */
  readonly segment_id: number
  /** The campaign that this one is an issue of; otherwise empty. */
  readonly parent_id: string
  /** 0 when it was cancelled before anybody got it. */
  readonly send_time: Seconds
  /** How many got it, and how many would have if it had not been cancelled. */
  readonly emails_sent: number
  readonly emails_canceled: number
  /** Whether it went out by the recipients' local time. */
  readonly timewarp: boolean
  /** Whether its report can be seen by others, and with which password. */
  readonly shared: boolean
  readonly share_password: string
}

export const campaigns = defineTable<CampaignRow>()('campaigns', {
  key: ['id'],
  byList: ['list_id', 'send_time'],
  byWebId: ['web_id'],
  byFolder: ['folder_id'],
  bySendTime: ['send_time'],
  byType: ['type', 'send_time'],
})

/** That a campaign was sent to a member. It outlives him, so it says what his address was. */
export interface RecipientRow {
  readonly seq: number
  readonly campaign_id: string
  readonly contact_id: string
  readonly list_id: string
  /** The latest address of the member, and its MD5. */
  readonly email_address: string
  readonly hash: string
  /** Which of the two versions of an A/B split he got; otherwise empty. */
  readonly split: '' | 'a' | 'b'
  /** The hours between his local time and UTC. */
  readonly gmt_offset: number
}

export const recipients = defineTable<RecipientRow>()('recipients', {
  key: ['campaign_id', 'contact_id'],
  byCampaign: ['campaign_id'],
  byHash: ['campaign_id', 'hash'],
  byContact: ['contact_id'],
})

/** What recipients do with a campaign, and what happens to their copies of it. */
export type CampaignActionKind = 'open' | 'click' | 'bounce' | 'unsub' | 'abuse' | 'reply' | 'forward' | 'forward_open' | 'like'

/** Something a recipient did with a campaign, or that happened to his copy of it. */
export interface CampaignActionRow {
  readonly seq: number
  readonly id: number
  readonly campaign_id: string
  readonly contact_id: string
  readonly list_id: string
  readonly action: CampaignActionKind
  /** `hard` or `soft` for a bounce; otherwise empty. */
  readonly kind: '' | 'hard' | 'soft'
  readonly at: Seconds
  /** What was clicked; otherwise empty. */
  readonly url: string
  readonly ip: string
}

export const campaignActions = defineTable<CampaignActionRow>()('campaign_actions', {
  key: ['id'],
  byContact: ['contact_id', 'action', 'campaign_id'],
  byCampaign: ['campaign_id', 'action', 'contact_id'],
})

/** Returns the campaign with an id. Throws a 404 if there is none. */
export function campaignOrThrow(tx: Tx, id: string): CampaignRow {
  const campaign = tx.first(campaigns.key, { id })
  if (!campaign) throw errors.notFound(`there is no campaign ${id.slice(0, 64)}`)
  return campaign
}

/** The campaign that was sent to a list last. */
export function lastCampaignOf(tx: Tx, list: { readonly id: string }): CampaignRow | undefined {
  const last = tx.range(campaigns.byList, { list_id: list.id }).sliceFromEnd(0, 1)[0]
  return last && isSent(last) ? last : undefined
}

/** Whether anybody was sent the campaign; else it was cancelled before. */
export function isSent({ send_time }: Pick<CampaignRow, 'send_time'>): boolean {
  return send_time > 0
}

/** That somebody was sent a campaign, if he was. */
export function recipientOf(tx: Tx, campaign: Pick<CampaignRow, 'id'>, contact_id: string): RecipientRow | undefined {
  return tx.first(recipients.key, { campaign_id: campaign.id, contact_id })
}

/** What somebody did with a campaign, of one kind and oldest first. */
export function campaignActionsOf(
  tx: Tx,
  { campaign_id, contact_id }: Pick<RecipientRow, 'campaign_id' | 'contact_id'>,
  action: CampaignActionKind,
): CampaignActionRow[] {
  return tx.range(campaignActions.byCampaign, { campaign_id, action, contact_id }).all()
}

/** Lets the campaigns that somebody got know him by another address. */
export function readdress(tx: Tx, contact_id: string, email_address: string, hash: string): void {
  for (const row of tx.range(recipients.byContact, { contact_id }).all()) tx.put(recipients, { ...row, email_address, hash })
}

/** Lets the campaigns of a list that is deleted remember what it was called. */
export function keepNameOf(tx: Tx, list: { readonly id: string; readonly name: string }): void {
  for (const row of tx.range(campaigns.byList, { list_id: list.id }).all()) tx.put(campaigns, { ...row, list_name: list.name })
}
