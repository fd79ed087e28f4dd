import type { Range } from '../../../kernel/world/range.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { findAudience } from '../campaigns/send/audience.ts'
import { findCampaignActions, type CampaignRow, hasActed, findRecipient } from '../../model/campaigns/campaign.ts'
import { beginReport, deliverOngoing } from '../campaigns/send/ongoing.ts'
import { members, type MemberRow } from '../../model/members/member.ts'
import { orders } from '../../model/orders/order.ts'
import { stores } from '../../model/stores/store.ts'
import {
  type AutomationAction,
  automationEmails,
  type AutomationEmailRow,
  automationPasses,
  automationQueue,
  type AutomationRow,
  automations,
  campaignOfAutomation,
  findWorkflowEmails,
  nextDue,
  type QueueRow,
} from '../../model/automations/automation.ts'
import { automationOccasions, type EmailSubject, type OccasionRow } from '../../model/automations/occasion.ts'
import { omitFrom } from '../omissions.ts'
import { allowedFrom, delaySeconds, instantNow } from './runtime.ts'

/** Puts a member into the queue of an email, which is due at the first allowed instant after `at`. */
export function enqueue(
  tx: Tx,
  workflow: AutomationRow,
  email: AutomationEmailRow,
  { contact_id }: Pick<MemberRow, 'contact_id'>,
  at: Seconds,
): QueueRow {
  const row = tx.insert(automationQueue, {
    email_id: email.id,
    contact_id,
    workflow_id: workflow.id,
    list_id: workflow.list_id,
    next_send: allowedFrom(tx, workflow.runtime, at),
  })
  planNext(tx, email.id)
  return row
}

/** The item of a member in the queue of an email. */
export function queuedAt(tx: ReadTx, { id: email_id }: { readonly id: string }, contact_id: string): QueueRow | undefined {
  return tx.first(automationQueue.key, { email_id, contact_id })
}

/** Sends the due items in the queue of an email, and schedules its job for the next one. A paused email holds its queue. */
export function planNext(tx: Tx, email_id: string): void {
  const email = tx.first(automationEmails.key, { id: email_id })
  if (!email) return
  tx.unschedule(email.job)
  const next = email.status === 'sending' ? nextDue(tx, email_id) : undefined
  const isDue = next !== undefined && next <= instantNow(tx)
  const job = next !== undefined && !isDue ? tx.scheduleAt('automations.send', Math.round(1000 * next), email_id).id : 0
  if (job !== email.job) tx.put(automationEmails, { ...email, job })
  if (isDue) sendDue(tx, email_id)
}

export function removeQueue(tx: Tx, { id: email_id }: { readonly id: string }): void {
  tx.removeAll(automationQueue.byDue, { email_id })
  for (const occasion of tx.range(automationOccasions.byDue, { email_id }).all()) tx.amend(automationOccasions, occasion, ENDED)
  planNext(tx, email_id)
}

/** Takes a member out of all queues, or out of the queues of one automation, for a reason. */
export function leaveQueues(tx: Tx, { contact_id }: Pick<MemberRow, 'contact_id'>, reason: string, workflow_id?: string): void {
  const rows = tx.range(automationQueue.byMember, { contact_id, ...(workflow_id === undefined ? {} : { workflow_id }) }).all()
  for (const row of rows) {
    tx.remove(automationQueue, row)
    omitFrom(tx, { id: row.workflow_id, list_id: row.list_id }, contact_id, reason)
    planNext(tx, row.email_id)
  }
}

const ENDED = { email_id: '', next_send: 0, ended: true } as const

/** A contact gets no further email about a cart, a product or an order, for a reason. */
export function endOccasion(tx: Tx, occasion: OccasionRow, reason: string): void {
  const { email_id, workflow_id: id, list_id, contact_id } = occasion
  if (email_id !== '') omitFrom(tx, { id, list_id }, contact_id, reason)
  tx.amend(automationOccasions, occasion, ENDED)
  planNext(tx, occasion.email_id)
}

/** Ends everything about which a contact waits for emails, or only that of one automation. */
export function endOccasions(tx: Tx, { contact_id }: Pick<MemberRow, 'contact_id'>, reason: string, workflow_id?: string): void {
  const probe = { contact_id, ...(workflow_id === undefined ? {} : { workflow_id }) }
  for (const occasion of tx.range(automationOccasions.ofContact, probe).all()) endOccasion(tx, occasion, reason)
}

/** Forgets a cart that was deleted: another one with its id is about something new. */
export function removeOccasion(tx: Tx, occasion: OccasionRow): void {
  tx.remove(automationOccasions, occasion)
  planNext(tx, occasion.email_id)
}

/** A contact waits for the next email about a cart, a product or an order. */
export function waitFor(tx: Tx, workflow: AutomationRow, occasion: OccasionRow, email: AutomationEmailRow): void {
  const next_send = allowedFrom(tx, workflow.runtime, instantNow(tx) + delaySeconds(email.delay))
  tx.put(automationOccasions, { ...occasion, email_id: email.id, next_send })
  planNext(tx, email.id)
}

/** A cart has changed: emails show it as it is now. The wait for the first email begins anew. */
export function restartWait(tx: Tx, workflow: AutomationRow, before: OccasionRow, tags: OccasionRow['tags']): void {
  if (before.ended) return omitFrom(tx, workflow, before.contact_id, `The emails about ${before.about_id} have ended.`)
  const occasion = tx.amend(automationOccasions, before, { tags })
  const email = tx.first(automationEmails.key, { id: occasion.email_id })
  if (email && occasion.last_position === 0) waitFor(tx, workflow, occasion, email)
}

/** The action that recipients of the email before must have taken, by the action of the next email. */
const AWAITED: { readonly [Action in AutomationAction]?: 'open' | 'click' } = {
  previous_campaign_opened: 'open',
  previous_campaign_clicked_any: 'click',
  previous_campaign_specific_clicked: 'click',
}

/** The action that recipients of the email before must not have taken, by the action of the next email. */
const UNWANTED: { readonly [Action in AutomationAction]?: 'open' | 'click' } = {
  previous_campaign_not_opened: 'open',
  previous_campaign_not_clicked_any: 'click',
}

/** The action for which the next email waits, if any. */
export function awaitedBy({ delay: { action } }: AutomationEmailRow): 'open' | 'click' | undefined {
  return AWAITED[action]
}

/** The emails that follow a position. Drafts take no member. */
export function emailsAfter(tx: ReadTx, workflow: Pick<AutomationRow, 'id'>, position: number): AutomationEmailRow[] {
  return findWorkflowEmails(tx, workflow).filter((each) => each.position > position && each.status !== 'save')
}

/** A member who was sent an email, or was passed over, waits for the next one. After the last one, the member has completed the automation. */
export function moveOn(
  tx: Tx,
  workflow: AutomationRow,
  { position }: AutomationEmailRow,
  member: Pick<MemberRow, 'contact_id'>,
  { wasSent, at = instantNow(tx) }: { readonly wasSent: boolean; readonly at?: Seconds },
): void {
  for (const next of emailsAfter(tx, workflow, position)) {
    if (queuedAt(tx, next, member.contact_id)) return
    if (findRecipient(tx, next, member.contact_id)) continue
    if (!awaitedBy(next)) return void enqueue(tx, workflow, next, member, at + delaySeconds(next.delay))
    if (wasSent) return
  }
  complete(tx, workflow, member, Math.floor(at))
}

/** Whether a member may get an email of an automation: subscribed members do, and transactional ones get the first email about a cart. */
export function mayGet(
  { workflow_type }: Pick<AutomationRow, 'workflow_type'>,
  { position }: Pick<AutomationEmailRow, 'position'>,
  { status }: Pick<MemberRow, 'status'>,
): boolean {
  return status === 'subscribed' || (status === 'transactional' && workflow_type === 'abandonedCart' && position === 1)
}

/** Whether a member is in the segment of an automation or of an automation email. */
export function isInAudience(tx: Tx, campaign: CampaignRow, { contact_id }: Pick<MemberRow, 'contact_id'>): boolean {
  return campaign.segment === undefined || findAudience(tx, campaign).some((each) => each.contact_id === contact_id)
}

/** Sends the email about a cart, a product or an order, if the contact may get it now. The contact waits for the next one. */
function sendAbout(tx: Tx, workflow: AutomationRow, email: AutomationEmailRow, due: OccasionRow): void {
  const { contact_id, about_id: id, tags } = due
  const member = tx.first(members.key, { contact_id })
  const obstacle = member ? obstacleAbout(tx, workflow, email, { occasion: due, member }) : 'The contact was deleted.'
  const wasSent = obstacle === undefined
  if (!wasSent) omitFrom(tx, workflow, contact_id, obstacle)
  const { position } = email
  const passed = { ...due, email_id: '', next_send: 0, last_position: position, last_sent: wasSent ? tx.now : due.last_sent }
  const occasion = tx.put(automationOccasions, passed)
  if (wasSent && member) deliverEmail(tx, workflow, email, [member], { id, tags })
  if (member?.status === 'subscribed') waitForNext(tx, workflow, occasion, { wasSent })
  else tx.amend(automationOccasions, occasion, ENDED)
}

/** The contact waits for the next email, or for the action that the next email awaits. After the last one, the contact has completed the automation. */
function waitForNext(tx: Tx, workflow: AutomationRow, occasion: OccasionRow, { wasSent }: { readonly wasSent: boolean }): void {
  for (const next of emailsAfter(tx, workflow, occasion.last_position)) {
    if (!awaitedBy(next)) return waitFor(tx, workflow, occasion, next)
    if (wasSent) return
  }
  complete(tx, workflow, occasion, tx.now)
}

/** Why a contact does not get a due email about a cart, a product or an order; `undefined` if the contact does. */
function obstacleAbout(
  tx: Tx,
  workflow: AutomationRow,
  email: AutomationEmailRow,
  { occasion, member }: { readonly occasion: OccasionRow; readonly member: MemberRow },
): string | undefined {
  const { contact_id, store_id, last_position, last_sent } = occasion
  const { email_address, status } = member
  const store = tx.first(stores.key, { id: store_id })
  if (!store) return `The store ${store_id} was deleted.`
  if (store.is_syncing) return `The store ${store_id} is syncing.`
  if (!mayGet(workflow, email, member)) return `${email_address} is ${status}.`
  if (isRemoved(tx, workflow, contact_id)) return `${email_address} was removed from the automation ${workflow.id}.`
  if (!isInAudience(tx, campaignOfAutomation(tx, email), member))
    return `${email_address} is not in the segment of the email ${email.id}.`
  if (email.delay.action === 'ecomm_not_bought_any' && hasBoughtSince(tx, occasion)) return `${email_address} has ordered since.`
  const unwanted = UNWANTED[email.delay.action]
  const before = unwanted && findWorkflowEmails(tx, workflow).find(({ position }) => position === last_position)
  if (!unwanted || !before) return undefined
  const acts = findCampaignActions(tx, { campaign_id: before.id, contact_id }, unwanted)
  return acts.some(({ at }) => at >= last_sent) ? hasActedOn(member, before, unwanted) : undefined
}

function hasActedOn({ email_address }: MemberRow, { id }: AutomationEmailRow, action: 'open' | 'click'): string {
  return `${email_address} has ${action === 'open' ? 'opened' : 'clicked in'} the email ${id}, and this one is for those who have not.`
}

/** Whether a contact has ordered after the order, or before the email about a cart or product. */
function hasBoughtSince(tx: ReadTx, { contact_id, entered_at, order_id }: OccasionRow): boolean {
  const all = tx.range(orders.ofContact, { contact_id }).all()
  return all.some(({ id, created_at }) => created_at >= entered_at && id !== order_id)
}

/** Remembers that a member has completed an automation, unless the member still waits for one of its emails. */
function complete(
  tx: Tx,
  { id: workflow_id }: Pick<AutomationRow, 'id'>,
  { contact_id }: Pick<MemberRow, 'contact_id'>,
  completed_at: Seconds,
): void {
  const pass = tx.first(automationPasses.key, { workflow_id, contact_id })
  if (!pass || pass.completed_at > 0 || tx.first(automationQueue.byMember, { contact_id, workflow_id })) return
  const occasions = tx.range(automationOccasions.ofContact, { contact_id, workflow_id }).all()
  if (occasions.some(({ email_id }) => email_id !== '')) return
  tx.put(automationPasses, { ...pass, completed_at })
}

/** Whether a member was removed from an automation through the API. */
export function isRemoved(tx: ReadTx, { id: workflow_id }: Pick<AutomationRow, 'id'>, contact_id: string): boolean {
  return (tx.first(automationPasses.key, { workflow_id, contact_id })?.removal ?? 0) > 0
}

/** Sends the due items in the queue of an email. */
export function sendDue(tx: Tx, id: string): void {
  const email = tx.first(automationEmails.key, { id })
  const workflow = email && tx.first(automations.key, { id: email.workflow_id })
  if (!email || !workflow || email.status !== 'sending') return
  const due = takeDue(tx, tx.range(automationQueue.byDue, { email_id: id }))
  for (const row of due) tx.remove(automationQueue, row)
  const people = due.flatMap(({ contact_id }) => tx.first(members.key, { contact_id }) ?? [])
  const obstacleTo = obstacles(tx, workflow, email)
  const audience = people.filter((member) => {
    const obstacle = obstacleTo(member)
    if (obstacle !== undefined) omitFrom(tx, workflow, member.contact_id, obstacle)
    return obstacle === undefined
  })
  if (audience.length > 0) deliverEmail(tx, workflow, email, audience)
  const sent = new Set(audience)
  for (const member of people) {
    if (member.status === 'subscribed') moveOn(tx, workflow, email, member, { wasSent: sent.has(member) })
  }
  const occasions = takeDue(tx, tx.range(automationOccasions.byDue, { email_id: id }))
  for (const occasion of occasions) sendAbout(tx, workflow, email, occasion)
  planNext(tx, id)
}

/** Those of a range in the order of their instants that are due now. */
function takeDue<Due extends QueueRow | OccasionRow>(tx: ReadTx, queue: Range<Due>): Due[] {
  return queue.slice(
    0,
    queue.countWhile(({ next_send }) => next_send <= instantNow(tx)),
  )
}

/** Whether the store of an automation is syncing. Until that ends, contacts cannot enter the automation, and none of its emails goes out. */
export function isSyncing(tx: ReadTx, { store_id: id }: Pick<AutomationRow, 'store_id'>): boolean {
  return id !== '' && tx.first(stores.key, { id })?.is_syncing === true
}

/** Finds why a member does not get an email now; `undefined` if the member does. */
function obstacles(tx: Tx, workflow: AutomationRow, email: AutomationEmailRow): (member: MemberRow) => string | undefined {
  if (isSyncing(tx, workflow)) return () => `The store ${workflow.store_id} is syncing.`
  const campaign = campaignOfAutomation(tx, email)
  const inSegment = campaign.segment && new Set(findAudience(tx, campaign).map(({ contact_id }) => contact_id))
  const unwanted = UNWANTED[email.delay.action]
  const before = unwanted && findWorkflowEmails(tx, workflow).findLast(({ position }) => position < email.position)
  return (member) => {
    const { contact_id, status, email_address } = member
    if (status !== 'subscribed') return `${email_address} is ${status}.`
    if (findRecipient(tx, email, contact_id)) return `${email_address} has got the email ${email.id} before.`
    if (isRemoved(tx, workflow, contact_id)) return `${email_address} was removed from the automation ${workflow.id}.`
    if (inSegment && !inSegment.has(contact_id)) return `${email_address} is not in the segment of the email ${email.id}.`
    const isUnwanted = unwanted && before && hasActed(tx, { campaign_id: before.id, contact_id }, unwanted)
    return isUnwanted ? hasActedOn(member, before, unwanted) : undefined
  }
}

/** Sends an email to members through the same path as a campaign. */
function deliverEmail(
  tx: Tx,
  workflow: AutomationRow,
  email: AutomationEmailRow,
  audience: readonly MemberRow[],
  about?: EmailSubject,
): void {
  beginReport(tx, campaignOfAutomation(tx, workflow))
  deliverOngoing(tx, campaignOfAutomation(tx, email), audience, { kind: 'automation', ...(about ? { about } : {}) })
  tx.put(automationEmails, { ...(tx.first(automationEmails.key, { id: email.id }) ?? email), last_sent: tx.now })
}
