import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { findRecipient } from '../../model/campaigns/campaign.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { lists } from '../../model/lists/list.ts'
import { isAddress } from '../../rules/members/address.ts'
import { findMember, type MemberRow } from '../../model/members/member.ts'
import { type Operations, selectPage, slicePage } from '../../rules/requests/operation.ts'
import { memberListed } from '../../rules/segments/make.ts'
import {
  automationOrThrow,
  automationPasses,
  automationQueue,
  type AutomationRow,
  changeableAutomation,
  emailOrThrow,
  type QueueRow,
} from '../../model/automations/automation.ts'
import { recordPass, removeFrom } from '../../rules/automations/enter.ts'
import { automationOccasions, type OccasionRow } from '../../model/automations/occasion.ts'
import { enqueue, isRemoved, queuedAt } from '../../rules/automations/queue.ts'
import { delaySeconds, instantNow } from '../../rules/automations/runtime.ts'
import { queueItemView, removedView, singleQueueItemView } from './view.ts'

/** Operations on the queues of an automation and on the members who were removed from it. */
export const queueOperations = {
  getAutomationQueue({ tx, path, query: { count = Infinity, offset } }) {
    const workflow = automationOrThrow(tx, path.workflow_id)
    const { id: email_id } = emailOrThrow(tx, workflow, path.workflow_email_id)
    const queue = tx.range(automationQueue.byDue, { email_id })
    const occasions = tx.range(automationOccasions.byDue, { email_id })
    return {
      workflow_id: workflow.id,
      email_id,
      queue: waitingIn(queue, occasions, { count, offset }).map((row) => queueItemView(tx, row)),
      total_items: queue.count + occasions.count,
      _links: renderLinks(tx, 'AutomationQueue', { workflow_id: workflow.id, workflow_email_id: email_id }),
    }
  },

  addToAutomationQueue({ tx, path, body: { email_address } }) {
    const known = automationOrThrow(tx, path.workflow_id)
    const email = emailOrThrow(tx, known, path.workflow_email_id)
    const workflow = changeableAutomation(tx, known.id)
    if (workflow.status === 'save' || email.status === 'save')
      throw errors.badRequest(`The email ${email.id} has not been started, so it takes no member.`)
    const member = memberOfList(tx, workflow, email_address)
    const problem = problemWith(tx, workflow, email, member)
    if (problem) throw errors.badRequest(problem)
    recordPass(tx, workflow, member)
    return singleQueueItemView(tx, enqueue(tx, workflow, email, member, instantNow(tx) + delaySeconds(email.delay)))
  },

  getAutomationQueueItem({ tx, path }) {
    const workflow = automationOrThrow(tx, path.workflow_id)
    const email = emailOrThrow(tx, workflow, path.workflow_email_id)
    const member = memberOfPath(tx, workflow, path.subscriber_hash)
    const row = member && findWaiting(tx, email, member.contact_id)
    if (!row) throw errors.notFound(`${path.subscriber_hash.slice(0, 254)} is not in the queue of the email ${email.id}`)
    return singleQueueItemView(tx, row)
  },

  getRemovedSubscribers({ tx, path, query: { count = Infinity, offset } }) {
    const { id: workflow_id } = automationOrThrow(tx, path.workflow_id)
    const all = tx.range(automationPasses.byRemoval, { workflow_id })
    const removed = all.part(
      all.countWhile(({ removal }) => removal === 0),
      all.count,
    )
    return {
      workflow_id,
      subscribers: selectPage(removed, { count, offset }).map((row) => removedView(tx, row)),
      total_items: removed.count,
      _links: renderLinks(tx, 'RemovedSubscriberCollection', { workflow_id }),
    }
  },

  removeSubscriber({ tx, path, body: { email_address } }) {
    const workflow = changeableAutomation(tx, path.workflow_id)
    const member = memberOfList(tx, workflow, email_address)
    return removedView(tx, removeFrom(tx, workflow, member))
  },

  getRemovedSubscriber({ tx, path }) {
    const workflow = automationOrThrow(tx, path.workflow_id)
    const member = memberOfPath(tx, workflow, path.subscriber_hash)
    const row = member && tx.first(automationPasses.key, { workflow_id: workflow.id, contact_id: member.contact_id })
    if (!row || row.removal === 0) {
      throw errors.notFound(`${path.subscriber_hash.slice(0, 254)} was not removed from the automation ${workflow.id}`)
    }
    return removedView(tx, row)
  },
} satisfies Partial<Operations>

/** A member in the queue of an email, with or without an occasion. */
function findWaiting(tx: ReadTx, email: { readonly id: string }, contact_id: string): QueueRow | OccasionRow | undefined {
  const occasions = tx.range(automationOccasions.ofContact, { contact_id }).all()
  return queuedAt(tx, email, contact_id) ?? occasions.find(({ email_id }) => email_id === email.id)
}

/** A page of a queue, the next one first. */
function waitingIn(
  queue: Range<QueueRow>,
  occasions: Range<OccasionRow>,
  page: { readonly count: number; readonly offset: number },
): readonly (QueueRow | OccasionRow)[] {
  if (occasions.count === 0) return selectPage(queue, page)
  const all = [...queue.all(), ...occasions.all()].toSorted((a, b) => a.next_send - b.next_send)
  return slicePage(all, page)
}

function memberOfList(tx: ReadTx, { list_id }: AutomationRow, address: string): MemberRow {
  if (!isAddress(address)) throw errors.invalid({ field: 'email_address', message: 'Value must be an email address.' })
  const list = tx.first(lists.key, { id: list_id })
  const member = list && memberListed(tx, list, address)
  if (!member) throw errors.notFound(`${address.slice(0, 254)} is not on the list ${list_id}`)
  return member
}

function memberOfPath(tx: ReadTx, { list_id }: AutomationRow, key: string): MemberRow | undefined {
  const list = tx.first(lists.key, { id: list_id })
  return list && findMember(tx, list, key)
}

/** Why a member cannot be put into the queue of an email; `undefined` if the member can. */
function problemWith(
  tx: ReadTx,
  workflow: AutomationRow,
  email: { readonly id: string },
  { contact_id, email_address, status }: MemberRow,
): string | undefined {
  if (status !== 'subscribed') return `${email_address} is ${status}. Only subscribed members can get the email ${email.id}.`
  if (isRemoved(tx, workflow, contact_id)) return `${email_address} was removed from the automation ${workflow.id}.`
  if (findWaiting(tx, email, contact_id)) return `${email_address} is in the queue of the email ${email.id} already.`
  return findRecipient(tx, email, contact_id) ? `${email_address} was sent the email ${email.id} already.` : undefined
}
