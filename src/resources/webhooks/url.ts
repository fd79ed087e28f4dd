import type { Tx } from '../../world/tx.ts'
import { checkUrl } from '../deliveries/validate.ts'
import { errors } from '../errors.ts'
import type { ListRow } from '../lists/list.ts'
import { webhooks } from './webhook.ts'

/** Refuses a URL that nothing can be sent to, and one that another webhook of the list has already. */
export function checkNewUrl(tx: Tx, list: ListRow, url: string): void {
  checkUrl(url)
  if (!tx.first(webhooks.byUrl, { list_id: list.id, url })) return
  throw errors.invalid({ field: 'url', message: 'The list has a webhook with this URL already.' })
}
