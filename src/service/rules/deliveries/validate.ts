import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import type { Outbound } from '../requests/operation.ts'
import { isAttempt, isAccepted } from './webhook-request.ts'
import type { Attempt, Post } from '../../model/deliveries/delivery.ts'
import { recordPosted, postWebhook } from './post.ts'
import { settleDelivery } from './settle.ts'

/** Calls a URL to validate it, if the world validates webhook URLs. */
export function callBeforehand(tx: ReadTx, url: string, outside: Outbound): Promise<Attempt> | undefined {
  const { validation, mode } = tx.settings.webhooks
  return validation === 'strict' && mode === 'deliver' ? outside.checkUrl(url) : undefined
}

/** Calls the new URL of a webhook. `asked` is the outcome if it was called before: then it must have been accepted. */
export function validate(tx: Tx, webhook: Pick<Post, 'webhook_id' | 'list_id' | 'url'>, attempt: unknown): void {
  if (tx.settings.webhooks.validation === 'off') return
  if (isAttempt(attempt) && !isAccepted(attempt)) throw errors.invalid({ field: 'url', message: messageFor(attempt) })
  const post: Post = { ...webhook, event: 'validation', payload: {} }
  if (isAttempt(attempt)) settleDelivery(tx, recordPosted(tx, post, attempt).id, attempt)
  else postWebhook(tx, post)
}

function messageFor({ response, error = '' }: Attempt): string {
  const outcome = response ? `answered ${response.status}` : `could not be called: ${error.replace(/\.$/, '')}`
  return `The URL must answer a GET with a status of 200 to 299, but it ${outcome}.`
}
