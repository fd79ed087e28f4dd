import { isoMillis, type Millis } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'

/** A webhook of a list to which the service has stopped sending, because too many attempts failed. The API does not tell. */
export interface GivenUpWebhookRow extends Row {
  readonly webhook_id: string
  readonly url: string
  readonly at: Millis
  /** The attempts within the period of the setting `webhooks.give_up`, and the failed ones among them. */
  readonly attempts: number
  readonly failed: number
}

export const givenUpWebhooks = defineTable<GivenUpWebhookRow>()('given_up_webhooks', { key: ['webhook_id'] })

/** Why the service has stopped sending to the URL of a webhook. Returns `undefined` if it has not given up. */
export function givenUpReason(tx: ReadTx, webhook_id: string, url: string): string | undefined {
  const row = tx.first(givenUpWebhooks.key, { webhook_id })
  if (row?.url !== url) return undefined
  const { failed, attempts, at } = row
  return `The service gave up this webhook at ${isoMillis(at)}, after ${failed} of ${attempts} attempts had failed (setting webhooks.give_up).`
}
