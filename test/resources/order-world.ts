import type { Tx } from '../../src/kernel/world/tx.ts'
import { type LineRow, lines } from '../../src/service/model/lines/line.ts'
import { BLANK_ORDER } from '../../src/service/rules/orders/fields.ts'
import { type OrderRow, orders } from '../../src/service/model/orders/order.ts'
import { moneyIn } from '../../src/service/model/requests/money.ts'
import { emit } from '../../src/service/rules/resource-events.ts'
import { storeOrThrow } from '../../src/service/model/stores/store.ts'

/** The fields of an order in a test, with amounts as the API has them. */
export interface PlacedOrder extends Partial<Omit<OrderRow, 'seq' | 'order_total' | 'tax_total' | 'shipping_total'>> {
  readonly order_total?: number
  readonly tax_total?: number
  readonly shipping_total?: number
  readonly lines?: readonly Partial<LineRow>[]
}

/** Places an order in the store `acme-shop`, as its operations do. It is processed and has a financial status. */
export function placeOrder(tx: Tx, { lines: ofOrder = [{}], ...given }: PlacedOrder = {}): OrderRow {
  const { store_id = 'acme-shop', id = `o-${tx.count('test.orders')}`, campaign_id = '', processed_at_foreign = tx.now } = given
  const { order_total = 10, tax_total = 0, shipping_total = 0, ...fields } = given
  const order = tx.insert(orders, {
    ...BLANK_ORDER,
    store_id,
    id,
    customer_id: 'c-1',
    campaign_id,
    outreach_id: campaign_id,
    financial_status: 'pending',
    currency_code: 'USD',
    processed_at_foreign,
    created_at: tx.now,
    ordered_at: processed_at_foreign || tx.now,
    ...fields,
    order_total: moneyIn(order_total),
    tax_total: moneyIn(tax_total),
    shipping_total: moneyIn(shipping_total),
  })
  for (const [place, line] of ofOrder.entries()) {
    tx.insert(lines, {
      store_id,
      owner: 'order',
      owner_id: id,
      id: String(place + 1),
      product_id: 'hat',
      product_variant_id: 'hat-blue',
      quantity: 1,
      discount: 0,
      last_known: undefined,
      ...line,
      price: moneyIn(line.price ?? 10),
    })
  }
  emit(tx, 'order.changed', { store: storeOrThrow(tx, { store_id }), before: undefined, after: order })
  return order
}

/** Changes an order, as its operations do. */
export function changeOrder(tx: Tx, id: string, changes: Partial<OrderRow>, store_id = 'acme-shop'): void {
  const before = tx.first(orders.key, { store_id, id })
  if (!before) throw new Error(`There is no order ${id}.`)
  const after = tx.amend(orders, before, changes)
  emit(tx, 'order.changed', { store: storeOrThrow(tx, { store_id }), before, after })
}

/** Deletes an order, as its operations do. */
export function deleteOrder(tx: Tx, id: string, store_id = 'acme-shop'): void {
  const before = tx.first(orders.key, { store_id, id })
  if (!before) throw new Error(`There is no order ${id}.`)
  tx.removeAll(lines.of, { store_id, owner: 'order', owner_id: id })
  tx.remove(orders, before)
  emit(tx, 'order.changed', { store: storeOrThrow(tx, { store_id }), before, after: undefined })
}
