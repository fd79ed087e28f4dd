import { readDuration } from '../../support/time.ts'
import { take } from '../../world/machine.ts'
import type { Tx } from '../../world/tx.ts'
import { isTaken, sizeOf, type Attempt } from './attempt.ts'
import { callNext, deliveries, deliveryMachine, keepFew, type DeliveryMove, type DeliveryRow } from './delivery.ts'
import { ENDED, endWebhook, objectionTo } from './hearer.ts'
import { countIn } from './tally.ts'

/** Takes down what came of an attempt, and decides what becomes of the delivery and of those that wait behind it. */
export function settleDelivery(tx: Tx, id: number, attempt: Attempt): void {
  const delivery = tx.first(deliveries.key, { id })
  if (delivery?.turn !== 'now') return
  const attempts = [...delivery.attempts, attempt]
  const isGone = attempt.response?.status === GONE && delivery.event !== 'validation'
  countIn(tx, sizeOf(attempt))
  if (isTaken(attempt)) move(tx, delivery, 'deliver', { attempts })
  else if (attempt.blocked) move(tx, delivery, 'block', { attempts, reason: attempt.error ?? '' })
  else if (isGone) endAll(tx, delivery, attempts)
  else tryLater(tx, delivery, attempts)
  if (delivery.status === 'pending') callNext(tx, delivery.webhook_id)
  keepFew(tx)
}

/** The receiver says that it will never be there again. */
const GONE = 410

function move(
  tx: Tx,
  delivery: DeliveryRow,
  name: DeliveryMove,
  changes: Partial<Pick<DeliveryRow, 'attempts' | 'reason'>>,
): void {
  take(tx, deliveryMachine, delivery, name, { ...changes, changed_at: tx.nowMs })
}

/** Ends the webhook: what else waits for it is not sent. Whatever has its turn may be on its way already. */
function endAll(tx: Tx, delivery: DeliveryRow, attempts: readonly Attempt[]): void {
  const { webhook_id } = delivery
  endWebhook(tx, delivery)
  move(tx, delivery, 'fail', { attempts })
  for (const status of ['pending', 'retrying'] as const) {
    for (const each of tx.range(deliveries.byWebhook, { webhook_id, status }).all()) {
      if (each.turn !== 'now') move(tx, each, 'fail', { reason: ENDED })
    }
  }
}

/** Ends a delivery that is not to be sent any more, although its turn has come. */
export function withdrawDelivery(tx: Tx, id: number): void {
  const delivery = tx.first(deliveries.key, { id })
  const reason = delivery?.turn === 'now' ? objectionTo(tx, delivery) : undefined
  if (!delivery || reason === undefined) return
  move(tx, delivery, 'fail', { reason })
  if (delivery.status === 'pending') callNext(tx, delivery.webhook_id)
}

/** Plans the next attempt, or gives up after the last. A receiver is asked only once whether it wants to hear of anything. */
function tryLater(tx: Tx, delivery: DeliveryRow, attempts: readonly Attempt[]): void {
  const offset = delivery.event === 'validation' ? undefined : tx.settings.webhooks.retries[attempts.length - 1]
  if (offset === undefined) return move(tx, delivery, 'fail', { attempts })
  move(tx, delivery, 'postpone', { attempts })
  const began = attempts[0]?.at ?? tx.nowMs
  tx.schedule('deliveries.retry', began + (readDuration(offset) ?? 0) - tx.nowMs, String(delivery.id))
}

/** It is time to try a delivery again, unless nobody is there any more to hear of it. */
export function retryDelivery(tx: Tx, subject: string): void {
  const delivery = tx.first(deliveries.key, { id: Number(subject) })
  if (delivery?.status !== 'retrying') return
  const reason = objectionTo(tx, delivery)
  if (reason !== undefined) move(tx, delivery, 'fail', { reason })
  else if (tx.settings.webhooks.mode === 'record') move(tx, delivery, 'record', {})
  else tx.put(deliveries, { ...delivery, turn: 'now', changed_at: tx.nowMs })
}
