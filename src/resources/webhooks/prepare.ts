import { askFirst } from '../deliveries/validate.ts'
import { listOrThrow } from '../lists/list.ts'
import type { Preparations } from '../preparation.ts'
import { checkNewUrl } from './url.ts'
import { webhookOrThrow } from './webhook.ts'

/** Where a webhook depends on it, its new URL is asked before anything is written. */
export const webhookPreparations = {
  createListWebhook({ tx, path, body: { url }, outside }) {
    checkNewUrl(tx, listOrThrow(tx, path.list_id), url)
    return askFirst(tx, url, outside)
  },

  updateListWebhook({ tx, path, body: { url }, outside }) {
    const list = listOrThrow(tx, path.list_id)
    if (url === undefined || url === webhookOrThrow(tx, list, path.webhook_id).url) return undefined
    checkNewUrl(tx, list, url)
    return askFirst(tx, url, outside)
  },
} satisfies Preparations
