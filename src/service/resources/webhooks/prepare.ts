import type { ReadTx } from '../../../kernel/world/tx.ts'
import { callBeforehand, checkUrl } from '../../rules/deliveries/validate.ts'
import { errors } from '../../model/errors.ts'
import { listOrThrow, type ListRow } from '../../model/lists/list.ts'
import type { Preparations } from '../../rules/requests/operation.ts'
import { webhookOrThrow, webhooks } from '../../model/webhooks/webhook.ts'

/** Rejects a URL that cannot be called, or that another webhook of the list has already. */
export function checkNewUrl(tx: ReadTx, list: ListRow, url: string): void {
  checkUrl(url)
  if (!tx.first(webhooks.byUrl, { list_id: list.id, url })) return
  throw errors.invalid({ field: 'url', message: 'The list has a webhook with this URL already.' })
}

/** If the world validates webhook URLs, the new URL is called before anything is written. */
export const webhookPreparations = {
  createListWebhook({ tx, path, body: { url }, outbound }) {
    checkNewUrl(tx, listOrThrow(tx, path.list_id), url)
    return callBeforehand(tx, url, outbound)
  },

  updateListWebhook({ tx, path, body: { url }, outbound }) {
    const list = listOrThrow(tx, path.list_id)
    if (url === undefined || url === webhookOrThrow(tx, path).url) return undefined
    checkNewUrl(tx, list, url)
    return callBeforehand(tx, url, outbound)
  },
} satisfies Preparations
