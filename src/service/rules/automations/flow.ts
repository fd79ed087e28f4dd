import { DAY_S } from '../../../kernel/support/units-of-time.ts'
import { day, type Seconds, startOfDay } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { campaigns, findRecipient } from '../../model/campaigns/campaign.ts'
import { campaignMachine } from '../../model/campaigns/machine.ts'
import { lists } from '../../model/lists/list.ts'
import { members, type MemberRow, readMergeValue } from '../../model/members/member.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import {
  type AutomationEmailRow,
  type AutomationRow,
  automations,
  campaignOfAutomation,
} from '../../model/automations/automation.ts'
import { omitFrom } from '../omissions.ts'
import { enter } from './enter.ts'
import { automationOccasions } from '../../model/automations/occasion.ts'
import { awaitedBy, emailsAfter, enqueue, isRemoved, queuedAt, waitFor } from './queue.ts'
import { delaySeconds, instantNow } from './runtime.ts'

export { enter } from './enter.ts'
export { endOccasions, leaveQueues, sendDue } from './queue.ts'

/** A recipient opened an email or clicked: the next one may wait for that. */
export function continueAfter(tx: Tx, email: AutomationEmailRow, member: MemberRow, action: 'open' | 'click'): void {
  const workflow = tx.first(automations.key, { id: email.workflow_id })
  const [next] = workflow ? emailsAfter(tx, workflow, email.position) : []
  if (!workflow || workflow.status === 'archived' || !next || awaitedBy(next) !== action) return
  const { contact_id, email_address, status } = member
  if (status !== 'subscribed') return omitFrom(tx, workflow, contact_id, `${email_address} is ${status}.`)
  if (isRemoved(tx, workflow, contact_id))
    return omitFrom(tx, workflow, contact_id, `${email_address} was removed from the automation ${workflow.id}.`)
  const occasions = tx.range(automationOccasions.ofContact, { contact_id, workflow_id: workflow.id }).all()
  for (const occasion of occasions)
    if (!occasion.ended && occasion.email_id === '' && occasion.last_position === email.position)
      waitFor(tx, workflow, occasion, next)
  if (occasions.length > 0) return
  if (queuedAt(tx, next, member.contact_id) || findRecipient(tx, next, member.contact_id)) return
  enqueue(tx, workflow, next, member, instantNow(tx) + delaySeconds(next.delay))
}

/** The actions of first emails that a click starts; others start with an open. */
const AFTER_CLICKS: ReadonlySet<string> = new Set(['clicked_email', 'campaign_specific_clicked'])

/** A recipient of a campaign opened it or clicked: a workflow may follow up on it. */
export function followUp(tx: Tx, workflow: AutomationRow, member: MemberRow, action: 'open' | 'click'): void {
  const [first] = emailsAfter(tx, workflow, 0)
  if (first && AFTER_CLICKS.has(first.delay.action) === (action === 'click')) enter(tx, workflow, member)
}

/** Types of workflows that members enter on a date. */
const DATED: ReadonlySet<AutomationRow['workflow_type']> = new Set(['dateAdded', 'recurringEvent', 'specialEvent'])

/** Schedules the next look for members whose date has come, at midnight UTC. */
export function planLook(tx: Tx, id: string): void {
  const workflow = tx.first(automations.key, { id })
  if (!workflow || !DATED.has(workflow.workflow_type) || workflow.status === 'archived') return
  const midnight = startOfDay(tx.now) + DAY_S
  const job = tx.scheduleAt('automations.look', 1000 * midnight, id).id
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
  const value = readMergeValue(member, date_field)
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
