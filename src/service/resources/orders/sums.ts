import type { Tx } from '../../../kernel/world/tx.ts'
import { amountOf } from '../requests/money.ts'
import { type OrderRow, orders } from './order.ts'

/** The number of a customer's orders and the sum of their totals, as answers show it. */
export interface CustomerSums {
  readonly orders_count: number
  readonly total_spent: number
}

/** The sums of a customer over the orders that count. */
export function customerSums(tx: Tx, store_id: string, customer_id: string): CustomerSums {
  const counted = tx
    .range(orders.ofCustomer, { store_id, customer_id })
    .all()
    .filter((order) => isCounted(tx, order))
  return {
    orders_count: counted.length,
    total_spent: amountOf(counted.reduce((sum, { order_total }) => sum + order_total, 0)),
  }
}

/** Whether an order counts in sums, by the setting `commerce.counts`. */
export function isCounted(tx: Tx, { cancelled_at_foreign, financial_status }: OrderRow): boolean {
  const { counts } = tx.settings.commerce
  if (counts === 'all') return true
  return cancelled_at_foreign === 0 && (counts !== 'paid' || financial_status.toLowerCase() === 'paid')
}
