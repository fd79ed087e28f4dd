import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import type { Outside } from '../preparation.ts'
import { isAttempt, isTaken, type Attempt } from './attempt.ts'
import type { Post } from './delivery.ts'
import { notePosted, postWebhook } from './post.ts'
import { settleDelivery } from './settle.ts'

/** Refuses a URL that nothing can be sent to. That it is one of http or https has been checked. */
export function checkUrl(url: string): void {
  if (!URL.canParse(url)) throw errors.invalid({ field: 'url', message: 'Value must be an http or https URL.' })
}

/** Asks a URL whether it wants to hear of anything, in a world that makes a webhook depend on that. */
export function askFirst(tx: Tx, url: string, outside: Outside): Promise<Attempt> | undefined {
  const { validation, mode } = tx.settings.webhooks
  return validation === 'strict' && mode === 'deliver' ? outside.ask(url) : undefined
}

/** Calls the new URL of a webhook. `asked` is what came of it if it was asked before: only if it took that, it is accepted. */
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
