import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import { batchWebhooks } from './batch-webhook.ts'

/** An account has so many batch webhooks. */
const BATCH_WEBHOOKS_MAX = 20

/** Refuses one more batch webhook than an account may have. */
export function refuseTooMany(tx: Tx): void {
  if (tx.range(batchWebhooks.key).count < BATCH_WEBHOOKS_MAX) return
  throw errors.badRequest(`An account has at most ${BATCH_WEBHOOKS_MAX} batch webhooks. Delete one first.`)
}
