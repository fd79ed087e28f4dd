import type { Route } from '../../kernel/contract/route.ts'
import { isOwnAnswer } from '../../service/faults/apply.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import type { Words } from '../../service/vocabulary/words.ts'
import type { RequestContext } from './context.ts'

/** Translates an answer to the words of the deployment, once. Answers of maildouble itself stay as they are. */
export function translateReply(reply: Reply, context: RequestContext): Reply {
  const { words, found } = context
  if (words.isReference || reply.isTranslated || isOwnAnswer(reply)) return reply
  const { body, headers } = reply
  const type = headers['content-type'] ?? ''
  return {
    ...reply,
    headers: words.headers(headers),
    body: typeof body === 'string' ? translatedBody(words, found?.route, type, body) : body,
    // The source would render the words of the reference.
    source: undefined,
    isTranslated: true,
  }
}

function translatedBody(words: Words, route: Route | undefined, type: string, body: string): string {
  if (type.startsWith('application/problem+json')) return words.problem(route, body)
  return route && type.startsWith('application/json') ? words.answer(route, body) : body
}
