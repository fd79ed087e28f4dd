import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors, refuseMissing } from '../errors.ts'
import { type CampaignRow, campaigns } from '../campaigns/campaign.ts'
import { automationOccasions, type EmailSubject, type OccasionRow } from './occasion.ts'
import type { Money } from '../requests/money.ts'
import { Defect } from '../../../kernel/world/errors.ts'

export type WorkflowType = ServiceSchemas['WorkflowType']
export type AutomationAction = ServiceSchemas['AutomationAction']

/** The times at which emails of an automation may go out, in the time zone of the account. */
export interface Runtime {
  readonly days: readonly ServiceSchemas['AutomationDay'][]
  readonly hours: ServiceSchemas['AutomationHours']
  /** The hour of `send_at`, or the first one of `send_between`. */
  readonly from: number
  /** The hour before which `send_between` ends. */
  readonly until: number
}

/** Which orders let a contact enter a workflow about purchases. */
export interface PurchaseRule {
  /** The product of `productFollowup`; otherwise empty. */
  readonly product_id: string
  /** The vendor of the products of `categoryFollowup`; otherwise empty. */
  readonly category: string
  /** Whether only the first order of a contact counts. */
  readonly first_only: boolean
  /** The number of orders that a best customer has at least; 0 for any. */
  readonly orders: number
  /** The sum that a best customer has spent at least; 0 for any. */
  readonly spent: Money
}

/**
 * A classic automation, which the API also calls a workflow. Its fields in common with a campaign, such as its list, its sender and its
 * figures, is in a row of `campaigns` with the same id.
 */
export interface AutomationRow extends Row {
  readonly id: string
  readonly list_id: string
  readonly title: string
  readonly status: ServiceSchemas['AutomationStatus']
  readonly created_at: Seconds
  /** When it was first started; 0 before that. */
  readonly start_time: Seconds
  readonly workflow_type: WorkflowType
  readonly runtime: Runtime
  /** The name of the tag of `tagAdd`; empty for any. */
  readonly tag: string
  /** The id of the interest of `groupAdd` and `groupRemove`; empty for any. */
  readonly interest_id: string
  /** The merge tag of the date of `recurringEvent` and `specialEvent`; otherwise empty. */
  readonly date_field: string
  /** The campaign of `emailFollowup`; otherwise empty. */
  readonly campaign_id: string
  /** The store of workflows about carts, products and purchases; empty for all stores of the list. */
  readonly store_id: string
  /** Workflows about purchases have one. */
  readonly purchase?: PurchaseRule
  /** Whether members whom the API or an administrator subscribes enter a welcome workflow. */
  readonly imports: boolean
  /** The id of the job that looks for members whose date has come; 0 if there is none. */
  readonly job: number
}

export const automations = defineTable<AutomationRow>()('automations', {
  key: ['id'],
  indexes: { byCreation: ['created_at'], byList: ['list_id', 'workflow_type'], byStore: ['store_id', 'workflow_type'] },
  word: 'automation',
  parameters: ['workflow_id'],
  shownBy: 'title',
})

/** When an email of an automation goes out. */
export interface Delay {
  readonly amount: number
  readonly type: ServiceSchemas['AutomationDelayType']
  readonly direction: ServiceSchemas['AutomationDelayDirection']
  readonly action: AutomationAction
}

/** An email of an automation. Its fields in common with a campaign, and its content, are in the tables of campaigns, under the same id. */
export interface AutomationEmailRow extends Row {
  readonly id: string
  readonly workflow_id: string
  readonly list_id: string
  /** From 1. */
  readonly position: number
  readonly status: ServiceSchemas['AutomationEmailStatus']
  readonly delay: Delay
  readonly created_at: Seconds
  /** When it was first started; 0 before that. */
  readonly start_time: Seconds
  /** When it last went out; 0 before that. */
  readonly last_sent: Seconds
  /** The id of the job that sends the next due emails; 0 if there is none. */
  readonly job: number
}

export const automationEmails = defineTable<AutomationEmailRow>()('automation_emails', {
  key: ['id'],
  indexes: { byPosition: ['workflow_id', 'position'] },
  word: 'automation_email',
  parameters: ['workflow_email_id'],
})

/** A member who waits for an email of an automation. */
export interface QueueRow extends Row {
  readonly email_id: string
  readonly contact_id: string
  readonly workflow_id: string
  readonly list_id: string
  /** With the fraction of the second. */
  readonly next_send: Seconds
}

export const automationQueue = defineTable<QueueRow>()('automation_queue', {
  key: ['email_id', 'contact_id'],
  indexes: {
    byDue: ['email_id', 'next_send'],
    byMember: ['contact_id', 'workflow_id'],
    byWorkflow: ['workflow_id'],
    byList: ['list_id'],
  },
})

/** A member who has entered an automation, or was removed from it, and so cannot enter it any more. */
export interface PassRow extends Row {
  readonly workflow_id: string
  readonly contact_id: string
  readonly list_id: string
  /** 0 if the member was removed before entering. */
  readonly entered_at: Seconds
  /** When the member was past the last email; 0 before that. */
  readonly completed_at: Seconds
  /** The number of the removal if the member was removed through the API, in their order; 0 if not. */
  readonly removal: number
}

export const automationPasses = defineTable<PassRow>()('automation_passes', {
  key: ['workflow_id', 'contact_id'],
  indexes: { byRemoval: ['workflow_id', 'removal'], byMember: ['contact_id'], byList: ['list_id'] },
})

/** The cart, the product or the order that an email of an automation is about whose link a recipient follows. */
export function subjectOfLink(
  tx: ReadTx,
  email: { readonly id: string },
  { contact_id }: { readonly contact_id: string },
  about_id: string,
): EmailSubject | undefined {
  const workflow_id = tx.first(automationEmails.key, { id: email.id })?.workflow_id ?? ''
  const occasion = tx.first(automationOccasions.key, { workflow_id, contact_id, about_id })
  return occasion && { id: about_id, tags: occasion.tags }
}

export function automationOrThrow(tx: ReadTx, id: string): AutomationRow {
  return tx.first(automations.key, { id }) ?? refuseMissing('there is no automation', id)
}

/** Returns an automation that can change. Throws a 404 if there is none, and 400 if it is archived. */
export function changeableAutomation(tx: ReadTx, id: string): AutomationRow {
  const workflow = automationOrThrow(tx, id)
  if (workflow.status === 'archived') throw errors.badRequest(`The automation ${workflow.id} is archived, so nothing can change.`)
  return workflow
}

/** Returns an email of an automation. Throws a 404 if there is none. */
export function emailOrThrow(tx: ReadTx, workflow: AutomationRow, id: string): AutomationEmailRow {
  const email = tx.first(automationEmails.key, { id })
  return email?.workflow_id === workflow.id ? email : refuseMissing(`the automation ${workflow.id} has no email`, id)
}

/** The emails of an automation, by position. */
export function findWorkflowEmails(tx: ReadTx, { id: workflow_id }: Pick<AutomationRow, 'id'>): AutomationEmailRow[] {
  return tx.range(automationEmails.byPosition, { workflow_id }).all()
}

/** What an automation, or an email of one, has in common with a campaign. */
export function campaignOfAutomation(tx: ReadTx, { id }: { readonly id: string }): CampaignRow {
  const campaign = tx.first(campaigns.key, { id })
  if (!campaign) throw new Defect(`The automation or email ${id} has no row in campaigns.`)
  return campaign
}

/** Types of workflows whose emails welcome new members. */
const WELCOMES: ReadonlySet<WorkflowType> = new Set(['welcomeSeries', 'singleWelcome'])

/** Whether a workflow welcomes new members. */
export function isWelcome({ workflow_type }: Pick<AutomationRow, 'workflow_type'>): boolean {
  return WELCOMES.has(workflow_type)
}

/** Whether a started workflow welcomes the new members of a list. */
export function hasWelcome(tx: ReadTx, { id: list_id }: { readonly id: string }): boolean {
  return [...WELCOMES].some((workflow_type) =>
    tx
      .range(automations.byList, { list_id, workflow_type })
      .all()
      .some(({ status, start_time }) => start_time > 0 && status !== 'archived'),
  )
}

/** Removes the queue items and passes of the members of a deleted list. The automations stay. */
export function removeListQueues(tx: Tx, { id: list_id }: { readonly id: string }): void {
  const occasions = tx.range(automationOccasions.byList, { list_id }).all()
  tx.removeAll(automationOccasions.byList, { list_id })
  removeFromQueues(tx, tx.range(automationQueue.byList, { list_id }).all(), occasions)
  tx.removeAll(automationPasses.byList, { list_id })
}

/** Removes the queue items and passes of a permanently deleted member. */
export function removeMemberQueues(tx: Tx, { contact_id }: { readonly contact_id: string }): void {
  const occasions = tx.range(automationOccasions.ofContact, { contact_id }).all()
  tx.removeAll(automationOccasions.ofContact, { contact_id })
  removeFromQueues(tx, tx.range(automationQueue.byMember, { contact_id }).all(), occasions)
  tx.removeAll(automationPasses.byMember, { contact_id })
}

/** The workflows that take contacts of a store now. */
export function findOpenWorkflows(
  tx: ReadTx,
  { id, list_id }: { readonly id: string; readonly list_id: string },
): AutomationRow[] {
  const all = tx.range(automations.byList, { list_id }).all()
  return all.filter(
    ({ status, store_id }) => (status === 'sending' || status === 'paused') && (store_id === '' || store_id === id),
  )
}

/** When the next member in the queue of an email is due; `undefined` if the queue is empty. */
export function nextDue(tx: ReadTx, email_id: string): Seconds | undefined {
  const first = [tx.first(automationQueue.byDue, { email_id }), tx.first(automationOccasions.byDue, { email_id })]
  const instants = first.flatMap((row) => (row ? [row.next_send] : []))
  return instants.length === 0 ? undefined : Math.min(...instants)
}

/** Removes queue items, and the jobs of emails whose queues are empty afterwards. */
function removeFromQueues(tx: Tx, items: readonly QueueRow[], occasions: readonly OccasionRow[]): void {
  for (const item of items) tx.remove(automationQueue, item)
  for (const email_id of new Set([...items, ...occasions].map((item) => item.email_id))) {
    const email = tx.first(automationEmails.key, { id: email_id })
    if (!email || email.job === 0 || nextDue(tx, email_id) !== undefined) continue
    tx.unschedule(email.job)
    tx.put(automationEmails, { ...email, job: 0 })
  }
}
