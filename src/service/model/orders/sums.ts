import { defineTable } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { convertToAmount, type Money } from '../requests/money.ts'
import type { OrderRow } from './order.ts'

/** The sums of several orders. Revenue is their total without shipping and tax. */
export interface Sum {
  readonly orders: number
  readonly spent: Money
  readonly revenue: Money
}

export const NO_ORDERS: Sum = { orders: 0, spent: 0, revenue: 0 }

/** How far an order has come, as far as the setting `commerce.counts` asks. */
export type Stage = 'cancelled' | 'paid' | 'other'

/** What orders are summed up for. */
export type SumSubject = 'customer' | 'contact' | 'campaign' | 'outreach'

/**
 * The sums of the orders of a customer, a contact, a campaign or an outreach, by stages, so that `commerce.counts` applies when they are read. Sums
 * of no order have no row.
 */
export interface OrderSumsRow extends Readonly<Record<Stage, Sum>> {
  readonly seq: number
  readonly subject: SumSubject
  /** The store of a customer; empty for other subjects, whose ids are unique. */
  readonly store_id: string
  readonly id: string
}

export const orderSums = defineTable<OrderSumsRow>()('order_sums', {
  key: ['subject', 'store_id', 'id'],
  remembered: false,
})

/** The stages that count under each value of `commerce.counts`. */
const counted: { readonly [Counts in Tx['settings']['commerce']['counts']]: readonly Stage[] } = {
  not_cancelled: ['paid', 'other'],
  paid: ['paid'],
  all: ['cancelled', 'paid', 'other'],
}

export function judgeStage({ cancelled_at_foreign, financial_status }: OrderRow): Stage {
  if (cancelled_at_foreign > 0) return 'cancelled'
  return financial_status.toLowerCase() === 'paid' ? 'paid' : 'other'
}

/** Whether an order counts in sums, by the setting `commerce.counts`. */
export function isCounted({ settings }: Pick<Tx, 'settings'>, order: OrderRow): boolean {
  return counted[settings.commerce.counts].includes(judgeStage(order))
}

/** What an order brings without shipping and tax. */
export function calculateRevenue({ order_total, shipping_total, tax_total }: OrderRow): Money {
  return order_total - shipping_total - tax_total
}

/** Whether the sums of the campaign that an order belongs to include it, if it counts. */
export function isOfCampaign({ campaign_id, processed_at_foreign, financial_status }: OrderRow): boolean {
  return campaign_id !== '' && processed_at_foreign > 0 && financial_status !== ''
}

export function addSum(sum: Sum, { orders: more, spent, revenue }: Sum): Sum {
  return more === 0 && spent === 0 && revenue === 0
    ? sum
    : { orders: sum.orders + more, spent: sum.spent + spent, revenue: sum.revenue + revenue }
}

/** The counted orders in a row of sums. */
export function readCountedSum(tx: ReadTx, row: OrderSumsRow | undefined): Sum {
  if (!row) return NO_ORDERS
  return counted[tx.settings.commerce.counts].map((stage) => row[stage]).reduce(addSum)
}

/** The number of a customer's counted orders and the sum of their totals, as answers show it. */
export interface CustomerSums {
  readonly orders_count: number
  readonly total_spent: number
}

export function customerSums(tx: ReadTx, store_id: string, id: string): CustomerSums {
  const { orders: orders_count, spent } = readCountedSum(tx, tx.first(orderSums.key, { subject: 'customer', store_id, id }))
  return { orders_count, total_spent: convertToAmount(spent) }
}

/** The row with the sums of a contact, another one after each change of them; `undefined` without orders. */
export function contactSumsRow(tx: ReadTx, contact_id: string): OrderSumsRow | undefined {
  return tx.first(orderSums.key, { subject: 'contact', store_id: '', id: contact_id })
}

/** The counted orders of a contact in the stores of its list. */
export function contactSums(tx: ReadTx, contact_id: string): Sum {
  return readCountedSum(tx, contactSumsRow(tx, contact_id))
}

/** The counted orders that belong to a campaign, without those of its parts: only those that are processed and have a financial status. */
export function campaignSums(tx: ReadTx, campaign_id: string): Sum {
  return readCountedSum(tx, tx.first(orderSums.key, { subject: 'campaign', store_id: '', id: campaign_id }))
}

/** The counted orders that an outreach brought, such as a landing page. */
export function outreachSums(tx: ReadTx, outreach_id: string): Sum {
  return readCountedSum(tx, tx.first(orderSums.key, { subject: 'outreach', store_id: '', id: outreach_id }))
}

/** Adds up sums. */
export function addSums(sums: readonly Sum[]): Sum {
  return sums.reduce(addSum, NO_ORDERS)
}
