import { errorCatalogue, type ErrorWord } from '../contract/service.ts'
import type { Route } from '../contract/route.ts'
import { statusOfDefect } from '../runtime/persistence-error.ts'
import { Rendered } from '../resources/rendered.ts'
import type { ApiError, ApiErrorDetails } from '../world/errors.ts'
import type { Reply } from '../support/reply.ts'
import { ENCODINGS } from './content-encoding.ts'
import type { Select } from '../calls/fields.ts'
import { problemBody } from '../resources/problem.ts'
import { toPlain, serialize } from '../calls/json.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Where an answer comes from: the address of its world and the number of the request in it. */
export interface Origin {
  readonly base_url: string
  readonly request_id: string
}

/** A success with the body that an operation answered, or with what a request wants to see of it. */
export function success(route: Route, status: number, origin: Origin, answer: unknown, select?: Select): Reply {
  if (answer === undefined) return status === 200 ? emptyText(origin) : empty(status, origin)
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
    source: answer instanceof Rendered && !select ? answer.source : undefined,
  }
}

/** An answer without a body. */
export function empty(status: number, origin: Origin, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': JSON_TYPE, 'x-request-id': origin.request_id, ...headers }, body: null }
}

/** A 200 without a body: it names no type, since nothing at all is no JSON and clients would try to read it as such. */
function emptyText(origin: Origin): Reply {
  return { status: 200, headers: { 'content-length': '0', 'x-request-id': origin.request_id }, body: null }
}

/** A schema that the service publishes. */
export function schemaDocument(origin: Origin, schema: object): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/schema+json; charset=utf-8', 'x-request-id': origin.request_id },
    body: JSON.stringify(schema),
  }
}

/** The service points from a single member to its page in the web application. */
function dashboardLink(route: Route, origin: Origin, answer: unknown): string {
  if (!route.dashboard || !(answer instanceof Rendered) || answer.webId === undefined) return ''
  return `, <${origin.base_url}${route.dashboard}${answer.webId}>; rel="dashboard"`
}

/** A refusal as the service's problem object. */
export function problem(word: ErrorWord, refusal: ApiErrorDetails, origin: Origin): Reply {
  return {
    status: errorCatalogue[word].status,
    headers: {
      'content-type': PROBLEM_TYPE,
      'x-request-id': origin.request_id,
      link: `<${origin.base_url}/schema/3.0/Definitions/ProblemDetailDocument.json>; rel="describedBy"`,
      ...(refusal.allow ? { allow: refusal.allow } : {}),
      ...(word === 'UnsupportedMediaType' ? { 'accept-encoding': ENCODINGS.join(', ') } : {}),
    },
    body: JSON.stringify(problemBody(word, refusal, origin.base_url, origin.request_id)),
  }
}

/** The word of a refusal, which only the resources throw. */
export function wordOf(error: ApiError): ErrorWord {
  return error.word as ErrorWord
}

/** The same for a call that has not come as far as a number of its own. */
export function defectWithoutRequest(error: unknown): Response {
  const { status, headers, body } = defect(error, 'none')
  return new Response(typeof body === 'string' ? body : '', { status, headers })
}

/** A bug of ours, or something that cannot be kept: marked by a header of its own and by a body that no client takes for the service's. */
export function defect(error: unknown, requestId: string): Reply {
  const message = error instanceof Error ? error.message : String(error)
  return {
    status: statusOfDefect(error),
    headers: { 'content-type': JSON_TYPE, 'x-maildouble-defect': '1', 'x-request-id': requestId },
    body: JSON.stringify({ maildouble: { defect: message, request_id: requestId } }),
  }
}

/** The answer to a call that was under way when its world was put back: not the service's, and not a bug either. */
export function dropped(requestId: string): Reply {
  return {
    status: 503,
    headers: { 'content-type': JSON_TYPE, 'x-maildouble-dropped': 'reset', 'x-request-id': requestId },
    body: JSON.stringify({
      maildouble: { dropped: 'The world was reset while this call was on its way.', request_id: requestId },
    }),
  }
}
