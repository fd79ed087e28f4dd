import { batchWebhooks } from '../resources/batch-webhooks/batch-webhook.ts'
import { firedAt, formValue } from '../resources/deliveries/payload.ts'
import type { Post } from '../resources/deliveries/delivery.ts'
import { postWebhook } from '../resources/deliveries/post.ts'
import type { Caller } from '../resources/operation.ts'
import { webhooks } from '../resources/webhooks/webhook.ts'
import type { Tx } from '../world/tx.ts'
import { listNamed } from './find.ts'
import { type Announced, TriggerRefusal, type Triggers } from './trigger.ts'

/** Webhooks are told something that has not happened. */
export const eventEmit = {
  'event.emit': (tx, { event, list_id, source = 'user', payload = {} }) => {
    if (list_id !== undefined) listNamed(tx, list_id)
    const message = { type: event, fired_at: firedAt(tx), data: formValue(payload) }
    for (const hearer of hearersOf(tx, event, list_id, source)) postWebhook(tx, { event, payload: message, ...hearer })
    return { changed: [], events: [{ event, ...(list_id === undefined ? {} : { list_id }) }] }
  },
} satisfies Partial<Triggers>

type Hearer = Pick<Post, 'webhook_id' | 'list_id' | 'url' | 'secret'>

function hearersOf(tx: Tx, event: Announced['event'], list_id: string | undefined, source: Caller['source']): Hearer[] {
  if (event === 'batch_operation_completed') {
    if (list_id !== undefined) throw new TriggerRefusal('Batches belong to no list: leave list_id out.', '/list_id')
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
