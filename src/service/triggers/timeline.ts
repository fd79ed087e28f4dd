import { campaigns, recipients } from '../model/campaigns/campaign.ts'
import type { Pausable } from '../../kernel/world/pausable.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { engagements, REACTION_TIMES, timeline, shoppers, type StepRow } from '../model/triggers/engagement.ts'
import { applyTriggerWithPauses } from './index.ts'
import { removeReactions, planReactions } from './plan-reactions.ts'
import { refusalIn } from './trigger.ts'
import { type Millis, timestamp } from '../../kernel/support/time.ts'
import { orders } from '../model/orders/order.ts'
import { delayWithin, makeDraw, planStep } from './shopping.ts'

/** Runs a due step of the timeline. A rejected step is skipped, and its row gets the reason. */
export function* runStep(tx: Tx, id: string): Pausable {
  const step = tx.first(timeline.key, { id })
  if (!step) return
  try {
    const { changed } = yield* tx.attemptWithPauses(() => applyTriggerWithPauses(tx, step.body))
    tx.put(timeline, { ...step, outcome: 'done' })
    if (step.body.trigger === 'order.place') planProgress(tx, step.body.store_id, changed[0]?.id ?? '')
    const sent = step.readers && tx.first(campaigns.key, { id: changed[0]?.id ?? '' })
    if (!step.readers || !sent) return
    const how = { ...REACTION_TIMES, ...step.readers }
    // The step overrides the list for members who have the campaign already.
    removeReactions(tx, sent)
    yield* planReactions(tx, sent, tx.range(recipients.byCampaign, { campaign_id: sent.id }).all(), how)
    if (sent.status === 'sending') tx.insert(engagements, { id: sent.id, ...how })
  } catch (error) {
    tx.put(timeline, { ...step, outcome: 'refused', refused: refusalIn(error) })
  }
}

type OrderUpdate = Extract<StepRow['body'], { readonly trigger: 'order.update' }>

/** Draws what becomes of an order that a shopper has placed, and plans it: it is cancelled, or paid, shipped, and perhaps refunded. */
function planProgress(tx: Tx, store_id: string, order_id: string): void {
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
