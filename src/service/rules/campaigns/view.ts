import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { escapeHtml } from '../../../kernel/support/escape.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { AnyCondition } from '../../conditions/condition.ts'
import { interestCategories } from '../../model/interests/interest.ts'
import { renderLinks } from '../answers/links.ts'
import { lists } from '../../model/lists/list.ts'
import { members } from '../../model/members/member.ts'
import { mergeFields } from '../../model/merge-fields/merge-field.ts'
import { calculateSales } from '../reports/ecommerce.ts'
import { countDelivered, calculateFigures, type Tally } from '../reports/report.ts'
import { segments } from '../../model/segments/segment.ts'
import {
  campaignActions,
  type CampaignRow,
  campaigns,
  type CampaignType,
  isSent,
  isVersion,
  type RecipientRow,
  recipients,
} from '../../model/campaigns/campaign.ts'
import { calculateRate } from '../../model/campaigns/rates.ts'
import { countAudience, findSavedSegment } from './send/audience.ts'
import { describeDeliveryStatus } from '../reports/delivery-status.ts'
import { shortArchiveUrl, archiveUrl } from '../../model/campaigns/content.ts'

type Campaign = ServiceSchemas['Campaign']

export function campaignView(tx: Tx, campaign: CampaignRow): Campaign {
  const { id, parent_id, status, options, social_card, variate, rss, ab_split } = campaign
  return {
    id,
    web_id: campaign.web_id,
    ...(parent_id === '' ? {} : { parent_campaign_id: parent_id }),
    type: shownType(campaign),
    create_time: timestamp(campaign.created_at),
    archive_url: shortArchiveUrl(tx, campaign),
    long_archive_url: archiveUrl(tx, campaign),
    status,
    emails_sent: campaign.emails_sent,
    send_time: timestamp(shownSendTime(campaign)),
    content_type: options.content_type,
    needs_block_refresh: false,
    resendable: isResendable(tx, campaign),
    recipients: recipientsView(tx, campaign),
    settings: settingsView(campaign),
    ...(variate ? { variate_settings: variate } : {}),
    tracking: campaign.tracking,
    ...(rss ? { rss_opts: rss } : {}),
    ...(ab_split ? { ab_split_opts: ab_split } : {}),
    ...(social_card ? { social_card: { ...social_card, title: social_card.title ?? campaign.subject_line } } : {}),
    ...(isSent(campaign)
      ? {
          report_summary: {
            ...summarizeReport(campaign, calculateFigures(tx, campaign).all),
            ecommerce: calculateSales(tx, campaign),
          },
        }
      : {}),
    delivery_status: describeDeliveryStatus(tx, campaign),
    _links: renderLinks(tx, 'Campaign', { campaign_id: id }),
  }
}

/** The types of campaigns as the API names them. Emails of automations are no campaigns. */
const types: { readonly [Type in CampaignType]: Campaign['type'] | undefined } = {
  regular: 'regular',
  'plain-text': 'plaintext',
  ab_split: 'absplit',
  rss: 'rss',
  variate: 'variate',
  automation: undefined,
  auto: undefined,
}

/** Whether a row is an email of an automation, which is no campaign for the API. */
export function isAutomationEmail({ type }: Pick<CampaignRow, 'type'>): boolean {
  return types[type] === undefined
}

function shownType(campaign: CampaignRow): Campaign['type'] {
  return isVersion(campaign) ? 'variate-child' : (types[campaign.type] ?? 'regular')
}

/** The scheduled instant of a scheduled campaign, and the start of the send afterwards; 0 for a draft. */
export function shownSendTime({ status, schedule_time, send_time }: CampaignRow): number {
  return status === 'schedule' ? schedule_time : send_time
}

export function recipientsView(tx: Tx, campaign: CampaignRow): Campaign['recipients'] {
  const { list_id, segment } = campaign
  if (list_id === '') return { list_id, list_is_active: true, list_name: '', segment_text: '', recipient_count: 0 }
  const list = tx.first(lists.key, { id: list_id })
  // The recipients of a paused RSS campaign can still change.
  const isFrozen = campaign.send_time > 0 && campaign.status !== 'paused'
  const recipient_count = isFrozen ? campaign.recipient_count : countAudience(tx, campaign)
  const options = segment && findSegmentConditions(tx, campaign)
  return {
    list_id,
    list_is_active: list !== undefined,
    list_name: list?.name ?? campaign.list_name,
    segment_text: options ? segmentText(tx, list_id, options, recipient_count) : '',
    recipient_count,
    ...(segment
      ? {
          segment_opts: {
            ...(segment.saved_id === undefined ? {} : { saved_segment_id: segment.saved_id }),
            ...(segment.prebuilt_id === undefined ? {} : { prebuilt_segment_id: segment.prebuilt_id }),
            ...(options ? { match: options.match, conditions: [...options.conditions] } : {}),
          },
        }
      : {}),
  }
}

/** The conditions of a campaign's segment: its own, or the conditions of its saved segment. A tag is a condition as well. */
function findSegmentConditions(tx: ReadTx, campaign: CampaignRow): ServiceSchemas['SegmentOptions'] | undefined {
  const { segment } = campaign
  if (segment?.options) return segment.options
  const saved = findSavedSegment(tx, campaign)
  if (!saved || saved.options) return saved?.options
  const isTagged = { condition_type: 'StaticSegment', field: 'static_segment', op: 'static_is', value: saved.id } as const
  return { match: 'any', conditions: [isTagged] }
}

export function settingsView(campaign: CampaignRow): Campaign['settings'] {
  const { subject_line, preview_text, title, from_name, from_email, folder_id, options } = campaign
  return {
    ...(subject_line === '' ? {} : { subject_line }),
    ...(preview_text === '' ? {} : { preview_text }),
    title,
    ...(from_name === '' ? {} : { from_name }),
    ...(from_email === '' ? {} : { reply_to: from_email }),
    use_conversation: options.use_conversation,
    to_name: options.to_name,
    folder_id,
    authenticate: options.authenticate,
    auto_footer: options.auto_footer,
    inline_css: options.inline_css,
    auto_tweet: options.auto_tweet,
    ...(options.auto_fb_post ? { auto_fb_post: [...options.auto_fb_post] } : {}),
    fb_comments: options.fb_comments,
    timewarp: campaign.timewarp,
    template_id: options.template_id,
    drag_and_drop: options.drag_and_drop,
  }
}

/** The figures of a campaign or an email of an automation, without its sales. */
export function summarizeReport(
  { emails_sent }: CampaignRow,
  all: Tally,
): Omit<NonNullable<Campaign['report_summary']>, 'ecommerce'> {
  const delivered = countDelivered(emails_sent, all)
  return {
    opens: all.opens,
    unique_opens: all.unique_opens,
    open_rate: calculateRate(all.unique_opens, delivered),
    clicks: all.clicks,
    subscriber_clicks: all.clickers,
    click_rate: calculateRate(all.clickers, delivered),
  }
}

/** Number of recipients that are read at a time. */
const READ_AT_ONCE = 100

/** Whether a campaign can be resent to recipients who have not opened it. */
export function isResendable(tx: ReadTx, campaign: CampaignRow): boolean {
  const { id, status, type, tracking, list_id, parent_id } = campaign
  if (status !== 'sent' || type !== 'regular' || parent_id !== '' || !tracking.opens) return false
  if (!tx.first(lists.key, { id: list_id }) || tx.first(campaigns.byResend, { resend_of: id })) return false
  const all = tx.range(recipients.byCampaign, { campaign_id: id })
  if (calculateFigures(tx, campaign).all.unique_opens >= all.count) return false
  const isCandidate = ({ contact_id }: RecipientRow): boolean =>
    tx.first(members.key, { contact_id })?.status === 'subscribed' &&
    !tx.first(campaignActions.byCampaign, { campaign_id: id, action: 'open', contact_id })
  for (let at = 0; at < all.count; at += READ_AT_ONCE) if (all.slice(at, READ_AT_ONCE).some(isCandidate)) return true
  return false
}

/** The conditions of a campaign's segment, and how they are combined. */
interface Conditions {
  readonly match: 'any' | 'all'
  readonly conditions: readonly AnyCondition[]
}

/** The conditions of a segment as HTML, with the number of emails. */
function segmentText(tx: ReadTx, list_id: string, { match, conditions }: Conditions, emails: number): string {
  const items = conditions.map(
    (each) => `<li class="margin--lv1 !margin-left-right--lv0">${conditionText(tx, list_id, each)}</li>`,
  )
  return [
    `<p class="!margin--lv0">Contacts match <strong>${match}</strong> of the following conditions:</p>`,
    `<ol id="conditions" class="small-meta">${items.join('')}</ol>`,
    `<span>For a total of <strong>${emails}</strong> emails sent.</span>`,
  ].join('')
}

function conditionText(tx: ReadTx, list_id: string, condition: AnyCondition): string {
  const { field, op } = condition
  const value = 'value' in condition ? condition.value : undefined
  const subject = subjectText(tx, list_id, condition)
  if (subject === undefined) return `<strong>Deleted ${field.startsWith('interests-') ? 'Group' : 'Field'}</strong>`
  const words = OPERATORS[op] ?? op
  const shown = value === undefined ? '' : ` ${Array.isArray(value) ? value.join(', ') : String(value)}`
  return escapeHtml(`${subject} ${words}${segmentName(tx, list_id, condition) ?? shown}`)
}

/** The subject of a condition, or `undefined` if it was deleted. */
function subjectText(tx: ReadTx, list_id: string, { condition_type, field }: AnyCondition): string | undefined {
  if (condition_type.endsWith('Merge')) return tx.first(mergeFields.byTag, { list_id, tag: field })?.name
  if (condition_type === 'Interests') {
    const id = field.slice('interests-'.length)
    const ofList = tx.range(interestCategories.byOrder, { list_id }).all()
    return ofList.find((category) => category.id === id || String(category.number) === id)?.title
  }
  return SUBJECTS[field] ?? field.replaceAll('_', ' ')
}

function segmentName(tx: ReadTx, list_id: string, condition: AnyCondition): string | undefined {
  if (condition.condition_type !== 'StaticSegment') return undefined
  return ` ${tx.first(segments.key, { list_id, id: Number(condition.value) })?.name ?? 'a deleted tag'}`
}

const SUBJECTS: { readonly [field: string]: string } = {
  aim: 'Campaign activity',
  EMAIL: 'Email address',
  merge0: 'Email address',
  static_segment: 'Tag',
  timestamp_opt: 'Date added',
  vip_flag: 'VIP status',
  rating: 'Contact rating',
}

const OPERATORS: { readonly [op: string]: string } = {
  static_is: 'is',
  static_not: 'is not',
  not: 'is not',
  contains: 'contains',
  notcontain: 'does not contain',
  starts: 'starts with',
  ends: 'ends with',
  greater: 'is greater than',
  less: 'is less than',
  blank: 'is blank',
  blank_not: 'is not blank',
  interestcontains: 'is one of',
  interestcontainsall: 'is all of',
  interestnotcontains: 'is none of',
  member: 'is set',
  notmember: 'is not set',
  open: 'opened',
  noopen: 'did not open',
  click: 'clicked',
  noclick: 'did not click',
  sent: 'was sent',
  nosent: 'was not sent',
}
