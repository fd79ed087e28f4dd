import { durationMs } from '../../../kernel/contract/settings.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { Attempt } from '../../model/deliveries/attempt.ts'
import { isAccepted } from './attempt.ts'
import { deliveries, type DeliveryRow } from '../../model/deliveries/delivery.ts'
import { givenUpWebhooks } from '../../model/deliveries/give-up.ts'

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
