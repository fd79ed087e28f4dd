import type { Route } from '../contract/route.ts'
import { allowed } from '../contract/router.ts'
import { errorCatalogue, type ErrorWord } from '../contract/service.ts'
import { errors } from '../resources/errors.ts'
import type { Caller } from '../resources/operation.ts'
import { problemBody } from '../resources/problem.ts'
import { ApiError } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'
import { checkBody, checksOf } from './checks.ts'
import { execute } from './execute.ts'
import { selectionOf } from './fields.ts'
import { findRoute, pathOf } from './find.ts'
import { toPlain, parseBody, serialize } from './json.ts'
import { LAST, type Page, pageQuery, type Rest, restAfter } from './pages.ts'
import { readQuery } from './query.ts'

/** A UUID for a problem object without a request, drawn from the world. */
export function drawInstance(tx: Tx): string {
  const hex = tx.hex('instance', 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** A call of the service without an HTTP request. */
export interface InnerCall {
  readonly method: string
  /** Below `/3.0`. */
  readonly path: string
  readonly query: ReadonlyMap<string, string>
  /** JSON, or empty if there is no body. */
  readonly body: string
  readonly caller: Caller
  /** The page to read of a collection, unless the call itself sets how many records it wants. */
  readonly page: Page
}

/** The result of a call: the status, the JSON of the body (empty if there is none), and what is left of a collection. */
export interface CallResult {
  readonly status: number
  readonly body: string
  readonly rest: Rest
  /** The operation and the query of the call, if it was performed. */
  readonly route?: Route
  readonly query?: ReadonlyMap<string, string>
  /** The error, and the instance in its problem object. */
  readonly error?: ApiError
  readonly instance?: string
}

/** Runs part of a transaction and answers as the server edge does: a rejection rolls back the part and becomes a problem object. */
export function answered(tx: Tx, run: () => CallResult): CallResult {
  try {
    return tx.attempt(run)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refusal(tx, error)
  }
}

/** Runs a call within a transaction. Throws `NeedsLoad` if the validators of its resource have not been loaded yet. */
export function perform(tx: Tx, { method, path: below, query: given, body: text, caller, page }: InnerCall): CallResult {
  const path = pathOf(below)
  const found = findRoute(path)
  if (!found) throw errors.notFound(`nothing is served at ${path.slice(0, 200)}`)
  const route = found.item[method]
  if (!route) throw errors.wrongState(`The method ${method} is not allowed at this path.`, allowed(found.item))
  const checks = checksOf(route.resource)
  const body = route.body === 'none' ? undefined : parseBody(text)
  if (route.body !== 'none') checkBody(route, checks, body, tx.settings)
  const paged = pageQuery(route, given, page)
  const query = readQuery(route.query, paged ?? given)
  const select = selectionOf(query)
  const answer = execute(tx, { route, path: found.path, query, body, caller }, checks)
  return {
    status: route.statusSetting ? tx.settings[route.statusSetting] : route.status,
    body: answer === undefined ? '' : serialize(select ? select(toPlain(answer)) : answer),
    rest: paged ? restAfter(route, query, answer) : LAST,
    route,
    query: paged ?? given,
  }
}

/** A rejection as the service answers it. The instance is drawn from the world, since there is no request id. */
function refusal(tx: Tx, error: ApiError): CallResult {
  const { word, refusal: details } = error
  // Resources throw only errors of the catalogue.
  const errorWord = word as ErrorWord
  const instance = drawInstance(tx)
  const body = JSON.stringify(problemBody(errorWord, details, tx.world.base_url, instance))
  return { status: errorCatalogue[errorWord].status, body, rest: LAST, error, instance }
}
