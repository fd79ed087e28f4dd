import { callBeforehand } from '../../rules/deliveries/validate.ts'
import { listOrThrow } from '../../model/lists/list.ts'
import type { Fetches } from '../../rules/requests/operation.ts'
import { checkNewUrl } from '../../rules/webhooks/make.ts'
import { webhookOrThrow } from '../../model/webhooks/webhook.ts'

/** If the world validates webhook URLs, the new URL is called before anything is written. */
export const webhookFetches = {
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
} satisfies Fetches
