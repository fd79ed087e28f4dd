import { errors as catalogue, type ErrorWord } from '../contract/service.ts'
import type { Route } from '../contract/route.ts'
import { Rendered } from '../resources/rendered.ts'
import type { ApiError, Refusal } from '../world/errors.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** Where an answer comes from: the address of its world and the number of the request in it. */
export interface Origin {
  readonly base_url: string
  readonly request_id: string
}

/** A success with the body that an operation answered. */
export function success(route: Route, origin: Origin, answer: unknown): Response {
  if (answer === undefined) {
    return new Response(null, { status: route.status, headers: { 'content-type': JSON_TYPE, 'x-request-id': origin.request_id } })
  }
  const kind = route.collection ? 'Collection' : 'Instance'
  const schema = `<${origin.base_url}/schema/3.0/${route.schemaName}/${kind}.json>; rel="describedBy"`
  return new Response(serialize(answer), {
    status: route.status,
    headers: { 'content-type': JSON_TYPE, 'x-request-id': origin.request_id, link: schema + dashboardLink(route, origin, answer) },
  })
}

/** The service points from a single member to its page in the web application. */
function dashboardLink(route: Route, origin: Origin, answer: unknown): string {
  if (!route.dashboard || !(answer instanceof Rendered) || answer.webId === undefined) return ''
  return `, <${origin.base_url}${route.dashboard}${answer.webId}>; rel="dashboard"`
}

/** A refusal as the service's problem object. */
export function problem(word: ErrorWord, refusal: Refusal, origin: Origin): Response {
  const { status, title } = catalogue[word]
  const body = {
    type: `${origin.base_url}/docs/errors`,
    title,
    status,
    detail: refusal.detail,
    instance: origin.request_id,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': PROBLEM_TYPE,
      'x-request-id': origin.request_id,
      link: `<${origin.base_url}/schema/3.0/Definitions/ProblemDetailDocument.json>; rel="describedBy"`,
      ...(refusal.allow ? { allow: refusal.allow } : {}),
    },
  })
}

/** The word of a refusal, which only the resources throw. */
export function wordOf(error: ApiError): ErrorWord {
  return error.word as ErrorWord
}

/** A bug of ours: marked by a header of its own and by a body that no client takes for the service's. */
export function defect(error: unknown, requestId: string): Response {
  const message = error instanceof Error ? error.message : String(error)
  return new Response(JSON.stringify({ maildouble: { defect: message, request_id: requestId } }), {
    status: 500,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-maildouble-defect': '1', 'x-request-id': requestId },
  })
}

/** The JSON of an answer, with rendered records taken over as they are. */
export function serialize(answer: unknown): string {
  if (answer instanceof Rendered) return answer.json
  if (!hasRendered(answer)) return JSON.stringify(answer)
  const members = Object.entries(answer).flatMap(([name, value]) => {
    if (value === undefined) return []
    const json = Array.isArray(value) ? `[${value.map((item) => serialize(item)).join()}]` : serialize(value)
    return [`${JSON.stringify(name)}:${json}`]
  })
  return `{${members.join()}}`
}

/** The same answer with rendered records read back, for what needs to look inside. */
export function plain(answer: unknown): unknown {
  if (answer instanceof Rendered) return answer.value()
  if (Array.isArray(answer)) return answer.map(plain)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, plain(value)]))
}

function hasRendered(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false
  return Object.values(answer).some((value) => value instanceof Rendered || isNest(value))
}

function isNest(value: unknown): boolean {
  return Array.isArray(value) ? value.some((item) => item instanceof Rendered) : hasRendered(value)
}
