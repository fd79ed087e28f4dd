import { errorCatalogue, type ErrorWord } from '../../kernel/contract/service.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { statusOfDefect } from '../runtime/persistence-error.ts'
import { Rendered } from '../../service/rules/answers/rendered.ts'
import type { ApiError, ApiErrorDetails } from '../../kernel/world/errors.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import { ENCODINGS } from '../../kernel/support/content-encoding.ts'
import type { Select } from '../../service/calls/call.ts'
import { problemBody, type ProblemOrigin } from '../../service/model/errors.ts'
import { findBodySource, serialize, toPlain } from '../../service/calls/json.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** The world address and the request id that an answer contains. */
export interface AnswerOrigin extends ProblemOrigin {
  readonly request_id: string
}

/** A successful answer with the result of an operation, or with the fields selected from it. */
export function successReply(route: Route, status: number, origin: AnswerOrigin, answer: unknown, select?: Select): Reply {
  if (answer === undefined) return status === 200 ? emptyText(origin) : emptyReply(status, origin)
  const kind = route.collection ? 'Collection' : 'Instance'
  const schema = `<${origin.base_url}/schema/3.0/${route.schemaName}/${kind}.json>; rel="describedBy"`
  return {
    status,
    headers: {
      'content-type': JSON_TYPE,
      'x-request-id': origin.request_id,
      link: schema + dashboardLink(route, origin, answer),
    },
    body: serialize(select ? select(toPlain(answer)) : answer),
    source: select ? undefined : findBodySource(answer),
  }
}

/** An answer without a body. */
export function emptyReply(status: number, origin: AnswerOrigin, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': JSON_TYPE, 'x-request-id': origin.request_id, ...headers }, body: null }
}

/** A 200 without a body. It has no content type: clients would try to parse an empty body as JSON. */
function emptyText(origin: AnswerOrigin): Reply {
  return { status: 200, headers: { 'content-length': '0', 'x-request-id': origin.request_id }, body: null }
}

/** An answer with a schema that the service publishes. */
export function schemaDocument(origin: AnswerOrigin, schema: object): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/schema+json; charset=utf-8', 'x-request-id': origin.request_id },
    body: JSON.stringify(schema),
  }
}

/** The service links a single member to its page in the web application. */
function dashboardLink(route: Route, origin: AnswerOrigin, answer: unknown): string {
  if (!route.dashboard || !(answer instanceof Rendered) || answer.source.webId === undefined) return ''
  return `, <${origin.base_url}${route.dashboard}${answer.source.webId}>; rel="dashboard"`
}

/** An error as the service's problem object. */
export function problemReply(word: ErrorWord, refusal: ApiErrorDetails, origin: AnswerOrigin): Reply {
  return {
    status: errorCatalogue[word].status,
    headers: {
      'content-type': PROBLEM_TYPE,
      'x-request-id': origin.request_id,
      link: `<${origin.base_url}/schema/3.0/Definitions/ProblemDetailDocument.json>; rel="describedBy"`,
      ...(refusal.allow ? { allow: refusal.allow } : {}),
      ...(refusal.hint ? { [HINT]: asciiText(refusal.hint) } : {}),
      ...(word === 'UnsupportedMediaType' ? { 'accept-encoding': ENCODINGS.join(', ') } : {}),
    },
    body: JSON.stringify(problemBody(word, refusal, origin, origin.request_id)),
  }
}

/** The header with the hint of an error: what was not found, or what would have fit. The service has no such header. */
const HINT = 'x-maildouble-hint'

/** Maximum number of characters of a hint in a header. */
const HINT_MAX = 1_000

/** A text for a header: other characters than those of ASCII are percent-encoded. */
function asciiText(text: string): string {
  // A buffer has no halves of characters, which cannot be encoded.
  return Buffer.from(text.slice(0, HINT_MAX))
    .toString()
    .replaceAll(/[^ -~]/gu, encodeURIComponent)
}

/** The error word of an `ApiError`. */
export function readErrorWord(error: ApiError): ErrorWord {
  return error.word as ErrorWord
}

/** The response to a call that failed before it had a request number. */
export function defectResponse(error: unknown): Response {
  const { status, headers, body } = defectReply(error, 'none')
  return new Response(typeof body === 'string' ? body : '', { status, headers })
}

/** The answer to a defect of maildouble or a persistence failure. A header distinguishes it from the answers of the service. */
export function defectReply(error: unknown, requestId: string): Reply {
  const message = messageOf(error)
  return {
    status: statusOfDefect(error),
    headers: { 'content-type': JSON_TYPE, 'x-maildouble-defect': '1', 'x-request-id': requestId },
    body: JSON.stringify({ maildouble: { defect: message, request_id: requestId } }),
  }
}

/** The answer to a call that was in flight when its world was reset. A header distinguishes it from the answers of the service. */
export function droppedReply(requestId: string): Reply {
  return {
    status: 503,
    headers: { 'content-type': JSON_TYPE, 'x-maildouble-dropped': 'reset', 'x-request-id': requestId },
    body: JSON.stringify({
      maildouble: { dropped: 'The world was reset while this call was on its way.', request_id: requestId },
    }),
  }
}
