import { wrongType } from '../../kernel/contract/check.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { existingIn } from '../../kernel/contract/router.ts'
import { errorCatalogue, type ErrorWord } from '../../kernel/contract/service.ts'
import { applyFaultsInBatch, hasBatchFaults } from '../faults/apply.ts'
import type { FaultCall } from '../faults/match.ts'
import { batches, type BatchOperation, batchOrders, type BatchRow } from '../model/batches/batch.ts'
import { isHeld } from '../rules/batches/hold.ts'
import { recordResult } from '../rules/batches/result.ts'
import { checkPath } from '../resources/index.ts'
import { composeHint, errors, problemBody } from '../model/errors.ts'
import type { Caller } from '../model/requests/caller.ts'
import { emit } from '../rules/resource-events.ts'
import type { BodySource } from '../../kernel/support/reply.ts'
import type { TraceContext } from '../../kernel/support/traceparent.ts'
import { chooseWords } from '../vocabulary/world-vocabulary.ts'
import { ApiError, Defect } from '../../kernel/world/errors.ts'
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'
import { decodeBody, performCall, identifyCaller, methodNotAllowed, normalizePath } from './call.ts'
import { assertLoaded, checkBody, type Violation, listViolations } from './checks.ts'
import { tryTrigger } from './other-people.ts'
import { findBodySource, jsonIn, serialize, toPlain } from './json.ts'
import { parseSearch, LAST, type Page, pageQuery, type Rest, restAfter } from './query.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

/** The call that an operation of a batch describes. Rejects one whose body cannot be sent. */
function callIn({ method: written, path, params, body }: BatchOperation): Pick<InnerCall, 'method' | 'path' | 'query' | 'body'> {
  const method = written.toUpperCase()
  const question = path.indexOf('?')
  const query = question === -1 ? new Map<string, string>() : parseSearch(path.slice(question + 1))
  if (method === 'GET') {
    // `params` take precedence over the query of the path.
    for (const [name, value] of Object.entries(params ?? {})) if (value !== null) query.set(name, String(value))
  }
  const below = belowVersion(question === -1 ? path : path.slice(0, question))
  return { method, path: below, query, body: method === 'GET' ? '' : writeBatchBody(body) }
}

/** A path with a leading slash and without the version. */
function belowVersion(path: string): string {
  const below = path.startsWith('/') ? path : `/${path}`
  if (below === VERSION) return '/'
  return below.startsWith(`${VERSION}/`) ? below.slice(VERSION.length) : below
}

const VERSION = '/3.0'

function writeBatchBody(body: unknown): string {
  if (typeof body === 'string') return body
  if (body === undefined || body === null) return ''
  throw errors.invalid({ field: 'body', message: wrongType('string', body) })
}

/** An operation of a batch, or a page of one, as an answered call. */
export interface PerformedCall extends TraceContext {
  /** The instance in its problem object, if it was rejected. */
  readonly id: string | undefined
  readonly method: string
  /** Below the URL of the world. */
  readonly path: string
  readonly search: string
  readonly operation: string | undefined
  readonly sent: string
  readonly status: number
  readonly answered: string
  /** A source that the answer can be rendered from again. */
  readonly source: BodySource | undefined
  /** The name of its error in the catalogue, if it was rejected. */
  readonly error: string | undefined
  /** What the double knows about its rejection beyond the answer. */
  readonly hint: string | undefined
  readonly violations: readonly Violation[]
  readonly parts: ReadParts
}

/** The operation, the query and the body of a call in the words of the reference. */
interface ReadParts {
  readonly route: Route | undefined
  readonly query: ReadonlyMap<string, string>
  /** `undefined` if there is none or it can't be parsed. */
  readonly body: unknown
}

declare module '../rules/resource-events.ts' {
  interface ResourceEvents {
    /** An operation of a batch was performed. The log appends it after the commit. */
    'operation.performed': PerformedCall
  }
}

/** Emits the event for an operation of a batch and its result. `error` is the error of a failed operation. */
function emitPerformed(tx: Tx, operation: BatchOperation, outcome: CallResult, error: unknown = outcome.error): void {
  // A body that cannot be sent counts as missing.
  const { method, path, query, body } = callIn({ ...operation, body: typeof operation.body === 'string' ? operation.body : '' })
  const route = outcome.route ?? routeAt(tx, method, path)
  emit(tx, 'operation.performed', {
    id: outcome.instance,
    method,
    path: `/3.0${path}`,
    search: searchOf(outcome.query ?? query),
    operation: route?.id,
    sent: body,
    status: outcome.status,
    answered: outcome.body,
    source: outcome.source,
    error: error instanceof ApiError ? error.word : undefined,
    hint:
      error instanceof ApiError
        ? composeHint(error.refusal, (mistake) => chooseWords(tx.settings).mistake(route, mistake))
        : undefined,
    violations: listViolations(error, route?.id),
    parts: readParts(tx, route, { query: outcome.query ?? query, body }),
    ...tx.trace,
  })
}

/** Reads the query and the body of a call for an operation. */
function readParts(tx: ReadTx, route: Route | undefined, { query, body }: Pick<InnerCall, 'query' | 'body'>): ReadParts {
  const words = chooseWords(tx.settings)
  const sent = jsonIn(body)
  return route ? { route, query: words.queryOf(route, query), body: words.bodyOf(route, sent) } : { route, query, body: sent }
}

function routeAt(tx: ReadTx, method: string, path: string): Route | undefined {
  try {
    return chooseWords(tx.settings).find(normalizePath(path))?.match.item[method]
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

function searchOf(query: ReadonlyMap<string, string> | undefined): string {
  return query && query.size > 0 ? new URLSearchParams([...query]).toString() : ''
}

/** Runs an operation of a batch, or answers with a fault instead. */
function withFaults(tx: Tx, operation: BatchOperation, run: () => CallResult): CallResult {
  if (!hasBatchFaults(tx)) return run()
  const call = faultCallOf(tx, operation)
  const fault = call && applyFaultsInBatch(tx, call.fault)
  if (!fault) return run()
  if ('around' in fault) {
    let acted = false
    const result = fault.around(tx, run, { tryTrigger, noteActed: () => (acted = true) })
    fault.count(acted)
    return result
  }
  fault.count(true)
  if (fault.stage === 'after') run()
  return { status: fault.status, body: translatedProblem(tx, call.route, fault.body), rest: LAST }
}

/** The call as faults see it. Returns `undefined` if it matches no operation. */
function faultCallOf(tx: Tx, operation: BatchOperation): { readonly route: Route; readonly fault: FaultCall } | undefined {
  const call = orUndefined(() => callIn(operation))
  const sent = call && orUndefined(() => normalizePath(call.path))
  const found = sent === undefined ? undefined : chooseWords(tx.settings).find(sent)
  const route = found?.match.item[call?.method ?? '']
  if (!call || !found || !route) return undefined
  const { query, body } = readParts(tx, route, call)
  let request_id: string | undefined
  const fault: FaultCall = {
    via: 'batch',
    operation: route.id,
    method: route.method,
    path: found.path,
    header: () => undefined,
    query,
    body,
    origin: {
      base_url: tx.world.base_url,
      like: tx.settings.like,
      get request_id() {
        // Drawn only if a fault matches.
        return (request_id ??= drawInstance(tx))
      },
    },
  }
  return { route, fault }
}

/** A problem object in the words of the world. */
function translatedProblem(tx: ReadTx, route: Route | undefined, problem: string): string {
  return chooseWords(tx.settings).problem(route, problem)
}

function orUndefined<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Runs the next operation of a batch, or its next page. A batch that was deleted meanwhile is skipped. */
export const batchJobs = {
  'batches.operate': (tx: Tx, id: string) => {
    const batch = tx.first(batches.key, { id })
    if (!batch || isHeld(tx, batch, 'batches.operate')) return
    const operation = nextOf(tx, batch)
    if (!operation) throw new Defect(`The batch ${id} has no operation ${batch.next}.`)
    const run = () =>
      answerOperation(tx, operation, () => {
        const caller = identifyCaller(tx, batch.token === '' ? undefined : batch.token, operation.method.toUpperCase())
        return perform(tx, { ...callIn(operation), caller, page: { size: tx.settings.batch.page, from: batch.next_page } })
      })
    // Faults apply once to an operation with many pages.
    const outcome = batch.next_page === '' ? withFaults(tx, operation, run) : run()
    emitPerformed(tx, operation, outcome)
    // An operation may have deleted its own batch.
    if (!tx.first(batches.key, { id })) return
    const { status, body, source, rest } = outcome
    recordResult(tx, batch, { operation_id: operation.operation_id ?? null, status, body, source, rest })
  },
}

/** An operation that fails with a defect gets a result that cannot be mistaken for the service's, and the batch continues. */
export const batchJobsInstead = {
  'batches.operate': (tx: Tx, id: string, defect: unknown) => {
    const batch = tx.first(batches.key, { id })
    if (!batch) return
    const message = messageOf(defect)
    const body = JSON.stringify({ maildouble: { defect: message } })
    const operation = nextOf(tx, batch)
    const outcome = { status: 500, body, rest: LAST }
    if (operation) emitPerformed(tx, operation, outcome, defect)
    recordResult(tx, batch, { operation_id: operation?.operation_id ?? null, ...outcome })
  },
}

function nextOf(tx: ReadTx, batch: BatchRow): BatchOperation | undefined {
  return tx.first(batchOrders.key, { batch_id: batch.id })?.operations[batch.next]
}

/** A UUID for a problem object without a request, drawn from the world. */
function drawInstance(tx: Tx): string {
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

/** The result of a call: the status, the JSON of the body (empty if there is none), and the unread rest of a collection. */
export interface CallResult {
  readonly status: number
  readonly body: string
  /** A source that the body can be rendered from again. */
  readonly source?: BodySource | undefined
  readonly rest: Rest
  /** The operation and the query of the call, if it was performed. */
  readonly route?: Route
  readonly query?: ReadonlyMap<string, string>
  /** The error, and the instance in its problem object. */
  readonly error?: ApiError
  readonly instance?: string
}

/** Runs part of a transaction and answers as the server edge does: a rejection rolls back the part and becomes a problem object. */
export function answerOperation(tx: Tx, operation: BatchOperation, run: () => CallResult): CallResult {
  try {
    return tx.attempt(run)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return makeRefusedResult(tx, operation, error)
  }
}

/** Runs a call within a transaction. Throws `NeedsLoad` if the validators of its resource have not been loaded yet. */
export function perform(tx: ReadTx, { method, path: below, query: given, body: text, caller, page }: InnerCall): CallResult {
  const words = chooseWords(tx.settings)
  const path = normalizePath(below)
  const found = words.find(path)?.match
  if (!found) throw errors.notFound(`nothing is served at ${path.slice(0, 200)}`)
  const item = existingIn(found.item, tx.settings)
  const route = item[method]
  if (!route) throw methodNotAllowed(method, item)
  assertLoaded(route.resource)
  if (route.body !== 'none') checkPath(route.resource, tx, { ...route, path: found.path })
  const body = route.body === 'none' ? undefined : decodeBody(words, route, text)
  if (route.body !== 'none') checkBody({ route, path: found.path, body }, tx.settings, (look) => look(tx))
  const decoded = words.queryOf(route, given)
  const paged = pageQuery(route, decoded, page)
  const { status, answer, query, select } = performCall(tx, { route, path: found.path, query: paged ?? decoded, body, caller })
  const result = answer === undefined ? '' : serialize(select ? select(toPlain(answer)) : answer)
  return {
    status,
    body: words.answer(route, result),
    source: select || !words.isReference ? undefined : findBodySource(answer),
    rest: paged ? restAfter(route, query, answer) : LAST,
    route,
    query: paged ? words.queryAsSent(route, paged) : given,
  }
}

/** A rejection as the service answers it. The instance is drawn from the world, since there is no request id. */
function makeRefusedResult(tx: Tx, { method, path }: BatchOperation, error: ApiError): CallResult {
  const { word, refusal: details } = error
  // Resources throw only errors of the catalogue.
  const errorWord = word as ErrorWord
  const instance = drawInstance(tx)
  const origin = { base_url: tx.world.base_url, like: tx.settings.like }
  const problem = JSON.stringify(problemBody(errorWord, details, origin, instance))
  const body = translatedProblem(tx, routeAt(tx, method.toUpperCase(), belowVersion(path.split('?')[0] ?? '')), problem)
  return { status: errorCatalogue[errorWord].status, body, rest: LAST, error, instance }
}
