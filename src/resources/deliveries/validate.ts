import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import type { Outside } from '../preparation.ts'
import { isAttempt, isTaken, type Attempt } from './attempt.ts'
import type { Post } from './delivery.ts'
import { notePosted, postWebhook } from './post.ts'
import { settleDelivery } from './settle.ts'

/** Rejects a URL that cannot be called. The contract has checked that it is http or https. */
export function checkUrl(url: string): void {
  if (!URL.canParse(url)) throw errors.invalid({ field: 'url', message: 'Value must be an http or https URL.' })
}

/** Calls a URL to validate it, if the world validates webhook URLs. */
export function askFirst(tx: Tx, url: string, outside: Outside): Promise<Attempt> | undefined {
  const { validation, mode } = tx.settings.webhooks
  return validation === 'strict' && mode === 'deliver' ? outside.ask(url) : undefined
}

/** Calls the new URL of a webhook. `asked` is the outcome if it was called before: then it must have been accepted. */
export function validate(tx: Tx, webhook: Pick<Post, 'webhook_id' | 'list_id' | 'url'>, asked: unknown): void {
  if (tx.settings.webhooks.validation === 'off') return
  if (isAttempt(asked) && !isTaken(asked)) throw errors.invalid({ field: 'url', message: complaintOf(asked) })
  const post: Post = { ...webhook, event: 'validation', payload: {} }
  if (isAttempt(asked)) settleDelivery(tx, notePosted(tx, post).id, asked)
  else postWebhook(tx, post)
}

function complaintOf({ response, error = '' }: Attempt): string {
  const found = response ? `answered ${response.status}` : `could not be called: ${error.replace(/\.$/, '')}`
  return `The URL must answer a GET with a status of 200 to 299, but it ${found}.`
}
