import { onDemand } from '../../../kernel/world/on-demand.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { omit } from '../../rules/omissions.ts'
import type { Manifest } from '../../rules/manifest.ts'
import type { ResourceEvents } from '../../rules/resource-events.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { automationOccasions } from '../../model/automations/occasion.ts'
import {
  automationEmails,
  automationQueue,
  type AutomationRow,
  automations,
  isWelcome,
} from '../../model/automations/automation.ts'

// Most worlds have no automation.
export const flow = onDemand(() => import('../../rules/automations/flow.ts'))
export const commerce = onDemand(() => import('./commerce.ts'))

/** The automations of a list that fit. */
function findAutomations(tx: ReadTx, list_id: string, fits: (workflow: AutomationRow) => boolean): AutomationRow[] {
  return tx.range(automations.byList, { list_id }).all().filter(fits)
}

/** Whether an automation takes members, or would take them if it were started. */
function isOpenWorkflow({ status }: AutomationRow): boolean {
  return status !== 'archived'
}

/** Members enter welcome workflows and those about interests, and leave all queues with the list. */
export function memberChanged(tx: Tx, { list, before, after, by }: ResourceEvents['member.changed']): void {
  const subject = after ?? before
  if (!subject || !tx.first(automations.byList, { list_id: list.id })) return
  if (after?.status !== 'subscribed') {
    const reason = `${subject.email_address} ${after ? `is ${after.status}` : 'was deleted'}.`
    if (tx.first(automationQueue.byMember, { contact_id: subject.contact_id })) flow().leaveQueues(tx, subject, reason)
    // Transactional contacts get the first email about a cart.
    if (after?.status !== 'transactional' && tx.first(automationOccasions.ofContact, { contact_id: subject.contact_id }))
      flow().endOccasions(tx, subject, reason)
    return
  }
  const isNew = before?.status !== 'subscribed'
  const welcomes = isNew ? findAutomations(tx, list.id, (each) => isOpenWorkflow(each) && isWelcome(each)) : []
  const isImport = ({ imports, status }: AutomationRow): boolean => by.source !== 'user' && !imports && status !== 'save'
  for (const { id: workflow_id } of welcomes.filter(isImport))
    omit(tx, { code: 'automation_without_imports', list_id: list.id, contact_id: subject.contact_id, workflow_id })
  const joined = after.interests.filter((id) => !before?.interests.includes(id))
  const left = (before?.interests ?? []).filter((id) => !after.interests.includes(id))
  const concerns = ({ interest_id }: AutomationRow, changed: readonly string[]) =>
    interest_id === '' ? changed.length > 0 : changed.includes(interest_id)
  const groups =
    joined.length + left.length === 0
      ? []
      : findAutomations(
          tx,
          list.id,
          (each) =>
            isOpenWorkflow(each) &&
            ((each.workflow_type === 'groupAdd' && concerns(each, joined)) ||
              (each.workflow_type === 'groupRemove' && concerns(each, left))),
        )
  for (const workflow of [...welcomes.filter((each) => !isImport(each)), ...groups]) flow().enter(tx, workflow, after)
}

/** Members who get a tag enter the workflows about it. */
export function memberTagged(tx: Tx, { member, segment }: ResourceEvents['member.tagged']): void {
  const concerned = findAutomations(
    tx,
    member.list_id,
    (each) => isOpenWorkflow(each) && each.workflow_type === 'tagAdd' && (each.tag === '' || each.tag === segment.name),
  )
  for (const workflow of concerned) flow().enter(tx, workflow, member)
}

/** Recipients who open or click enter the workflows that follow up on the campaign, or continue in a workflow. */
export function recipientActed(tx: Tx, { campaign, member, action }: ResourceEvents['recipient.acted']): void {
  const email = campaign.workflow ? tx.first(automationEmails.key, { id: campaign.id }) : undefined
  if (email) flow().continueAfter(tx, email, member, action)
  const followUps = findAutomations(
    tx,
    campaign.list_id,
    (each) => isOpenWorkflow(each) && each.workflow_type === 'emailFollowup' && each.campaign_id === campaign.id,
  )
  for (const workflow of followUps) flow().followUp(tx, workflow, member, action)
}

/** Whether a list has automations, for which what happens in its stores may matter. */
function hasAutomations(tx: ReadTx, { list_id }: StoreRow): boolean {
  return tx.first(automations.byList, { list_id }) !== undefined
}

/** Carts, orders and views let contacts enter the workflows about a store, and end their emails. */
export const reactionsToStores = {
  'cart.changed': (tx, event) => {
    if (hasAutomations(tx, event.store)) commerce().cartChanged(tx, event)
  },
  'order.changed': (tx, event) => {
    if (hasAutomations(tx, event.store)) commerce().orderChanged(tx, event)
  },
  'product.viewed': (tx, event) => {
    if (hasAutomations(tx, event.store)) commerce().productViewed(tx, event)
  },
  'store.deleted': (tx, event) => {
    if (hasAutomations(tx, event.store)) commerce().storeDeleted(tx, event)
  },
} satisfies Manifest['reactions']
