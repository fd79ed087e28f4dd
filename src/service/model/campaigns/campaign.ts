import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'

export type CampaignType = 'regular' | 'plain-text' | 'ab_split' | 'rss' | 'automation' | 'variate' | 'auto'

/** The types of campaigns by their names in requests. */
export const TYPES_BY_NAME = {
  regular: 'regular',
  plaintext: 'plain-text',
  absplit: 'ab_split',
  rss: 'rss',
  variate: 'variate',
} as const satisfies { readonly [name: string]: CampaignType }

/** The state of a campaign. Moves are in `machine.ts`. */
export type CampaignState = 'save' | 'paused' | 'schedule' | 'sending' | 'sent' | 'canceling' | 'canceled' | 'archived'

/** The part of a list that a campaign goes to. A member must be in all of the parts that are set. */
export interface CampaignSegment {
  /** The id of a segment of the list. */
  readonly saved_id?: number
  /** The id of a segment that the service offers. */
  readonly prebuilt_id?: string
  readonly options?: ServiceSchemas['SegmentOptions']
  /** Further conditions, which a resend keeps of its source. */
  readonly also?: ServiceSchemas['SegmentOptions']
  /** The id of the source of a resend, whose buyers are left out. */
  readonly without_buyers_of?: string
}

/** Settings of a campaign besides subject, sender and title. */
export interface CampaignOptions {
  readonly use_conversation: boolean
  readonly to_name: string
  readonly authenticate: boolean
  readonly auto_footer: boolean
  readonly inline_css: boolean
  readonly auto_tweet: boolean
  readonly auto_fb_post?: readonly string[]
  readonly fb_comments: boolean
  readonly template_id: number
  readonly drag_and_drop: boolean
  readonly content_type: ServiceSchemas['Campaign']['content_type']
}

/** A number of emails that went out at an instant. */
export interface SendStep {
  readonly at: Seconds
  readonly emails: number
}

/** Delivery in several parts: the minutes between two parts, and their number. */
export interface BatchDelivery {
  readonly delay: number
  readonly count: number
}

/** A campaign: a draft, or one that is being sent or was sent to a list. It stays when its list is deleted. */
export interface CampaignRow extends Row {
  readonly id: string
  readonly web_id: number
  /** Empty until a list is chosen. */
  readonly list_id: string
  /** The name of the list when it was deleted; otherwise its name when it was chosen. */
  readonly list_name: string
  readonly type: CampaignType
  readonly status: CampaignState
  readonly created_at: Seconds
  readonly title: string
  /** These four are empty until they are set. */
  readonly subject_line: string
  readonly preview_text: string
  readonly from_name: string
  readonly from_email: string
  /** Its folder; empty if it has none. */
  readonly folder_id: string
  /** The segment that it goes to; `undefined` for the whole list. */
  readonly segment: CampaignSegment | undefined
  readonly options: CampaignOptions
  readonly tracking: ServiceSchemas['CampaignTracking']
  readonly social_card: ServiceSchemas['SocialCard'] | undefined
  readonly variate: ServiceSchemas['VariateSettings'] | undefined
  readonly rss: ServiceSchemas['RssOptions'] | undefined
  readonly ab_split: ServiceSchemas['AbSplitOptions'] | undefined
  /** The campaign that this one is an issue or a version of; empty if there is none. */
  readonly parent_id: string
  /** The campaign that this one resends; empty if there is none. */
  readonly resend_of: string
  /** The scheduled instant; 0 if it is not scheduled. */
  readonly schedule_time: Seconds
  readonly batch: BatchDelivery | undefined
  /** The id of the job that starts it or continues it; 0 if there is none. */
  readonly job: number
  /** When the send started; 0 before that, and for a planted campaign that was cancelled before anything was sent. */
  readonly send_time: Seconds
  /** The number of recipients when the send started. */
  readonly recipient_count: number
  /** The number of emails sent, and the number cancelled. */
  readonly emails_sent: number
  readonly emails_canceled: number
  /** When how many emails went out; empty if all of them did at `send_time`. */
  readonly steps: readonly SendStep[]
  /** Whether it is sent by the recipients' local time. */
  readonly timewarp: boolean
  /** Whether its report is shared, and with which password. */
  readonly shared: boolean
  readonly share_password: string
  /** Present for automations and their emails, whose settings and figures are kept like campaigns. */
  readonly workflow?: true
}

export const campaigns = defineTable<CampaignRow>()('campaigns', {
  key: ['id'],
  indexes: {
    byList: ['list_id', 'send_time'],
    byWebId: ['web_id'],
    byFolder: ['folder_id'],
    bySendTime: ['send_time'],
    byType: ['type', 'send_time'],
    byCreation: ['created_at'],
    byParent: ['parent_id', 'send_time'],
    byResend: ['resend_of'],
  },
  word: 'campaign',
  ids: ['id', 'web_id'],
  parameters: ['campaign_id'],
  shownBy: 'title',
  secrets: { share_password: 'given' },
})

/** Deleted campaigns of which emails went out: the activity of members and lists still shows them. */
export const deletedCampaigns = defineTable<CampaignRow>()('deleted_campaigns', {
  key: ['id'],
  indexes: { byList: ['list_id'] },
})

/** A recipient of a campaign. The row outlives the member, so it has its own copy of the address. */
export interface RecipientRow extends Row {
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
  /** When the email went out, if it is one of an automation: they go out one by one. */
  readonly sent_at?: Seconds
  /** When further emails went out, if the email of an automation or a journey went to the recipient several times. */
  readonly sent_again?: readonly Seconds[]
}

export const recipients = defineTable<RecipientRow>()('recipients', {
  key: ['campaign_id', 'contact_id'],
  indexes: { byCampaign: ['campaign_id'], byHash: ['campaign_id', 'hash'], byContact: ['contact_id'] },
})

/** An action of a recipient, or an event of the recipient's copy of a campaign. */
export type CampaignActionKind = 'open' | 'click' | 'bounce' | 'unsub' | 'abuse' | 'reply' | 'forward' | 'forward_open' | 'like'

/** Something that a recipient did with a campaign, or that happened to the recipient's copy. */
export interface CampaignActionRow extends Row {
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
  /** Whether a mail proxy opened the email; missing if a person did. */
  readonly proxy?: true
  /** Whether an open was only concluded from a click; missing otherwise. */
  readonly implied?: true
}

export const campaignActions = defineTable<CampaignActionRow>()('campaign_actions', {
  key: ['id'],
  indexes: { byContact: ['contact_id', 'action', 'campaign_id'], byCampaign: ['campaign_id', 'action', 'contact_id'] },
})

export function campaignOrThrow(tx: ReadTx, id: string): CampaignRow {
  return tx.first(campaigns.key, { id }) ?? refuseMissing('there is no campaign', id)
}

/** The campaign most recently sent to a list. Emails of automations do not count. */
export function findLastCampaign(tx: ReadTx, list: { readonly id: string }): CampaignRow | undefined {
  const all = tx.range(campaigns.byList, { list_id: list.id })
  for (let place = 0; place < all.count; place++) {
    const [campaign] = all.sliceFromEnd(place, 1)
    if (!campaign || campaign.send_time === 0) return undefined
    if (isSent(campaign) && !isAutomated(campaign)) return campaign
  }
  return undefined
}

/** Whether any email of the campaign has gone out. */
export function isSent({ emails_sent }: Pick<CampaignRow, 'emails_sent'>): boolean {
  return emails_sent > 0
}

/** Whether a campaign has a report: one of which nothing was sent has a report of zeros, unless the settings say otherwise. */
export function isReported(tx: ReadTx, campaign: CampaignRow): boolean {
  return isSent(campaign) || tx.settings.campaigns.unsent_report === 'zero'
}

/** Types of campaigns that can consist of others: of versions, issues, or the emails of an automation. */
const PARENT_TYPES: ReadonlySet<CampaignType> = new Set(['variate', 'rss', 'automation'])

/** Whether a campaign has other campaigns as its parts and no recipients of its own. Its figures are the sums over its parts. */
export function isParent(tx: ReadTx, { id, type }: Pick<CampaignRow, 'id' | 'type'>): boolean {
  return PARENT_TYPES.has(type) && !tx.first(recipients.byCampaign, { campaign_id: id })
}

/** The issues or versions of a campaign, oldest first. */
export function findChildren(tx: ReadTx, { id }: Pick<CampaignRow, 'id'>): CampaignRow[] {
  return tx.range(campaigns.byParent, { parent_id: id }).all()
}

/** The issues or versions of a campaign that have been sent, at least in part, oldest first. */
export function findSentParts(tx: ReadTx, { id, type }: Pick<CampaignRow, 'id' | 'type'>): readonly CampaignRow[] {
  return PARENT_TYPES.has(type) ? findChildren(tx, { id }).filter(isSent) : []
}

/** The campaigns that the recipients of a campaign were sent: itself, or its parts. */
export function findSends(tx: ReadTx, campaign: CampaignRow): readonly CampaignRow[] {
  return isParent(tx, campaign) ? findSentParts(tx, campaign) : [campaign]
}

/** Whether a campaign is an automation or an email of one. They count neither as campaigns of a list nor in its activity and its rates. */
export function isAutomated({ type, workflow }: Pick<CampaignRow, 'type' | 'workflow'>): boolean {
  return workflow === true || type === 'automation' || type === 'auto'
}

/** Whether a campaign is a version of another one, which tests several. */
export function isVersion({ type, parent_id }: Pick<CampaignRow, 'type' | 'parent_id'>): boolean {
  return type === 'variate' && parent_id !== ''
}

/** The type of a campaign as reports name it. */
export function reportedType(campaign: CampaignRow): ServiceSchemas['Report']['type'] {
  // Versions have the type of their parent.
  return isVersion(campaign) ? 'variate-child' : campaign.type
}

/** Whether a campaign is an issue of an RSS campaign. */
export function isIssue({ type, parent_id }: Pick<CampaignRow, 'type' | 'parent_id'>): boolean {
  return type === 'rss' && parent_id !== ''
}

/** Whether no collection of campaigns shows a campaign, since it is a version of a test or an email of an automation. */
export function isHidden(campaign: Pick<CampaignRow, 'type' | 'workflow' | 'parent_id'>): boolean {
  return isVersion(campaign) || isAutomated(campaign)
}

/** Whether the collection of campaigns shows a campaign to a call that asks for no status. */
export function isListed(campaign: CampaignRow): boolean {
  return !isHidden(campaign) && campaign.status !== 'archived'
}

/** When how many emails of a campaign went out, in order. */
export function listSendSteps({ steps, send_time, emails_sent }: CampaignRow): readonly SendStep[] {
  if (steps.length > 0 || emails_sent === 0) return steps
  return [{ at: send_time, emails: emails_sent }]
}

/** When a recipient was sent the campaign. Recipients are in the order in which the emails went out. */
export function sentAt(tx: ReadTx, campaign: CampaignRow, { seq, sent_at }: Pick<RecipientRow, 'seq' | 'sent_at'>): Seconds {
  if (sent_at !== undefined) return sent_at
  if (campaign.steps.length < 2) return campaign.steps[0]?.at ?? campaign.send_time
  let place = tx.range(recipients.byCampaign, { campaign_id: campaign.id }).countWhile((row) => row.seq < seq)
  for (const { at, emails } of campaign.steps) {
    if (place < emails) return at
    place -= emails
  }
  return campaign.send_time
}

/** Returns the recipient of a campaign, or `undefined` if the campaign was not sent to this contact. */
export function findRecipient(tx: ReadTx, campaign: Pick<CampaignRow, 'id'>, contact_id: string): RecipientRow | undefined {
  return tx.first(recipients.key, { campaign_id: campaign.id, contact_id })
}

/** A recipient's actions of one kind, oldest first. */
export function findCampaignActions(
  tx: ReadTx,
  { campaign_id, contact_id }: Pick<RecipientRow, 'campaign_id' | 'contact_id'>,
  action: CampaignActionKind,
): CampaignActionRow[] {
  return tx.range(campaignActions.byCampaign, { campaign_id, action, contact_id }).all()
}

/** Whether a recipient did something with a campaign, or it happened to the recipient's copy. */
export function hasActed(
  tx: ReadTx,
  { campaign_id, contact_id }: Pick<RecipientRow, 'campaign_id' | 'contact_id'>,
  action: CampaignActionKind,
): boolean {
  return tx.first(campaignActions.byCampaign, { campaign_id, action, contact_id }) !== undefined
}
