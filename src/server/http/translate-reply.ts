import type { Route } from '../../kernel/contract/route.ts'
import { isOwnAnswer } from '../../service/faults/apply.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import type { Vocabulary } from '../../service/vocabulary/vocabulary.ts'
import type { RequestContext } from './context.ts'

/** Translates an answer to the words of the deployment, once. Answers of maildouble itself stay as they are. */
export function translateReply(reply: Reply, context: RequestContext): Reply {
  const { vocabulary, found } = context
  if (!vocabulary || reply.isTranslated || isOwnAnswer(reply)) return reply
  const { body, headers } = reply
  const type = headers['content-type'] ?? ''
  return {
    ...reply,
    headers: vocabulary.headers(headers),
    body: typeof body === 'string' ? translatedBody(vocabulary, found?.route, type, body) : body,
    // It would render the words of the reference.
    source: undefined,
    isTranslated: true,
  }
}

function translatedBody(vocabulary: Vocabulary, route: Route | undefined, type: string, body: string): string {
  if (type.startsWith('application/problem+json')) return vocabulary.problem(route, body)
  return route && type.startsWith('application/json') ? vocabulary.answer(route, body) : body
}
