import { type Seconds } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { audienceOf } from '../campaigns/send/audience.ts'
import { hasActed, recipientOf } from '../campaigns/campaign.ts'
import { beginReport, deliverOngoing } from '../campaigns/send/ongoing.ts'
import { members, type MemberRow } from '../members/member.ts'
import {
  type AutomationAction,
  automationEmails,
  type AutomationEmailRow,
  automationPasses,
  automationQueue,
  type AutomationRow,
  automations,
  campaignOfAutomation,
  emailsOf,
  type QueueRow,
} from './automation.ts'
import { allowedFrom, delaySeconds } from './runtime.ts'

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
export function queuedAt(tx: Tx, { id: email_id }: { readonly id: string }, contact_id: string): QueueRow | undefined {
  return tx.first(automationQueue.key, { email_id, contact_id })
}

/** Sends the due items in the queue of an email, and schedules its job for the next one. A paused email holds its queue. */
export function planNext(tx: Tx, email_id: string): void {
  const email = tx.first(automationEmails.key, { id: email_id })
  if (!email) return
  tx.unschedule(email.job)
  const next = email.status === 'sending' ? tx.first(automationQueue.byDue, { email_id }) : undefined
  const isDue = next !== undefined && next.next_send <= tx.now
  const job = next && !isDue ? tx.scheduleAt('automations.send', 1000 * next.next_send, email_id).id : 0
  if (job !== email.job) tx.put(automationEmails, { ...email, job })
  if (isDue) sendDue(tx, email_id)
}

export function dropQueueOf(tx: Tx, { id: email_id }: { readonly id: string }): void {
  tx.removeAll(automationQueue.byDue, { email_id })
  planNext(tx, email_id)
}

/** Takes a member out of all queues, or out of the queues of one automation. */
export function leaveQueues(tx: Tx, { contact_id }: Pick<MemberRow, 'contact_id'>, workflow_id?: string): void {
  const rows = tx.range(automationQueue.byMember, { contact_id, ...(workflow_id === undefined ? {} : { workflow_id }) }).all()
  for (const row of rows) {
    tx.remove(automationQueue, row)
    planNext(tx, row.email_id)
  }
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

/** The action after which a recipient of the email before does not get this one, if any. */
export function unwantedBy({ delay: { action } }: AutomationEmailRow): 'open' | 'click' | undefined {
  return UNWANTED[action]
}

/** The emails that follow a position. Drafts take no member. */
export function emailsAfter(tx: Tx, workflow: Pick<AutomationRow, 'id'>, position: number): AutomationEmailRow[] {
  return emailsOf(tx, workflow).filter((each) => each.position > position && each.status !== 'save')
}

/** A member who was sent an email, or was passed over, waits for the next one. After the last one, the member has completed the automation. */
export function moveOn(
  tx: Tx,
  workflow: AutomationRow,
  { position }: AutomationEmailRow,
  member: Pick<MemberRow, 'contact_id'>,
  { wasSent, at = tx.now }: { readonly wasSent: boolean; readonly at?: Seconds },
): void {
  for (const next of emailsAfter(tx, workflow, position)) {
    if (queuedAt(tx, next, member.contact_id)) return
    if (recipientOf(tx, next, member.contact_id)) continue
    if (!awaitedBy(next)) return void enqueue(tx, workflow, next, member, at + delaySeconds(next.delay))
    if (wasSent) return
  }
  complete(tx, workflow, member, at)
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
  tx.put(automationPasses, { ...pass, completed_at })
}

/** Whether a member was removed from an automation through the API. */
export function isRemoved(tx: Tx, { id: workflow_id }: Pick<AutomationRow, 'id'>, contact_id: string): boolean {
  return (tx.first(automationPasses.key, { workflow_id, contact_id })?.removal ?? 0) > 0
}

/** Sends the due items in the queue of an email. */
export function sendDue(tx: Tx, id: string): void {
  const email = tx.first(automationEmails.key, { id })
  const workflow = email && tx.first(automations.key, { id: email.workflow_id })
  if (!email || !workflow || email.status !== 'sending') return
  const queue = tx.range(automationQueue.byDue, { email_id: id })
  const due = queue.slice(
    0,
    queue.countWhile(({ next_send }) => next_send <= tx.now),
  )
  for (const row of due) tx.remove(automationQueue, row)
  const people = due.flatMap(({ contact_id }) => tx.first(members.key, { contact_id }) ?? [])
  const isEligible = eligibility(tx, workflow, email)
  const audience = people.filter(isEligible)
  if (audience.length > 0) deliverEmail(tx, workflow, email, audience)
  const sent = new Set(audience)
  for (const member of people) {
    if (member.status === 'subscribed') moveOn(tx, workflow, email, member, { wasSent: sent.has(member) })
  }
  planNext(tx, id)
}

/** The test whether a member gets an email now. */
function eligibility(tx: Tx, workflow: AutomationRow, email: AutomationEmailRow): (member: MemberRow) => boolean {
  const campaign = campaignOfAutomation(tx, email)
  const inSegment = campaign.segment && new Set(audienceOf(tx, campaign).map(({ contact_id }) => contact_id))
  const unwanted = unwantedBy(email)
  const before = unwanted && emailsOf(tx, workflow).findLast(({ position }) => position < email.position)
  return ({ contact_id, status }) =>
    status === 'subscribed' &&
    !recipientOf(tx, email, contact_id) &&
    !isRemoved(tx, workflow, contact_id) &&
    (!inSegment || inSegment.has(contact_id)) &&
    !(unwanted && before && hasActed(tx, { campaign_id: before.id, contact_id }, unwanted))
}

/** Sends an email to members through the same path as a campaign. Throws `NeedsLoad` until the HTML parser is loaded. */
function deliverEmail(tx: Tx, workflow: AutomationRow, email: AutomationEmailRow, audience: readonly MemberRow[]): void {
  beginReport(tx, campaignOfAutomation(tx, workflow))
  deliverOngoing(tx, campaignOfAutomation(tx, email), audience, { kind: 'automation' })
  tx.put(automationEmails, { ...(tx.first(automationEmails.key, { id: email.id }) ?? email), last_sent: tx.now })
}
