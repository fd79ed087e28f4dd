import { type Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import { cancelJob } from '../campaigns/send.ts'
import { recipientOf } from '../campaigns/campaign.ts'
import type { MemberRow } from '../members/member.ts'
import {
  type AutomationAction,
  automationEmails,
  type AutomationEmailRow,
  automationPasses,
  automationQueue,
  type AutomationRow,
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

/** Schedules the job of an email for what is due next. A paused email has none, and holds its queue. */
export function planNext(tx: Tx, email_id: string): void {
  const email = tx.first(automationEmails.key, { id: email_id })
  if (!email) return
  cancelJob(tx, email.job)
  const next = email.status === 'sending' ? tx.first(automationQueue.byDue, { email_id }) : undefined
  const job = next ? tx.schedule('automations.send', 1000 * next.next_send - tx.nowMs, email_id).id : 0
  if (job !== email.job) tx.put(automationEmails, { ...email, job })
}

/** Empties the queue of an email. */
export function dropQueueOf(tx: Tx, { id: email_id }: { readonly id: string }): void {
  tx.removeAll(automationQueue.byDue, { email_id })
  planNext(tx, email_id)
}

/** Takes a member out of all queues, or out of those of one automation. */
export function leaveQueues(tx: Tx, { contact_id }: Pick<MemberRow, 'contact_id'>, workflow_id?: string): void {
  const rows = tx.range(automationQueue.byMember, { contact_id, ...(workflow_id === undefined ? {} : { workflow_id }) }).all()
  for (const row of rows) {
    tx.remove(automationQueue, row)
    planNext(tx, row.email_id)
  }
}

/** What the recipients of the email before have to do, by the action of the next one. */
const AWAITED: { readonly [Action in AutomationAction]?: 'open' | 'click' } = {
  previous_campaign_opened: 'open',
  previous_campaign_clicked_any: 'click',
  previous_campaign_specific_clicked: 'click',
}

/** What the recipients of the email before must not have done, by the action of the next one. */
const UNWANTED: { readonly [Action in AutomationAction]?: 'open' | 'click' } = {
  previous_campaign_not_opened: 'open',
  previous_campaign_not_clicked_any: 'click',
}

/** What a recipient of the email before has to do first, if the next one waits for it. */
export function awaitedBy({ delay: { action } }: AutomationEmailRow): 'open' | 'click' | undefined {
  return AWAITED[action]
}

/** What keeps a recipient of the email before from getting this one, if anything does. */
export function unwantedBy({ delay: { action } }: AutomationEmailRow): 'open' | 'click' | undefined {
  return UNWANTED[action]
}

/** The emails that follow a position. Drafts take no member. */
export function emailsAfter(tx: Tx, workflow: Pick<AutomationRow, 'id'>, position: number): AutomationEmailRow[] {
  return emailsOf(tx, workflow).filter((each) => each.position > position && each.status !== 'save')
}

/** A member who was sent an email, or was passed over, waits for the next one. */
export function moveOn(
  tx: Tx,
  workflow: AutomationRow,
  { position }: AutomationEmailRow,
  member: Pick<MemberRow, 'contact_id'>,
  { wasSent }: { readonly wasSent: boolean },
): void {
  for (const next of emailsAfter(tx, workflow, position)) {
    if (queuedAt(tx, next, member.contact_id)) return
    if (recipientOf(tx, next, member.contact_id)) continue
    if (!awaitedBy(next)) return void enqueue(tx, workflow, next, member, tx.now + delaySeconds(next.delay))
    if (wasSent) return
  }
}

/** Whether a member was removed from an automation through the API. */
export function isRemoved(tx: Tx, { id: workflow_id }: Pick<AutomationRow, 'id'>, contact_id: string): boolean {
  return (tx.first(automationPasses.key, { workflow_id, contact_id })?.removal ?? 0) > 0
}
