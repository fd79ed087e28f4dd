import { day, type Seconds, startOfDay } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import { audienceOf } from '../campaigns/audience.ts'
import { campaignActionsOf, campaigns, recipientOf } from '../campaigns/campaign.ts'
import { campaignMachine } from '../campaigns/machine.ts'
import { mailingOf } from '../campaigns/mailing-of.ts'
import { deliver } from '../campaigns/send.ts'
import { lists } from '../lists/list.ts'
import { prepareVersion } from '../mailings/prepare.ts'
import { members, type MemberRow, mergeValueOf } from '../members/member.ts'
import { makeMove } from '../../world/machine.ts'
import {
  automationEmails,
  type AutomationEmailRow,
  automationQueue,
  type AutomationRow,
  automations,
  campaignOfAutomation,
  emailsOf,
} from './automation.ts'
import { enter } from './enter.ts'
import { awaitedBy, emailsAfter, enqueue, isRemoved, moveOn, planNext, queuedAt, unwantedBy } from './queue.ts'
import { delaySeconds } from './runtime.ts'

export { enter } from './enter.ts'
export { leaveQueues } from './queue.ts'

/** Sends what is due in the queue of an email. */
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
    !(unwanted && before && campaignActionsOf(tx, { campaign_id: before.id, contact_id }, unwanted).length > 0)
}

/** Sends an email to members through the same path as a campaign. Throws `NeedsLoad` until the HTML parser is loaded. */
function deliverEmail(tx: Tx, workflow: AutomationRow, email: AutomationEmailRow, audience: readonly MemberRow[]): void {
  const mailing = prepareVersion(tx, mailingOf(tx, campaignOfAutomation(tx, email)))
  // The parent's report exists from the first email on.
  for (const { id } of [workflow, email]) {
    const campaign = campaignOfAutomation(tx, { id })
    if (campaign.status === 'save') makeMove(tx, campaignMachine, campaign, 'send', { send_time: tx.now })
  }
  deliver(tx, campaignOfAutomation(tx, email), audience, { kind: 'automation', mailing_id: mailing.id })
  tx.put(automationEmails, { ...(tx.first(automationEmails.key, { id: email.id }) ?? email), last_sent: tx.now })
}

/** A recipient opened an email or clicked: the next one may wait for that. */
export function continueAfter(tx: Tx, email: AutomationEmailRow, member: MemberRow, action: 'open' | 'click'): void {
  const workflow = tx.first(automations.key, { id: email.workflow_id })
  const [next] = workflow ? emailsAfter(tx, workflow, email.position) : []
  if (!workflow || workflow.status === 'archived' || !next || awaitedBy(next) !== action) return
  if (member.status !== 'subscribed' || isRemoved(tx, workflow, member.contact_id)) return
  if (queuedAt(tx, next, member.contact_id) || recipientOf(tx, next, member.contact_id)) return
  enqueue(tx, workflow, next, member, tx.now + delaySeconds(next.delay))
}

/** The actions of first emails that a click starts; others start with an open. */
const AFTER_CLICKS: ReadonlySet<string> = new Set(['clicked_email', 'campaign_specific_clicked'])

/** A recipient of a campaign opened it or clicked: a workflow may follow up on it. */
export function followUp(tx: Tx, workflow: AutomationRow, member: MemberRow, action: 'open' | 'click'): void {
  const [first] = emailsAfter(tx, workflow, 0)
  if (first && AFTER_CLICKS.has(first.delay.action) === (action === 'click')) enter(tx, workflow, member)
}

const DAY_S = 86_400

/** Types of workflows that members enter on a date. */
const DATED: ReadonlySet<AutomationRow['workflow_type']> = new Set(['dateAdded', 'recurringEvent', 'specialEvent'])

/** Schedules the next look for members whose date has come, at midnight UTC. */
export function planLook(tx: Tx, id: string): void {
  const workflow = tx.first(automations.key, { id })
  if (!workflow || !DATED.has(workflow.workflow_type) || workflow.status === 'archived') return
  const midnight = startOfDay(tx.now) + DAY_S
  const job = tx.schedule('automations.look', 1000 * midnight - tx.nowMs, id).id
  tx.put(automations, { ...workflow, job })
}

/** The members whose date has come enter a workflow. */
export function lookForDates(tx: Tx, id: string): void {
  const workflow = tx.first(automations.key, { id })
  const list = workflow && tx.first(lists.key, { id: workflow.list_id })
  if (!workflow || workflow.status === 'archived') return
  const [first] = emailsAfter(tx, workflow, 0)
  if (list && first) {
    const shift = (first.delay.direction === 'before' ? -1 : 1) * delaySeconds(first.delay)
    const date = startOfDay(startOfDay(tx.now) - shift + DAY_S - 1)
    for (const member of tx.range(members.byStatus, { list_id: list.id, status: 'subscribed' }).all()) {
      if (isDate(workflow, member, date)) enter(tx, workflow, member, date + shift)
    }
  }
  planLook(tx, id)
}

/** Whether the date of a member is a certain day. Recurring dates have a month and a day, birthdays in the form `MM/DD`. */
function isDate({ workflow_type, date_field }: AutomationRow, member: MemberRow, date: Seconds): boolean {
  const wanted = day(date)
  if (workflow_type === 'dateAdded') return day(member.timestamp_opt) === wanted
  const value = mergeValueOf(member, date_field)
  if (typeof value !== 'string') return false
  if (workflow_type === 'specialEvent') return value.slice(0, wanted.length) === wanted
  const monthAndDay = /^\d{4}-(\d{2})-(\d{2})/.exec(value) ?? /^(\d{2})\/(\d{2})$/.exec(value)
  return monthAndDay !== null && `${monthAndDay[1]}-${monthAndDay[2]}` === wanted.slice(5)
}

/** Ends the sending of an archived automation: nothing more goes out under its reports. */
export function endReports(tx: Tx, workflow: AutomationRow): void {
  const ended = [campaignOfAutomation(tx, workflow), ...tx.range(campaigns.byParent, { parent_id: workflow.id }).all()]
  for (const campaign of ended) if (campaign.status === 'sending') makeMove(tx, campaignMachine, campaign, 'finish')
}
