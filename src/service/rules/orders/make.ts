import type { Flawed } from '../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors, refuseInvalid } from '../../model/errors.ts'
import { findOpenWorkflows } from '../../model/automations/automation.ts'
import type { CustomerRow } from '../../model/customers/customer.ts'
import { embeddedCustomer } from '../customers/make.ts'
import { asOwner } from '../../model/lines/line.ts'
import { addLines, entryMistakes, mergeLines, newLineMistakes } from './write-lines.ts'
import type { Caller } from '../../model/requests/call.ts'
import { emit } from '../resource-events.ts'
import { listOfStoreOrThrow, type StoreRow } from '../../model/stores/store.ts'
import { attributeOrder, mustBeDecided } from './attribution.ts'
import { checkCampaign } from '../stores/campaign-check.ts'
import { BLANK_ORDER, fieldMistakes, readOrderFields } from './fields.ts'
import { orderOrThrow, type OrderRow, orders } from '../../model/orders/order.ts'
import { removeWithOwned } from '../remove-owned.ts'

export type NewOrder = ServiceSchemas['CreateOrder']

/** The body of a change of an order. */
export type OrderChange = Omit<ServiceSchemas['UpdateOrder'], 'id'>

/**
 * Creates an order with its lines, its customer and the customer's contact, and decides which campaign it belongs to. Throws if the id is taken,
 * the customer cannot be saved, a line names an unknown product, or the campaign is unknown.
 */
export function makeOrder(tx: Tx, store: StoreRow, body: NewOrder, by: Caller, created_at: Seconds = tx.now): OrderRow {
  const { id } = body
  const store_id = store.id
  refuseInvalid(mistakesInNewOrder(tx, store_id, body))
  const fields = readOrderFields(body, BLANK_ORDER)
  listOfStoreOrThrow(tx, store)
  if (tx.first(orders.key, { store_id, id })) throw errors.idTaken('An order')
  const customer = embeddedCustomer(tx, store, body.customer, by)
  addLines(tx, asOwner('order', { store_id, id }), body.lines)
  const sent = { campaign_id: body.campaign_id ?? '', outreach_id: body.outreach?.id ?? '' }
  checkCampaign(tx, store, sent.campaign_id)
  const { processed_at_foreign = 0 } = fields
  const order = {
    ...BLANK_ORDER,
    ...fields,
    store_id,
    id,
    ...ofCustomer(customer),
    sent,
    workflows: store.is_syncing ? [] : findOpenWorkflows(tx, store).map((workflow) => workflow.id),
    created_at,
    ordered_at: processed_at_foreign || created_at,
  }
  const after = tx.insert(orders, { ...order, ...attributeOrder(tx, store, order) })
  emit(tx, 'order.changed', { store, before: undefined, after, quiet: by.quiet })
  return after
}

/**
 * Changes an order. Lines are merged, and the campaign is decided anew if a change affects it. Returns the order as it was if nothing changes. Throws like
 * `makeOrder`.
 */
export function changeOrder(tx: Tx, store: StoreRow, { id }: Pick<OrderRow, 'id'>, body: OrderChange, by: Caller): OrderRow {
  const path = { store_id: store.id, order_id: id }
  const found = orderOrThrow(tx, path)
  refuseInvalid(mistakesInOrderChange(tx, found, body))
  const fields = readOrderFields(body, found)
  const customer = body.customer && embeddedCustomer(tx, store, body.customer, by)
  // A new customer with the id of a deleted one has got the order.
  const before = orderOrThrow(tx, path)
  const hasOtherLines = mergeLines(tx, asOwner('order', before), body.lines ?? [])
  const sent = sentWith(before, body)
  if (sent.campaign_id !== before.sent.campaign_id) checkCampaign(tx, store, sent.campaign_id)
  const processed_at_foreign = fields.processed_at_foreign ?? before.processed_at_foreign
  const changed = tx.amend(orders, before, {
    ...fields,
    ...(customer ? ofCustomer(customer) : {}),
    sent,
    ordered_at: processed_at_foreign || before.created_at,
  })
  const after = mustBeDecided(before, changed) ? decideAnew(tx, store, changed, body) : changed
  if (after !== before || hasOtherLines) emit(tx, 'order.changed', { store, before, after, quiet: by.quiet })
  return after
}

/** Lists what no schema can tell about the body of a new order. */
export function mistakesInNewOrder(tx: ReadTx, store_id: string, body: Flawed<NewOrder>): FieldError[] {
  return [...fieldMistakes(body), ...newLineMistakes(tx, store_id, body.lines ?? [])]
}

/** Lists what no schema can tell about a change of an order. */
export function mistakesInOrderChange(tx: ReadTx, order: OrderRow, body: Flawed<OrderChange>): FieldError[] {
  return [...fieldMistakes(body), ...entryMistakes(tx, asOwner('order', order), body.lines ?? [])]
}

/** Deletes an order with its lines. */
export function removeOrder(tx: Tx, store: StoreRow, order: OrderRow): void {
  removeWithOwned(tx, orders, order)
  emit(tx, 'order.changed', { store, before: order, after: undefined })
}

function ofCustomer({ id, contact_id }: CustomerRow): Pick<OrderRow, 'customer_id' | 'contact_id' | 'former_customer'> {
  return { customer_id: id, contact_id, former_customer: undefined }
}

/** Decides the campaign of an order anew. What the body names counts as sent now, even if the order shows it already. */
function decideAnew(tx: Tx, store: StoreRow, order: OrderRow, { campaign_id, outreach }: OrderChange): OrderRow {
  const sent = { campaign_id: campaign_id ?? order.sent.campaign_id, outreach_id: outreach?.id ?? order.sent.outreach_id }
  return tx.amend(orders, order, { sent, ...attributeOrder(tx, store, { ...order, sent }) })
}

/** The campaign and the outreach that the client has sent, up to now. Sending back the values of the order changes nothing. */
function sentWith({ sent, campaign_id, outreach_id }: OrderRow, body: OrderChange): OrderRow['sent'] {
  const outreach = body.outreach?.id
  return {
    campaign_id: body.campaign_id === undefined || body.campaign_id === campaign_id ? sent.campaign_id : body.campaign_id,
    outreach_id: outreach === undefined || outreach === outreach_id ? sent.outreach_id : outreach,
  }
}
