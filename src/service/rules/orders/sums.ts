import type { Tx } from '../../../kernel/world/tx.ts'
import type { ResourceEvents } from '../resource-events.ts'
import { type OrderRow, orders } from '../../model/orders/order.ts'
import {
  type OrderSumsRow,
  type SumSubject,
  isOfCampaign,
  type Stage,
  type Sum,
  calculateRevenue,
  judgeStage,
  addSum,
  NO_ORDERS,
  orderSums,
} from '../../model/orders/sums.ts'

type SumsKey = Pick<OrderSumsRow, 'subject' | 'store_id' | 'id'>

/** Calls a function with the keys of the sums that include an order. */
function visitSumKeys(order: OrderRow, visit: (subject: SumSubject, store_id: string, id: string) => void): void {
  const { store_id, customer_id, contact_id, campaign_id, outreach_id } = order
  visit('customer', store_id, customer_id)
  if (contact_id !== '') visit('contact', '', contact_id)
  if (isOfCampaign(order)) visit('campaign', '', campaign_id)
  if (outreach_id !== '') visit('outreach', '', outreach_id)
}

/** The orders and amounts that a row of sums gets, or loses if they are negative. */
type SumsChange = { -readonly [Name in Stage]: Sum } & SumsKey

/** The changes of sums, each of which is written once. */
class Changes {
  readonly #changes = new Map<string, SumsChange>()

  /** Adds an order to all its sums, or takes it out of them if `sign` is -1. */
  add(order: OrderRow, sign: 1 | -1): void {
    const own: Sum = { orders: sign, spent: sign * order.order_total, revenue: sign * calculateRevenue(order) }
    const stage = judgeStage(order)
    visitSumKeys(order, (subject, store_id, id) => {
      const change = this.#of(subject, store_id, id)
      change[stage] = addSum(change[stage], own)
    })
  }

  #of(subject: SumSubject, store_id: string, id: string): SumsChange {
    const key = JSON.stringify([subject, store_id, id])
    let change = this.#changes.get(key)
    if (!change) {
      change = { subject, store_id, id, cancelled: NO_ORDERS, paid: NO_ORDERS, other: NO_ORDERS }
      this.#changes.set(key, change)
    }
    return change
  }

  /** Writes the sums into the empty table. */
  load(tx: Tx): void {
    tx.load(orderSums, [...this.#changes.values()])
  }

  apply(tx: Tx): void {
    for (const change of this.#changes.values()) {
      const before = tx.first(orderSums.key, change)
      if (!before) {
        tx.insert(orderSums, change)
        continue
      }
      const sums = {
        cancelled: addSum(before.cancelled, change.cancelled),
        paid: addSum(before.paid, change.paid),
        other: addSum(before.other, change.other),
      }
      const count = sums.cancelled.orders + sums.paid.orders + sums.other.orders
      if (count > 0) tx.amend(orderSums, before, sums)
      else tx.remove(orderSums, before)
    }
  }
}

/** Updates the sums after a change of an order. */
export function sumChangedOrder(tx: Tx, { before, after }: Pick<ResourceEvents['order.changed'], 'before' | 'after'>): void {
  const changes = new Changes()
  if (before) changes.add(before, -1)
  if (after) changes.add(after, 1)
  changes.apply(tx)
}

/** Takes all orders of a deleted store out of the sums. They are still there. */
export function removeStoreSums(tx: Tx, { store }: ResourceEvents['store.deleted']): void {
  const changes = new Changes()
  tx.range(orders.inStore, { store_id: store.id }).each((order) => changes.add(order, -1))
  changes.apply(tx)
}

/**
 * Sums up orders that were loaded without events, for worlds that begin with very many of them. With every sum inserted, a shop with 100,000 orders takes
 * 644 MB instead of 606 (resident, after ten pages of 1,000 orders, 2026-11-30).
 */
export function sumLoadedOrders(tx: Tx, loaded: readonly OrderRow[]): void {
  const changes = new Changes()
  for (const order of loaded) changes.add(order, 1)
  if (tx.range(orderSums.key).count === 0) changes.load(tx)
  else changes.apply(tx)
}
