import { type Millis, timestamp } from '../../kernel/support/time.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { orders } from '../model/orders/order.ts'
import { shoppers, type StepRow } from '../model/triggers/engagement.ts'
import { delayWithin, makeDraw } from './shopping.ts'
import { planStep } from './step.ts'

type OrderUpdate = Extract<StepRow['body'], { readonly trigger: 'order.update' }>

/** Draws what becomes of an order that a shopper has placed, and plans it: it is cancelled, or paid, shipped, and perhaps refunded. */
export function planProgress(tx: Tx, store_id: string, order_id: string): void {
  const how = tx.first(shoppers.key, { store_id })?.orders
  const { financial_status, fulfillment_status } = tx.first(orders.key, { store_id, id: order_id }) ?? {}
  const isPending = financial_status === 'pending'
  if (!how || fulfillment_status || (financial_status !== 'paid' && !isPending)) return
  const draw = makeDraw(tx)
  const planAfter = (delay: Millis, change: Partial<OrderUpdate>) =>
    planStep(tx, delay, { body: { trigger: 'order.update', store_id, order_id, ...change } })
  let passed = 0
  const later = (limit: Millis): Millis => (passed += delayWithin(limit, draw()))
  if (draw() < how.cancelled) {
    later(how.ship_within)
    const cancelled_at_foreign = timestamp(Math.floor((tx.nowMs + passed) / 1000))
    planAfter(passed, { financial_status: 'cancelled', cancelled_at_foreign })
    return
  }
  if (isPending) planAfter(later(how.ship_within), { financial_status: 'paid' })
  planAfter(later(how.ship_within), { fulfillment_status: 'shipped' })
  if (draw() < how.refunded) planAfter(later(how.refund_within), { financial_status: 'refunded' })
}
