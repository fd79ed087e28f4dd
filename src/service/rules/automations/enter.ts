import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { omitFrom } from '../omissions.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import {
  type AutomationEmailRow,
  automationPasses,
  type AutomationRow,
  campaignOfAutomation,
  type PassRow,
} from '../../model/automations/automation.ts'
import { automationOccasions, type OccasionRow } from '../../model/automations/occasion.ts'
import { emailsAfter, endOccasions, enqueue, isInAudience, isSyncing, leaveQueues, mayGet, waitFor } from './queue.ts'
import { delaySeconds, instantNow } from './runtime.ts'

/** What a contact enters a workflow about a store for. */
export interface OccasionContext extends Pick<OccasionRow, 'tags'>, Partial<Pick<OccasionRow, 'about_id' | 'order_id'>> {
  readonly store: StoreRow
}

/**
 * Lets a contact enter a workflow about a store for a cart, a product or an order. The first email is due after its delay. A contact enters once for
 * orders, and again for each other cart or product, unless the contact was removed.
 */
export function enterAbout(tx: Tx, workflow: AutomationRow, member: MemberRow, about: OccasionContext): void {
  const { id: workflow_id, list_id } = workflow
  const { contact_id } = member
  const { store, about_id = '', order_id = '', tags } = about
  const email = firstEmail(tx, workflow)
  const reason = obstacleAbout(tx, workflow, member, about)
  if (!email || reason !== undefined) return omitFrom(tx, workflow, contact_id, reason ?? explainNoEmail(workflow))
  recordPass(tx, workflow, member)
  const unsent = { entered_at: tx.now, email_id: '', next_send: 0, last_position: 0, last_sent: 0, ended: false }
  const key = { workflow_id, contact_id, about_id }
  const occasion = tx.insert(automationOccasions, { ...key, order_id, store_id: store.id, list_id, ...unsent, tags })
  waitFor(tx, workflow, occasion, email)
}

/** Why a contact cannot enter a workflow about a store now. */
function obstacleAbout(
  tx: Tx,
  workflow: AutomationRow,
  member: MemberRow,
  { store, about_id = '' }: OccasionContext,
): string | undefined {
  const { id: workflow_id } = workflow
  const { contact_id, email_address } = member
  const email = firstEmail(tx, workflow)
  if (!email) return explainNoEmail(workflow)
  if (store.is_syncing) return `The store ${store.id} is syncing.`
  if (!mayGet(workflow, email, member)) return `${email_address} is ${member.status}.`
  const pass = tx.first(automationPasses.key, { workflow_id, contact_id })
  if (pass && (pass.removal > 0 || about_id === ''))
    return `${email_address} ${pass.removal > 0 ? 'was removed from' : 'has entered'} the automation ${workflow_id}.`
  if (isInAudience(tx, campaignOfAutomation(tx, workflow), member)) return undefined
  return `${email_address} is not in the segment of the automation ${workflow_id}.`
}

/** Why a member cannot enter an automation; `undefined` if the member can. */
export function obstacleTo(tx: Tx, workflow: AutomationRow, member: MemberRow): string | undefined {
  const { id: workflow_id, status, list_id } = workflow
  const { contact_id, email_address } = member
  if (status === 'save') return `The automation ${workflow_id} has not been started.`
  if (status === 'archived') return `The automation ${workflow_id} is archived.`
  if (isSyncing(tx, workflow)) return `The store ${workflow.store_id} is syncing.`
  if (member.list_id !== list_id || member.status !== 'subscribed')
    return `${email_address} is not subscribed to the list ${list_id}.`
  const pass = tx.first(automationPasses.key, { workflow_id, contact_id })
  if (pass) return `${email_address} ${pass.removal > 0 ? 'was removed from' : 'has entered'} the automation ${workflow_id}.`
  if (!isInAudience(tx, campaignOfAutomation(tx, workflow), member))
    return `${email_address} is not in the segment of the automation ${workflow_id}.`
  return firstEmail(tx, workflow) ? undefined : explainNoEmail(workflow)
}

function explainNoEmail({ id }: AutomationRow): string {
  return `No email of the automation ${id} has been started.`
}

function firstEmail(tx: ReadTx, workflow: AutomationRow): AutomationEmailRow | undefined {
  return emailsAfter(tx, workflow, 0)[0]
}

/** Lets a member enter an automation. Returns `false` if the member cannot. The first email is due after its delay, or at `at`. */
export function enter(tx: Tx, workflow: AutomationRow, member: MemberRow, at?: Seconds): boolean {
  const email = firstEmail(tx, workflow)
  const reason = obstacleTo(tx, workflow, member)
  if (!email || reason !== undefined) {
    omitFrom(tx, workflow, member.contact_id, reason ?? explainNoEmail(workflow))
    return false
  }
  recordPass(tx, workflow, member)
  enqueue(tx, workflow, email, member, at ?? instantNow(tx) + delaySeconds(email.delay))
  return true
}

/** Remembers that a member has entered an automation, or that a member cannot enter it (`entered_at` 0). */
export function recordPass(
  tx: Tx,
  { id: workflow_id, list_id }: AutomationRow,
  { contact_id }: Pick<MemberRow, 'contact_id'>,
  entered_at = tx.now,
): PassRow {
  const known = tx.first(automationPasses.key, { workflow_id, contact_id })
  if (known) return known
  return tx.insert(automationPasses, { workflow_id, contact_id, list_id, entered_at, completed_at: 0, removal: 0 })
}

/** Takes a member out of an automation for good. A second time changes nothing. */
export function removeFrom(tx: Tx, workflow: AutomationRow, member: MemberRow): PassRow {
  const pass = recordPass(tx, workflow, member, 0)
  if (pass.removal > 0) return pass
  const reason = `${member.email_address} was removed from the automation ${workflow.id}.`
  leaveQueues(tx, member, reason, workflow.id)
  endOccasions(tx, member, reason, workflow.id)
  return tx.put(automationPasses, { ...pass, removal: tx.count('automation_passes.removal') })
}
