import { wrongType } from '../../kernel/contract/check.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { errorCatalogue, type ErrorWord } from '../../kernel/contract/service.ts'
import { applyFaultsInBatch, hasBatchFaults } from '../faults/apply.ts'
import type { FaultCall } from '../faults/match.ts'
import { batches, type BatchOperation, batchOrders, type BatchRow } from '../model/batches/batch.ts'
import { isHeld } from '../rules/batches/hold.ts'
import { recordResult } from '../rules/batches/make.ts'
import { checkPath, prepareBody } from '../resources/index.ts'
import { composeHint, errors, problemBody } from '../model/errors.ts'
import type { Caller } from '../model/requests/call.ts'
import { emit } from '../rules/resource-events.ts'
import type { BodySource } from '../../kernel/support/reply.ts'
import type { TraceContext } from '../../kernel/support/traceparent.ts'
import type { DeployedMatch } from '../vocabulary/paths.ts'
import { chooseWords } from '../vocabulary/words.ts'
import { ApiError, Defect } from '../../kernel/world/errors.ts'
import { peek, type ReadTx, type Tx } from '../../kernel/world/tx.ts'
import type { Settings, WorldState } from '../../kernel/world/world.ts'
import { identifyCaller, performCall } from './call.ts'
import { CallBody, findPath, routeOrThrow } from './path-and-body.ts'
import { checkBody, listViolations, loadResource, type Violation } from './checks.ts'
import { loadTriggersOfFaults, tryTrigger } from './other-people.ts'
import { findBodySource, serialize, toPlain } from './json.ts'
import { parseSearch, LAST, type CursorPage, pageQuery, type Rest, restAfter } from './query.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

/** An operation of a batch, read once. What is wrong with it is refused when it runs. */
interface ReadOperation {
  readonly method: string
  /** Below `/3.0`, as it was sent, like its query. */
  readonly path: string
  readonly sentQuery: ReadonlyMap<string, string>
  /** Empty if it cannot be sent. */
  readonly sentBody: string
  /** What is at its path, in the words of the reference, like the query and the body. */
  readonly found: DeployedMatch | undefined
  readonly route: Route | undefined
  readonly query: ReadonlyMap<string, string>
  readonly body: CallBody
  /** Why its body cannot be sent, and why there is nothing at its path. */
  readonly unsendable: ApiError | undefined
  readonly notFound: ApiError | undefined
}

/** An operation that has been read before its job, and whether its body has been prepared. */
interface KnownOperation {
  readonly settings: Settings
  readonly call: ReadOperation
  isPrepared: boolean
}

/** The operations that are about to run. */
const known = new WeakMap<BatchOperation, KnownOperation>()

function knowOperation(operation: BatchOperation, settings: Settings): KnownOperation {
  const found = known.get(operation)
  if (found?.settings === settings) return found
  const read = { settings, call: readOperation(operation, settings), isPrepared: false }
  known.set(operation, read)
  return read
}

/** Loads what an operation of a batch needs. Returns `undefined` if nothing is missing. */
export function loadOperation(operation: BatchOperation, settings: Settings): Promise<unknown> | undefined {
  const read = knowOperation(operation, settings)
  const { route, body } = read.call
  if (!route || read.isPrepared) return undefined
  const loading = loadResource(route.resource)
  if (loading) return loading
  read.isPrepared = true
  return route.body === 'none' ? undefined : prepareBody(route.id, () => body.readableJson)
}

/** Loads what the next operation of a batch needs. Returns `undefined` if nothing is missing. */
export function loadNextOperation(world: WorldState, id: string): Promise<unknown> | undefined {
  const operation = peek(world, (tx) => {
    const batch = tx.first(batches.key, { id })
    return batch && findNextOperation(tx, batch)
  })
  return operation && (loadOperation(operation, world.settings) ?? loadTriggersOfFaults(world))
}

function readOperation(operation: BatchOperation, settings: Settings): ReadOperation {
  const words = chooseWords(settings)
  const method = operation.method.toUpperCase()
  const question = operation.path.indexOf('?')
  const sentQuery = question === -1 ? new Map<string, string>() : parseSearch(operation.path.slice(question + 1))
  if (method === 'GET') {
    // `params` take precedence over the query of the path.
    for (const [name, value] of Object.entries(operation.params ?? {})) if (value !== null) sentQuery.set(name, String(value))
  }
  const path = belowVersion(question === -1 ? operation.path : operation.path.slice(0, question))
  const at = findPath(words, path)
  const [found, notFound] = at instanceof ApiError ? [undefined, at] : [at, undefined]
  const route = found?.match.item[method]
  const given = method === 'GET' ? undefined : (operation.body ?? undefined)
  const sentBody = typeof given === 'string' ? given : ''
  const unsendable =
    given === undefined || typeof given === 'string'
      ? undefined
      : errors.invalid({ field: 'body', message: wrongType('string', given) })
  return {
    method,
    path,
    sentQuery,
    sentBody,
    found,
    route,
    query: route ? words.queryOf(route, sentQuery) : sentQuery,
    body: new CallBody(words, route, () => sentBody),
    unsendable,
    notFound,
  }
}

/** A path with a leading slash and without the version. */
function belowVersion(path: string): string {
  const below = path.startsWith('/') ? path : `/${path}`
  if (below === VERSION) return '/'
  return below.startsWith(`${VERSION}/`) ? below.slice(VERSION.length) : below
}

const VERSION = '/3.0'

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
function emitPerformed(tx: Tx, call: ReadOperation, outcome: CallResult, error: unknown = outcome.error): void {
  const { method, path, route, sentBody, body } = call
  const { sentQuery, query } = outcome.page ?? call
  const hintOf = ({ refusal }: ApiError) => composeHint(refusal, (mistake) => chooseWords(tx.settings).mistake(route, mistake))
  emit(tx, 'operation.performed', {
    id: outcome.instance,
    method,
    path: `/3.0${path}`,
    search: sentQuery.size > 0 ? new URLSearchParams([...sentQuery]).toString() : '',
    operation: route?.id,
    sent: sentBody,
    status: outcome.status,
    answered: outcome.body,
    source: outcome.source,
    error: error instanceof ApiError ? error.word : undefined,
    hint: error instanceof ApiError ? hintOf(error) : undefined,
    violations: listViolations(error, route?.id),
    parts: { route, query, body: body.readableJson },
    ...tx.trace,
  })
}

/** Runs an operation of a batch, or answers with a fault instead. */
function withFaults(tx: Tx, call: ReadOperation, run: () => CallResult): CallResult {
  if (!hasBatchFaults(tx)) return run()
  const faultCall = describeForFaults(tx, call)
  const fault = faultCall && applyFaultsInBatch(tx, faultCall)
  if (!fault) return run()
  if ('around' in fault) {
    let acted = false
    const result = fault.around(tx, run, { tryTrigger, noteActed: () => (acted = true) })
    fault.count(acted)
    return result
  }
  fault.count(true)
  if (fault.stage === 'after') run()
  return { status: fault.status, body: chooseWords(tx.settings).problem(call.route, fault.body), rest: LAST }
}

/** The call as faults see it. Returns `undefined` if it matches no operation. */
function describeForFaults(tx: Tx, { found, route, query, body, unsendable }: ReadOperation): FaultCall | undefined {
  if (!found || !route || unsendable) return undefined
  let request_id: string | undefined
  return {
    via: 'batch',
    operation: route.id,
    method: route.method,
    path: found.path,
    header: () => undefined,
    query,
    get body() {
      return body.readableJson
    },
    origin: {
      base_url: tx.world.base_url,
      like: tx.settings.like,
      get request_id() {
        // Drawn only if a fault matches.
        return (request_id ??= drawInstance(tx))
      },
    },
  }
}

/** Runs the next operation of a batch, or its next page. A batch that was deleted meanwhile is skipped. */
export const batchJobs = {
  'batches.operate': (tx: Tx, id: string) => {
    const batch = tx.first(batches.key, { id })
    if (!batch || isHeld(tx, batch, 'batches.operate')) return
    const operation = findNextOperation(tx, batch)
    if (!operation) throw new Defect(`The batch ${id} has no operation ${batch.next}.`)
    const { call } = knowOperation(operation, tx.settings)
    const page = { size: tx.settings.batch.page, from: batch.next_page }
    const run = () =>
      orRefused(tx, call, () => {
        const caller = identifyCaller(tx, batch.token === '' ? undefined : batch.token, call.method)
        return perform(tx, call, caller, page)
      })
    // Faults apply once to an operation with many pages.
    const outcome = batch.next_page === '' ? withFaults(tx, call, run) : run()
    emitPerformed(tx, call, outcome)
    known.delete(operation)
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
    const operation = findNextOperation(tx, batch)
    const outcome = { status: 500, body, rest: LAST }
    if (operation) emitPerformed(tx, readOperation(operation, tx.settings), outcome, defect)
    recordResult(tx, batch, { operation_id: operation?.operation_id ?? null, ...outcome })
  },
}

function findNextOperation(tx: ReadTx, batch: BatchRow): BatchOperation | undefined {
  return tx.first(batchOrders.key, { batch_id: batch.id })?.operations[batch.next]
}

/** A UUID for a problem object without a request, drawn from the world. */
function drawInstance(tx: Tx): string {
  const hex = tx.hex('instance', 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** The result of a call: the status, the JSON of the body (empty if there is none), and the unread rest of a collection. */
interface CallResult {
  readonly status: number
  readonly body: string
  /** A source that the body can be rendered from again. */
  readonly source?: BodySource | undefined
  readonly rest: Rest
  /** The query of the page that was read, if the collection is read by pages. */
  readonly page?: Pick<ReadOperation, 'sentQuery' | 'query'> | undefined
  /** The error, and the instance in its problem object. */
  readonly error?: ApiError
  readonly instance?: string
}

/** Runs part of a transaction and answers as the server edge does: a rejection rolls back the part and becomes a problem object. */
function orRefused(tx: Tx, { route }: ReadOperation, run: () => CallResult): CallResult {
  try {
    return tx.attempt(run)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { word, refusal: details } = error
    // Resources throw only errors of the catalogue.
    const errorWord = word as ErrorWord
    const instance = drawInstance(tx)
    const origin = { base_url: tx.world.base_url, like: tx.settings.like }
    const problem = JSON.stringify(problemBody(errorWord, details, origin, instance))
    const body = chooseWords(tx.settings).problem(route, problem)
    return { status: errorCatalogue[errorWord].status, body, rest: LAST, error, instance }
  }
}

/**
 * Runs an operation within a transaction. `page` is read of a collection, unless the operation itself sets how many records it wants.
 */
function perform(tx: ReadTx, call: ReadOperation, caller: Caller, page: CursorPage): CallResult {
  if (call.unsendable) throw call.unsendable
  if (!call.found) throw call.notFound
  const words = chooseWords(tx.settings)
  const { item, path } = call.found.match
  const route = routeOrThrow(item, call.method, tx.settings)
  if (route.body !== 'none') checkPath(route.resource, tx, { ...route, path })
  const body = route.body === 'none' ? undefined : call.body.json
  if (route.body !== 'none') checkBody({ route, path, body }, tx.settings, (look) => look(tx))
  const paged = pageQuery(route, call.query, page)
  const { status, answer, query, select } = performCall(tx, { route, path, query: paged ?? call.query, body, caller })
  const result = answer === undefined ? '' : serialize(select ? select(toPlain(answer)) : answer)
  return {
    status,
    body: words.answer(route, result),
    source: select || !words.isReference ? undefined : findBodySource(answer),
    rest: paged ? restAfter(route, query, answer) : LAST,
    page: paged && { sentQuery: words.queryAsSent(route, paged), query: paged },
  }
}
