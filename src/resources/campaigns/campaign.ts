import type { Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'

export type CampaignType = 'regular' | 'plain-text' | 'ab_split' | 'rss' | 'automation' | 'variate' | 'auto'

/** A campaign that was sent to a list, or cancelled before. It stays when its list is deleted. */
export interface CampaignRow {
  readonly seq: number
  readonly id: string
  readonly web_id: number
  readonly list_id: string
  /** The name of the list when it was deleted; empty while the list exists. */
  readonly list_name: string
  readonly type: CampaignType
  readonly status: 'sent' | 'canceled'
  readonly title: string
  readonly subject_line: string
  readonly preview_text: string
  readonly from_name: string
  readonly from_email: string
  /** Its folder; empty if it has none. */
  readonly folder_id: string
  /** The segment that it was sent to; 0 for the whole list. */
  readonly segment_id: number
  /** The campaign that this one is an issue of; empty if there is none. */
  readonly parent_id: string
  /** 0 if it was cancelled before anything was sent. */
  readonly send_time: Seconds
  /** The number of emails sent, and the number cancelled. */
  readonly emails_sent: number
  readonly emails_canceled: number
  /** Whether it was sent by the recipients' local time. */
  readonly timewarp: boolean
  /** Whether its report is shared, and with which password. */
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
  byParent: ['parent_id', 'send_time'],
})

/** A recipient of a campaign. The row outlives the member, so it has its own copy of the address. */
export interface RecipientRow {
  readonly seq: number
  readonly campaign_id: string
  readonly contact_id: string
  readonly list_id: string
  /** The latest address of the member, and its MD5. */
  readonly email_address: string
  readonly hash: string
  /** The version of an A/B split that the recipient got; otherwise empty. */
  readonly split: '' | 'a' | 'b'
  /** The hours between the recipient's local time and UTC. */
  readonly gmt_offset: number
}

export const recipients = defineTable<RecipientRow>()('recipients', {
  key: ['campaign_id', 'contact_id'],
  byCampaign: ['campaign_id'],
  byHash: ['campaign_id', 'hash'],
  byContact: ['contact_id'],
})

/** An action of a recipient, or an event of the recipient's copy of a campaign. */
export type CampaignActionKind = 'open' | 'click' | 'bounce' | 'unsub' | 'abuse' | 'reply' | 'forward' | 'forward_open' | 'like'

/** Something that a recipient did with a campaign, or that happened to the recipient's copy. */
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
  /** The clicked link; otherwise empty. */
  readonly url: string
  readonly ip: string
  /** The reason that a recipient gave for unsubscribing; otherwise empty. */
  readonly reason: string
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

/** The campaign most recently sent to a list. */
export function lastCampaignOf(tx: Tx, list: { readonly id: string }): CampaignRow | undefined {
  const last = tx.range(campaigns.byList, { list_id: list.id }).sliceFromEnd(0, 1)[0]
  return last && isSent(last) ? last : undefined
}

/** Whether the campaign was sent to any recipient. Otherwise it was cancelled before. */
export function isSent({ send_time }: Pick<CampaignRow, 'send_time'>): boolean {
  return send_time > 0
}

/** Returns the recipient of a campaign, or `undefined` if the campaign was not sent to this contact. */
export function recipientOf(tx: Tx, campaign: Pick<CampaignRow, 'id'>, contact_id: string): RecipientRow | undefined {
  return tx.first(recipients.key, { campaign_id: campaign.id, contact_id })
}

/** A recipient's actions of one kind, oldest first. */
export function campaignActionsOf(
  tx: Tx,
  { campaign_id, contact_id }: Pick<RecipientRow, 'campaign_id' | 'contact_id'>,
  action: CampaignActionKind,
): CampaignActionRow[] {
  return tx.range(campaignActions.byCampaign, { campaign_id, action, contact_id }).all()
}

/** Updates the address of a contact in the campaigns that it received. */
export function updateRecipientAddress(tx: Tx, contact_id: string, email_address: string, hash: string): void {
  for (const row of tx.range(recipients.byContact, { contact_id }).all()) tx.put(recipients, { ...row, email_address, hash })
}

/** Keeps the name of a deleted list in its campaigns. */
export function preserveListName(tx: Tx, list: { readonly id: string; readonly name: string }): void {
  for (const row of tx.range(campaigns.byList, { list_id: list.id }).all()) tx.put(campaigns, { ...row, list_name: list.name })
}
