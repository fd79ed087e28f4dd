import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import { isAccepted, measureAttempt } from './webhook-request.ts'
import {
  type Attempt,
  deliveries,
  moveDelivery,
  type DeliveryRow,
  givenUpReason,
  givenUpWebhooks,
} from '../../model/deliveries/delivery.ts'
import { planTurn, releaseNext } from './queue.ts'
import { addToTally, evictOldDeliveries } from './retention.ts'
import { batchWebhooks } from '../../model/batch-webhooks/batch-webhook.ts'
import { webhooks } from '../../model/webhooks/webhook.ts'

/** Least number of attempts within the period, if the setting does not say. */
const LEAST = 10

/** Whether the service stops sending to the webhook of a list after a failed attempt. If so, the reason is kept for `givenUpReason`. */
function givesUp(tx: Tx, { webhook_id, list_id, url, event }: DeliveryRow, attempt: Attempt): boolean {
  const limit = tx.settings.webhooks.give_up
  if (limit === null || list_id === '' || event === 'validation') return false
  const since = tx.nowMs - durationMs(limit.within)
  const earlier = tx.range(deliveries.byWebhook, { webhook_id }).all()
  const recent = earlier.filter((each) => each.url === url).flatMap(({ attempts }) => attempts.filter(({ at }) => at > since))
  recent.push(attempt)
  const failed = recent.filter((each) => !isAccepted(each)).length
  if (recent.length < (limit.least ?? LEAST) || failed / recent.length < limit.rate) return false
  const before = tx.first(givenUpWebhooks.key, { webhook_id })
  if (before) tx.remove(givenUpWebhooks, before)
  tx.insert(givenUpWebhooks, { webhook_id, url, at: tx.nowMs, attempts: recent.length, failed })
  return true
}

/** Records the outcome of an attempt, and decides what happens to the delivery and to those queued behind it. */
export function settleDelivery(tx: Tx, id: number, attempt: Attempt): void {
  const found = tx.first(deliveries.key, { id })
  if (found?.turn !== 'now') return
  const attempts = [...found.attempts, found.resent ? { ...attempt, resent: true } : attempt]
  const delivery = { ...found, attempts, resent: false }
  const isGone = attempt.response?.status === GONE && delivery.event !== 'validation'
  addToTally(tx, measureAttempt(attempt))
  if (isAccepted(attempt)) moveDelivery(tx, delivery, 'deliver')
  else if (attempt.blocked) moveDelivery(tx, delivery, 'block', { reason: attempt.error ?? '' })
  else if (isGone) endAllDeliveries(tx, delivery, ENDED)
  else if (givesUp(tx, found, attempt)) endAllDeliveries(tx, delivery, explainEnd(tx, found.webhook_id, found.url))
  else retryOrGiveUp(tx, delivery)
  if (delivery.status === 'pending') releaseNext(tx, delivery.webhook_id)
  evictOldDeliveries(tx)
}

/** The status by which a receiver ends its webhook. */
const GONE = 410

/** Ends the webhook: pending deliveries are not sent, except for those that may be in flight already. */
function endAllDeliveries(tx: Tx, delivery: DeliveryRow, reason: string): void {
  const { webhook_id, url } = delivery
  endWebhook(tx, delivery)
  moveDelivery(tx, delivery, 'fail')
  for (const status of ['pending', 'retrying'] as const) {
    for (const each of tx.range(deliveries.byWebhook, { webhook_id, status }).all()) {
      if (each.turn === 'now' || each.url !== url) continue
      tx.unschedule(each.plan?.job)
      moveDelivery(tx, each, 'fail', { reason })
    }
  }
}

/** Ends a delivery that must not be sent any more, although it is its turn. */
export function withdrawDelivery(tx: Tx, id: number): void {
  const delivery = tx.first(deliveries.key, { id })
  const reason = delivery?.turn === 'now' ? objectionTo(tx, delivery) : undefined
  if (!delivery || reason === undefined) return
  moveDelivery(tx, delivery, 'fail', { reason, resent: false })
  if (delivery.status === 'pending') releaseNext(tx, delivery.webhook_id)
}

/**
 * Schedules the next attempt, or gives up after the last. The validation of a URL, and a resend in a world that does not send
 * webhooks, are attempted only once.
 */
function retryOrGiveUp(tx: Tx, delivery: DeliveryRow): void {
  const { id, event, attempts } = delivery
  const { retries, mode } = tx.settings.webhooks
  // A resend restarts the count.
  const first = Math.max(
    attempts.findLastIndex(({ resent }) => resent),
    0,
  )
  const offset = event === 'validation' || mode === 'record' ? undefined : retries[attempts.length - 1 - first]
  if (offset === undefined) return void moveDelivery(tx, delivery, 'fail')
  const began = attempts[first]?.at ?? tx.nowMs
  const plan = planTurn(tx, 'deliveries.retry', id, began + durationMs(offset))
  moveDelivery(tx, delivery, 'postpone', { plan })
}

type AddressedDelivery = Pick<DeliveryRow, 'webhook_id' | 'list_id'>

/** Returns the current URL of the webhook and whether its receiver is gone, or `undefined` if the webhook was deleted. */
export function findWebhookTarget(
  tx: ReadTx,
  { webhook_id: id, list_id }: AddressedDelivery,
): { url: string; gone: boolean } | undefined {
  return list_id === '' ? tx.first(batchWebhooks.key, { id }) : tx.first(webhooks.key, { list_id, id })
}

/**
 * Returns why a delivery must not be sent any more, or `undefined` if it may. Deliveries from before the deletion of their webhook
 * are still attempted once.
 */
export function objectionTo(tx: ReadTx, delivery: AddressedDelivery & Pick<DeliveryRow, 'attempts'>): string | undefined {
  const webhook = findWebhookTarget(tx, delivery)
  if (webhook) return webhook.gone ? explainEnd(tx, delivery.webhook_id, webhook.url) : undefined
  return delivery.attempts.length > 0 ? DELETED : undefined
}

/** Why nothing more is sent to the URL of a webhook that has ended. */
export function explainEnd(tx: ReadTx, webhook_id: string, url: string): string {
  return givenUpReason(tx, webhook_id, url) ?? ENDED
}

const ENDED = 'The receiver had answered 410 before.'

const DELETED = 'The webhook was deleted.'

/** What ended a delivery that failed: its attempts, or the end of its webhook. */
export function classifyFailure(tx: ReadTx, { webhook_id, url, reason, attempts }: DeliveryRow): DeliveryFailure {
  if (reason === DELETED) return 'webhook_deleted'
  if (reason !== '') return reason === ENDED ? 'webhook_ended' : 'webhook_given_up'
  if (attempts.at(-1)?.response?.status === GONE) return 'webhook_ended'
  const { retries } = tx.settings.webhooks
  const isExhausted = attempts.length > retries.length
  return !isExhausted && givenUpReason(tx, webhook_id, url) !== undefined ? 'webhook_given_up' : 'attempts_failed'
}

export type DeliveryFailure = 'webhook_deleted' | 'webhook_ended' | 'webhook_given_up' | 'attempts_failed'

/** Ends a webhook: it is not deleted, but nothing more is sent to it. A webhook with a new URL has another receiver and is not ended. */
function endWebhook(tx: Tx, { webhook_id: id, list_id, url }: AddressedDelivery & Pick<DeliveryRow, 'url'>): void {
  const ofBatches = list_id === '' ? tx.first(batchWebhooks.key, { id }) : undefined
  if (ofBatches?.url === url) tx.put(batchWebhooks, { ...ofBatches, gone: true })
  const ofList = list_id === '' ? undefined : tx.first(webhooks.key, { list_id, id })
  if (ofList?.url === url) tx.put(webhooks, { ...ofList, gone: true })
}
