import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { amountOf, type Money } from '../requests/money.ts'
import type { Events } from '../resource-events.ts'
import { type OrderRow, orders } from './order.ts'

/** The sums of several orders. Revenue is their total without shipping and tax. */
export interface Sum {
  readonly orders: number
  readonly spent: Money
  readonly revenue: Money
}

export const NO_ORDERS: Sum = { orders: 0, spent: 0, revenue: 0 }

/** How far an order has come, as far as the setting `commerce.counts` asks. */
type Stage = 'cancelled' | 'paid' | 'other'

/** What orders are summed up for. */
type Subject = 'customer' | 'contact' | 'campaign' | 'outreach'

/**
 * The sums of the orders of a customer, a contact, a campaign or an outreach, by stages, so that `commerce.counts` applies when they are read. Sums
 * of no order have no row.
 */
export interface OrderSumsRow extends Readonly<Record<Stage, Sum>> {
  readonly seq: number
  readonly subject: Subject
  /** The store of a customer; empty for other subjects, whose ids are unique. */
  readonly store_id: string
  readonly id: string
}

export const orderSums = defineTable<OrderSumsRow>({ remembered: false })('order_sums', { key: ['subject', 'store_id', 'id'] })

type SumsKey = Pick<OrderSumsRow, 'seq' | 'subject' | 'store_id' | 'id'>

/** The stages that count under each value of `commerce.counts`. */
const counted: { readonly [Counts in Tx['settings']['commerce']['counts']]: readonly Stage[] } = {
  not_cancelled: ['paid', 'other'],
  paid: ['paid'],
  all: ['cancelled', 'paid', 'other'],
}

function stageOf({ cancelled_at_foreign, financial_status }: OrderRow): Stage {
  if (cancelled_at_foreign > 0) return 'cancelled'
  return financial_status.toLowerCase() === 'paid' ? 'paid' : 'other'
}

/** Whether an order counts in sums, by the setting `commerce.counts`. */
export function isCounted({ settings }: Pick<Tx, 'settings'>, order: OrderRow): boolean {
  return counted[settings.commerce.counts].includes(stageOf(order))
}

/** What an order brings without shipping and tax. */
export function revenueOf({ order_total, shipping_total, tax_total }: OrderRow): Money {
  return order_total - shipping_total - tax_total
}

/** Whether the sums of the campaign that an order belongs to include it, if it counts. */
export function isOfCampaign({ campaign_id, processed_at_foreign, financial_status }: OrderRow): boolean {
  return campaign_id !== '' && processed_at_foreign > 0 && financial_status !== ''
}

/** Calls a function with the keys of the sums that include an order. */
function eachKeyOf(order: OrderRow, visit: (subject: Subject, store_id: string, id: string) => void): void {
  const { store_id, customer_id, contact_id, campaign_id, outreach_id } = order
  visit('customer', store_id, customer_id)
  if (contact_id !== '') visit('contact', '', contact_id)
  if (isOfCampaign(order)) visit('campaign', '', campaign_id)
  if (outreach_id !== '') visit('outreach', '', outreach_id)
}

/** The orders and amounts that a row of sums gets, or loses if they are negative. */
type Change = { -readonly [Name in Stage]: Sum } & SumsKey

/** The changes of sums, each of which is written once. */
class Changes {
  readonly #changes: Change[] = []
  /** By subject, by store, and by id: texts that exist already are found several times faster than those made of all three. */
  readonly #found = new Map<Subject, Map<string, Map<string, Change>>>()

  /** Adds an order to all its sums, or takes it out of them if `sign` is -1. */
  add(order: OrderRow, sign: 1 | -1): void {
    const own: Sum = { orders: sign, spent: sign * order.order_total, revenue: sign * revenueOf(order) }
    const stage = stageOf(order)
    eachKeyOf(order, (subject, store_id, id) => {
      const change = this.#of(subject, store_id, id)
      change[stage] = plus(change[stage], own)
    })
  }

  #of(subject: Subject, store_id: string, id: string): Change {
    let ofSubject = this.#found.get(subject)
    if (!ofSubject) this.#found.set(subject, (ofSubject = new Map()))
    let inStore = ofSubject.get(store_id)
    if (!inStore) ofSubject.set(store_id, (inStore = new Map()))
    let change = inStore.get(id)
    if (!change) {
      // With a place for its `seq`, the change can become the row.
      change = { seq: 0, subject, store_id, id, cancelled: NO_ORDERS, paid: NO_ORDERS, other: NO_ORDERS }
      inStore.set(id, change)
      this.#changes.push(change)
    }
    return change
  }

  /** Writes all sums at once into the empty table, which is much faster for very many. */
  load(tx: Tx): void {
    tx.load(orderSums, this.#changes)
  }

  apply(tx: Tx): void {
    for (const change of this.#changes) {
      const before = tx.first(orderSums.key, change)
      if (!before) {
        tx.insert(orderSums, change)
        continue
      }
      const sums = {
        cancelled: plus(before.cancelled, change.cancelled),
        paid: plus(before.paid, change.paid),
        other: plus(before.other, change.other),
      }
      const count = sums.cancelled.orders + sums.paid.orders + sums.other.orders
      if (count > 0) tx.amend(orderSums, before, sums)
      else tx.remove(orderSums, before)
    }
  }
}

function plus(sum: Sum, { orders: more, spent, revenue }: Sum): Sum {
  return more === 0 && spent === 0 && revenue === 0
    ? sum
    : { orders: sum.orders + more, spent: sum.spent + spent, revenue: sum.revenue + revenue }
}

/** Updates the sums after a change of an order. */
export function sumChangedOrder(tx: Tx, { before, after }: Pick<Events['order.changed'], 'before' | 'after'>): void {
  const changes = new Changes()
  if (before) changes.add(before, -1)
  if (after) changes.add(after, 1)
  changes.apply(tx)
}

/** Takes all orders of a deleted store out of the sums. They are still there. */
export function dropSumsOfStore(tx: Tx, { store }: Events['store.deleted']): void {
  const changes = new Changes()
  tx.range(orders.inStore, { store_id: store.id }).each((order) => changes.add(order, -1))
  changes.apply(tx)
}

/** Sums up orders that were loaded without events, for worlds that begin with very many of them. The world has no other orders. */
export function sumLoadedOrders(tx: Tx, loaded: readonly OrderRow[] = tx.range(orders.key).all()): void {
  const changes = new Changes()
  for (const order of loaded) changes.add(order, 1)
  changes.load(tx)
}

/** The counted orders in a row of sums. */
export function countedOf(tx: Tx, row: OrderSumsRow | undefined): Sum {
  if (!row) return NO_ORDERS
  return counted[tx.settings.commerce.counts].map((stage) => row[stage]).reduce(plus)
}

/** The number of a customer's counted orders and the sum of their totals, as answers show it. */
export interface CustomerSums {
  readonly orders_count: number
  readonly total_spent: number
}

export function customerSums(tx: Tx, store_id: string, id: string): CustomerSums {
  const { orders: orders_count, spent } = countedOf(tx, tx.first(orderSums.key, { subject: 'customer', store_id, id }))
  return { orders_count, total_spent: amountOf(spent) }
}

/** The row with the sums of a contact, another one after each change of them; `undefined` without orders. */
export function contactSumsRow(tx: Tx, contact_id: string): OrderSumsRow | undefined {
  return tx.first(orderSums.key, { subject: 'contact', store_id: '', id: contact_id })
}

/** The counted orders of a contact in the stores of its list. */
export function contactSums(tx: Tx, contact_id: string): Sum {
  return countedOf(tx, contactSumsRow(tx, contact_id))
}

/** The counted orders that belong to a campaign, without those of its parts: only those that are processed and have a financial status. */
export function campaignSums(tx: Tx, campaign_id: string): Sum {
  return countedOf(tx, tx.first(orderSums.key, { subject: 'campaign', store_id: '', id: campaign_id }))
}

/** The counted orders that an outreach brought, such as a landing page. */
export function outreachSums(tx: Tx, outreach_id: string): Sum {
  return countedOf(tx, tx.first(orderSums.key, { subject: 'outreach', store_id: '', id: outreach_id }))
}

/** Adds up sums. */
export function totalOf(sums: readonly Sum[]): Sum {
  return sums.reduce(plus, NO_ORDERS)
}
