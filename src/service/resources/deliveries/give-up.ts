import { durationMs } from '../../../kernel/contract/settings.ts'
import { isoMillis, type Millis } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { type Attempt, isAccepted } from './attempt.ts'
import { deliveries, type DeliveryRow } from './delivery.ts'

/** A webhook of a list to which the service has stopped sending, because too many attempts failed. The API does not tell. */
export interface GivenUpWebhookRow {
  readonly seq: number
  readonly webhook_id: string
  readonly url: string
  readonly at: Millis
  /** The attempts within the period of the setting `webhooks.give_up`, and the failed ones among them. */
  readonly attempts: number
  readonly failed: number
}

export const givenUpWebhooks = defineTable<GivenUpWebhookRow>()('given_up_webhooks', { key: ['webhook_id'] })

/** Least number of attempts within the period, if the setting does not say. */
const LEAST = 10

/** Whether the service stops sending to the webhook of a list after a failed attempt. If so, the reason is kept for `givenUpReason`. */
export function givesUp(tx: Tx, { webhook_id, list_id, url, event }: DeliveryRow, attempt: Attempt): boolean {
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

/** Why the service has stopped sending to the URL of a webhook. Returns `undefined` if it has not given up. */
export function givenUpReason(tx: Tx, webhook_id: string, url: string): string | undefined {
  const row = tx.first(givenUpWebhooks.key, { webhook_id })
  if (row?.url !== url) return undefined
  const { failed, attempts, at } = row
  return `The service gave up this webhook at ${isoMillis(at)}, after ${failed} of ${attempts} attempts had failed (setting webhooks.give_up).`
}
