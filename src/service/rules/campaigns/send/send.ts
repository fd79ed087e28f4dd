import { HOUR_S, MINUTE_MS } from '../../../../kernel/support/units-of-time.ts'
import type { Millis, Seconds } from '../../../../kernel/support/time.ts'
import { makeMove } from '../../../../kernel/world/machine.ts'
import { eachWithPauses, type Pausable, withoutPauses } from '../../../../kernel/world/pausable.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import { EMAILS_MAX, type EmailRow } from '../../../model/emails/email.ts'
import { sendEmail } from '../../emails/send.ts'
import { errors } from '../../../model/errors.ts'
import { type ListRow, lists } from '../../../model/lists/list.ts'
import { countSend } from '../../list-reports/stats.ts'
import { prepareMailing } from '../../mailings/prepare.ts'
import { type MemberRow, members } from '../../../model/members/member.ts'
import { emit, emitWithPauses } from '../../resource-events.ts'
import { segmentOrThrow } from '../../../model/segments/segment.ts'
import { durationMs } from '../../../../kernel/contract/settings.ts'
import {
  type CampaignRow,
  campaigns,
  findChildren,
  isParent,
  isVersion,
  type RecipientRow,
  findRecipient,
  recipients,
  type SendStep,
} from '../../../model/campaigns/campaign.ts'
import { makeMailing } from '../../../model/campaigns/content.ts'
import { refreshAfterSend } from '../../../model/campaigns/rates.ts'
import { countForRates } from '../engagement/rates.ts'
import { campaignMachine, type CampaignMove } from '../../../model/campaigns/machine.ts'
import { countOnList, makeCampaign, type NewCampaign, newRecipient, makeSender } from '../make.ts'
import { findAudience } from './audience.ts'
import { assertCancellable } from '../../reports/delivery-status.ts'
import { type CampaignPartRow, campaignParts, offsetsFor, planParts } from '../../../model/campaigns/parts.ts'

/** The fields of a campaign that is made and sent at once: its subject, and what differs from the list's defaults. */
export type CampaignToSend = Pick<CampaignRow, 'subject_line'> &
  Omit<NewCampaign, 'status' | 'send_time' | 'emails_sent' | 'emails_canceled'> & { readonly segment_id?: number }

/** Makes a campaign and sends it at once to the subscribed members of a list, or of a segment of it. */
export function sendCampaign(tx: Tx, list: ListRow, fields: CampaignToSend): CampaignRow {
  return withoutPauses(sendCampaignWithPauses(tx, list, fields))
}

/** The same in a job. */
export function* sendCampaignWithPauses(tx: Tx, list: ListRow, fields: CampaignToSend): Pausable<CampaignRow> {
  const campaign = beginSend(tx, makeDraft(tx, list, fields), 'send')
  const audience = findAudience(tx, campaign)
  return endSend(tx, yield* deliverEmailsWithPauses(tx, fixRecipientCount(tx, campaign, audience.length), audience))
}

/** Makes a campaign and cancels it while it is sent; `after` recipients have received it already. */
export function cancelCampaign(
  tx: Tx,
  list: ListRow,
  { after = 0, ...fields }: CampaignToSend & { readonly after?: number },
): CampaignRow {
  const campaign = beginSend(tx, makeDraft(tx, list, fields), 'send')
  const audience = findAudience(tx, campaign)
  const sent = deliverEmails(tx, fixRecipientCount(tx, campaign, audience.length), audience.slice(0, after))
  return endCancel(tx, makeMove(tx, campaignMachine, sent, 'cancel'))
}

function makeDraft(tx: Tx, list: ListRow, { segment_id, ...fields }: CampaignToSend): CampaignRow {
  if (segment_id !== undefined) segmentOrThrow(tx, list.id, String(segment_id))
  const segment = segment_id === undefined ? undefined : { saved_id: segment_id }
  const campaign = makeCampaign(tx, list, { ...makeSender(list), segment, ...fields })
  countOnList(tx, campaign, 1)
  return campaign
}

function fixRecipientCount(tx: Tx, campaign: CampaignRow, recipient_count: number): CampaignRow {
  return tx.put(campaigns, { ...campaign, recipient_count })
}

/** Who gets a campaign, and when. */
export interface Addressees {
  readonly audience: readonly MemberRow[]
  /** Not before this instant. */
  readonly at?: Seconds
}

/**
 * Starts to send a campaign, by default to everyone in its list or segment: its recipients are fixed, and each part of them has its job.
 */
export function startSend(
  tx: Tx,
  draft: CampaignRow,
  move: Extract<CampaignMove, 'send' | 'start'>,
  { audience, at: notBefore = 0 }: Addressees = { audience: findAudience(tx, draft) },
): CampaignRow {
  const campaign = fixRecipientCount(tx, beginSend(tx, draft, move), audience.length)
  const parts = planParts(tx, campaign, audience).map((each) => ({ ...each, at: Math.max(each.at, notBefore) }))
  for (const [number, { at, contact_ids, gmt_offset }] of parts.entries()) {
    const part = { campaign_id: campaign.id, number, contact_ids, gmt_offset, is_cut: false, next: 0, step: 0, job: 0 }
    const planned = tx.insert(campaignParts, part)
    if (at <= tx.now) cutPart(tx, planned, contact_ids)
    else scheduleStep(tx, planned, 1000 * at)
  }
  return tx.first(campaigns.key, { id: campaign.id }) ?? campaign
}

/** Moves a campaign into `sending`, and keeps its mailing. */
function beginSend(tx: Tx, draft: CampaignRow, move: Extract<CampaignMove, 'send' | 'start'>): CampaignRow {
  const campaign = makeMove(tx, campaignMachine, draft, move, { send_time: tx.now, schedule_time: 0, job: 0 })
  prepareMailing(tx, makeMailing(tx, campaign))
  return campaign
}

/** Shortest time between two steps, and the largest number of steps of a part. */
const STEP_MS_MIN = 1_000
const STEPS_MAX = 10

/** The steps of a part, and the time that each takes. */
function stepsFor(
  tx: ReadTx,
  { contact_ids }: Pick<CampaignPartRow, 'contact_ids'>,
): { readonly steps: number; readonly each: number } {
  const { send_rate, send_least } = tx.settings.campaigns
  const whole = Math.max(durationMs(send_least), (1000 * contact_ids.length) / send_rate)
  const steps = Math.min(Math.max(Math.floor(whole / STEP_MS_MIN), 1), STEPS_MAX)
  return { steps, each: Math.round(whole / steps) }
}

/** Fixes who gets a part, and schedules its first step. */
function cutPart(tx: Tx, part: CampaignPartRow, contact_ids: readonly string[]): void {
  const cut = tx.put(campaignParts, { ...part, contact_ids, is_cut: true })
  scheduleStep(tx, cut, tx.nowMs + stepsFor(tx, cut).each)
}

function scheduleStep(tx: Tx, part: CampaignPartRow, at: Millis): void {
  const { id: job } = tx.scheduleAt('campaigns.deliver', at, `${part.campaign_id}-${part.number}`)
  tx.put(campaignParts, { ...part, job })
}

/** Delivers the next step of a part of a send; the subject is the campaign and the number of the part. */
export function* deliverStep(tx: Tx, subject: string): Pausable {
  const [id = '', number] = subject.split('-')
  const part = tx.first(campaignParts.key, { campaign_id: id, number: Number(number) })
  const campaign = tx.first(campaigns.key, { id })
  if (!part || campaign?.status !== 'sending') return
  if (!part.is_cut) return cutPart(tx, part, stillEligible(tx, campaign, part.contact_ids))
  const { contact_ids } = part
  const { steps, each } = stepsFor(tx, part)
  const step = part.step + 1
  const next = step >= steps ? contact_ids.length : Math.ceil((contact_ids.length * step) / steps)
  // Those who left since the part was cut get nothing.
  const people: MemberRow[] = []
  yield* eachWithPauses(contact_ids.slice(part.next, next), (contact_id) => {
    const member = tx.first(members.key, { contact_id })
    if (member?.status === 'subscribed') people.push(member)
  })
  const after = yield* deliverEmailsWithPauses(tx, campaign, people, {
    kind: 'campaign',
    mailing_id: id,
    gmt_offset: part.gmt_offset,
  })
  if (step < steps) return scheduleStep(tx, { ...part, next, step }, tx.nowMs + each)
  tx.remove(campaignParts, part)
  if (tx.range(campaignParts.key, { campaign_id: id }).count === 0) endSend(tx, after)
}

/** The recipients at the start of the send who would still get the campaign now. */
function stillEligible(tx: Tx, campaign: CampaignRow, contact_ids: readonly string[]): string[] {
  const now = new Set(findAudience(tx, campaign).map(({ contact_id }) => contact_id))
  return contact_ids.filter((each) => now.has(each))
}

/** The kind and the mailing of the emails of a delivery. */
export interface DeliveredAs {
  readonly kind: 'campaign' | 'automation' | 'journey'
  readonly mailing_id: string
  /** The step of a journey whose emails they are. */
  readonly journey?: EmailRow['journey']
  /** The cart, the product or the order that they are about. */
  readonly about?: EmailRow['about']
  /** The offset that the report shows; by default the offset of each member. */
  readonly gmt_offset?: number | undefined
}

/** Delivers a campaign, or an email of an automation, to members, and counts it. */
export function deliverEmails(tx: Tx, campaign: CampaignRow, audience: readonly MemberRow[], as?: DeliveredAs): CampaignRow {
  return withoutPauses(deliverEmailsWithPauses(tx, campaign, audience, as))
}

function* deliverEmailsWithPauses(
  tx: Tx,
  campaign: CampaignRow,
  audience: readonly MemberRow[],
  as: DeliveredAs = { kind: 'campaign', mailing_id: campaign.id },
): Pausable<CampaignRow> {
  if (audience.length === 0) return campaign
  const { emails_sent } = campaign
  countForRates(tx, campaign, { sent: audience.length })
  const offsetOf = offsetsFor(tx, campaign)
  const delivered: RecipientRow[] = []
  yield* eachWithPauses(audience, (member, place) => {
    const fields = newRecipient(campaign, member, { place: emails_sent + place, gmt_offset: as.gmt_offset ?? offsetOf(member) })
    delivered.push(tx.insert(recipients, campaign.workflow ? { ...fields, sent_at: tx.now } : fields))
    refreshAfterSend(tx, member)
  })
  // Earlier emails would be evicted at once.
  yield* eachWithPauses(audience.slice(-EMAILS_MAX), (member) => writeEmail(tx, campaign, member, as))
  addToParent(tx, campaign, { at: tx.now, emails: audience.length })
  const after = tx.put(campaigns, { ...campaign, ...withStep(campaign, tx.now, audience.length) })
  yield* emitWithPauses(tx, 'campaign.delivered', { campaign: after, recipients: delivered })
  return after
}

/** Delivers an email of an automation or a journey to members who have got it before, and counts it. */
export function deliverAgain(tx: Tx, campaign: CampaignRow, audience: readonly MemberRow[], as: DeliveredAs): void {
  if (audience.length === 0) return
  for (const member of audience) {
    const recipient = findRecipient(tx, campaign, member.contact_id)
    if (recipient) tx.put(recipients, { ...recipient, sent_again: [...(recipient.sent_again ?? []), tx.now] })
    writeEmail(tx, campaign, member, as)
  }
  addToParent(tx, campaign, { at: tx.now, emails: audience.length })
  tx.put(campaigns, { ...campaign, ...withStep(campaign, tx.now, audience.length) })
}

/** Writes the email that a recipient of a campaign gets. */
function writeEmail(
  tx: Tx,
  { subject_line: subject }: CampaignRow,
  recipient: MemberRow,
  { kind, mailing_id, journey, about }: DeliveredAs,
): void {
  const given = { ...(journey ? { journey } : {}), ...(about ? { about } : {}) }
  const shown = { to: recipient.email_address, subject, mailing_id, recipient, ...given }
  sendEmail(tx, { kind, code: '', text: '', html: '', links: NO_LINKS, ...shown })
}

type SendProgress = Pick<CampaignRow, 'emails_sent' | 'steps' | 'recipient_count'>

/** Adds emails that went out at an instant. Automations send for as long as they run, so their emails are counted by the hour. */
export function withStep(
  { emails_sent, steps, recipient_count, workflow }: CampaignRow,
  at: Seconds,
  emails: number,
): SendProgress {
  const after = { emails_sent: emails_sent + emails, recipient_count }
  const last = steps.at(-1)
  if (!workflow) return { ...after, steps: [...steps, { at, emails }] }
  const isSameHour = last !== undefined && Math.floor(last.at / HOUR_S) === Math.floor(at / HOUR_S)
  const step = isSameHour ? { at: last.at, emails: last.emails + emails } : { at, emails }
  return { ...after, recipient_count: after.emails_sent, steps: [...(isSameHour ? steps.slice(0, -1) : steps), step] }
}

/** Adds emails to the campaign of an issue or a version: its numbers are the sums over its parts. */
export function addToParent(tx: Tx, { parent_id }: CampaignRow, { at, emails }: SendStep): void {
  const parent = parent_id === '' ? undefined : tx.first(campaigns.key, { id: parent_id })
  if (parent && isParent(tx, parent)) tx.put(campaigns, { ...parent, ...withStep(parent, at, emails) })
}

const NO_LINKS: readonly string[] = []

/** Ends a send: the list counts it, and webhooks are notified. */
export function endSend(tx: Tx, campaign: CampaignRow): CampaignRow {
  const sent = makeMove(tx, campaignMachine, campaign, 'finish')
  if (isVersion(sent)) versionEnded(tx, sent)
  else announceEnd(tx, sent)
  return sent
}

/** After the last version of a test, its winner is due; after the winner, the whole campaign has been sent. */
function versionEnded(tx: Tx, { parent_id }: CampaignRow): void {
  const parent = tx.first(campaigns.key, { id: parent_id })
  // A winner that was picked by hand ends the campaign at once if no recipients are left for it.
  if (!parent?.variate || parent.status !== 'sending') return
  if (findChildren(tx, parent).some(({ status }) => status === 'sending')) return
  const { winning_combination_id, wait_time = 0 } = parent.variate
  if (winning_combination_id !== undefined) return void endSend(tx, parent)
  const hasRest = tx.first(campaignParts.key, { campaign_id: parent.id }) !== undefined
  const ended = hasRest ? parent : endSend(tx, parent)
  tx.put(campaigns, { ...ended, job: tx.schedule('campaigns.pick', wait_time * MINUTE_MS, parent.id).id })
}

/**
 * Cancels the emails that have not gone out yet. The campaign is cancelled for good after the delay of a setting. Throws 400 if its state or its type forbids
 * it, or if nothing is left to cancel.
 */
export function cancelSend(tx: Tx, campaign: CampaignRow): CampaignRow {
  assertCancellable(campaign)
  if (campaign.emails_sent >= campaign.recipient_count)
    throw errors.badRequest(`All emails of the campaign ${campaign.id} have gone out.`)
  const canceling = makeMove(tx, campaignMachine, campaign, 'cancel')
  removeCampaignParts(tx, campaign)
  const job = tx.schedule('campaigns.cancel', durationMs(tx.settings.campaigns.cancel_delay), campaign.id)
  return tx.put(campaigns, { ...canceling, job: job.id })
}

/** Ends the cancellation of a campaign when its job is due. */
export function finishCancel(tx: Tx, id: string): void {
  const campaign = tx.first(campaigns.key, { id })
  if (campaign?.status === 'canceling') endCancel(tx, campaign)
}

function endCancel(tx: Tx, campaign: CampaignRow): CampaignRow {
  const emails_canceled = campaign.recipient_count - campaign.emails_sent
  const canceled = makeMove(tx, campaignMachine, campaign, 'endCancel', { emails_canceled, job: 0 })
  announceEnd(tx, canceled)
  return canceled
}

function announceEnd(tx: Tx, campaign: CampaignRow): void {
  const list = tx.first(lists.key, { id: campaign.list_id })
  if (!list) return
  if (campaign.status === 'sent' || campaign.emails_sent > 0) countSend(tx, list, campaign.emails_sent)
  emit(tx, 'campaign.ended', { list, campaign })
}

/** Removes the parts of a campaign that have not gone out, and their jobs. */
export function removeCampaignParts(tx: Tx, { id: campaign_id }: Pick<CampaignRow, 'id'>): void {
  for (const part of tx.range(campaignParts.key, { campaign_id }).all()) {
    tx.unschedule(part.job)
    tx.remove(campaignParts, part)
  }
}
