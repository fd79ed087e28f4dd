import { batchWebhooks } from '../model/batch-webhooks/batch-webhook.ts'
import { postWebhook } from '../rules/deliveries/post.ts'
import { firedAt, formValue } from '../rules/deliveries/payload.ts'
import type { Post } from '../model/deliveries/delivery.ts'
import type { Caller } from '../model/requests/call.ts'
import { webhooks } from '../model/webhooks/webhook.ts'
import type { ReadTx } from '../../kernel/world/tx.ts'
import { requireNamedList } from './find.ts'
import { type Announced, TriggerRefusal, type Triggers } from './trigger.ts'

/** Sends an event to webhooks although it has not happened. */
export const eventEmit = {
  'event.emit': (tx, { event, list_id, source = 'user', payload = {} }) => {
    if (list_id !== undefined) requireNamedList(tx, list_id)
    const message = { type: event, fired_at: firedAt(tx), data: formValue(payload) }
    for (const target of findWebhookTargets(tx, event, list_id, source)) postWebhook(tx, { event, payload: message, ...target })
    return { changed: [], events: [{ event, ...(list_id === undefined ? {} : { list_id }) }] }
  },
} satisfies Partial<Triggers>

type WebhookTarget = Pick<Post, 'webhook_id' | 'list_id' | 'url' | 'secret'>

function findWebhookTargets(
  tx: ReadTx,
  event: Announced['event'],
  list_id: string | undefined,
  source: Caller['source'],
): WebhookTarget[] {
  if (event === 'batch_operation_completed') {
    if (list_id !== undefined) throw new TriggerRefusal('Batches do not belong to a list: omit list_id.', '/list_id')
    const all = tx.range(batchWebhooks.byCreation).all()
    return all.flatMap(({ id: webhook_id, url, secret, enabled, gone }) =>
      enabled && !gone ? [{ webhook_id, url, secret }] : [],
    )
  }
  return tx
    .range(webhooks.key, list_id === undefined ? {} : { list_id })
    .all()
    .filter(({ events, sources, gone }) => !gone && events[event] && (event === 'campaign' || sources[source]))
    .map((webhook) => ({ webhook_id: webhook.id, list_id: webhook.list_id, url: webhook.url, secret: webhook.secret }))
}
