import { checkSchema, type Validators } from '../../kernel/contract/check.ts'
import { AnsweredText, type ControlOperationId, type OperationsOf, routes, validators } from '../../kernel/contract/control.ts'
import { documents } from '../../kernel/contract/documents.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { type RouteMatch, routerOf } from '../../kernel/contract/router.ts'
import { isLarge, largeResponse } from '../http/large-answers.ts'
import { pipeline, type PipelineCall, type PipelineStep } from '../http/pipeline.ts'
import { headerOf, type HttpCall } from '../http/request.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Log } from '../../kernel/support/log.ts'
import { realNow } from '../../kernel/support/time.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { ControlCall, ControlContext, ControlOperations } from './context.ts'
import { ControlError } from './errors.ts'
import { type Access, admit } from './guard.ts'
import { areas } from './index.ts'
import { readControlBody, readParameters } from './input.ts'
import { pathHint } from './path-hint.ts'
import { jsonResponse, refuse } from './refuse.ts'
import { appendCall } from './append-call.ts'
import { noSuchWorld } from './worlds/no-such-world.ts'

/** A call whose parts have been checked against the contract of its operation. */
type CheckedCall = { readonly [Member in keyof ControlCall<ControlOperationId>]: unknown }

type Handler = (call: CheckedCall) => unknown

/** A call of the control API, with what the steps have found out so far. */
interface PendingCall extends PipelineCall {
  readonly context: ControlContext
  readonly access: Access
  readonly call: HttpCall
  /** Its path after `/_control`. */
  readonly below: string
  operation?: { readonly route: Route; readonly path: RouteMatch['path']; readonly handler: Handler }
  checks?: Validators
  query?: ReturnType<typeof readParameters>
  body?: unknown
  /** The world of the call; `undefined` if it concerns no world, and `default` is unreadable. */
  handle?: WorldHandle | undefined
  answer?: unknown
}

/** The operation of a call; throws a Defect before it has been found. */
function operationOf({ operation }: PendingCall): NonNullable<PendingCall['operation']> {
  if (!operation) throw new Defect('The operation of the call has not been found yet.')
  return operation
}

const PIPELINE_CALL: PipelineCall = {
  checkpoint: () => undefined,
  whenLoaded: ({ ready }, proceed) => ready.then(proceed),
}

type ControlStep = PipelineStep<PendingCall, Response>

const checkAccess: ControlStep = ({ call, access }) => {
  admit(call, access)
  return undefined
}

const serveContract: ControlStep = ({ below }) =>
  below === '/openapi.json' ? documents.control().then((document) => jsonResponse(200, document)) : undefined

const find = routerOf(routes)

/** Finds the operation, and loads its checks and its handler. Paths of a world also work directly below `/_control`, for the world `default`. */
const findOperation: ControlStep = async (pending) => {
  const { call, below } = pending
  const found = find(below) ?? find(`/worlds/default${below}`)
  if (!found) {
    const hint = pathHint(below) || 'GET /_control/openapi.json tells what there is.'
    throw new ControlError(404, `There is nothing at /_control${below.slice(0, 200)}. ${hint}`)
  }
  const route = found.item[call.method === 'HEAD' ? 'GET' : call.method]
  const allow = Object.keys(found.item).join(', ')
  if (!route) throw new ControlError(405, `${call.method} is not allowed here. Allowed: ${allow}.`, [], allow)
  const load = validators[route.resource]
  if (!load) throw new Defect(`There are no checks for ${route.resource}.`)
  pending.checks = await load()
  const handlers: Partial<ControlOperations> = await areas[route.resource as keyof OperationsOf]()
  pending.operation = { route, path: found.path, handler: handlers[route.id as ControlOperationId] as Handler }
  return undefined
}

const checkRequest: ControlStep = async (pending) => {
  const { call, checks = {} } = pending
  const { route } = operationOf(pending)
  pending.query = readParameters(call, route)
  pending.body = await readControlBody(call, route, checks)
  return undefined
}

/** Finds the world of the call. If other processes write to the store, its current version is loaded first. */
const findWorld: ControlStep = async (pending) => {
  const { directory, worlds } = pending.context
  const { world } = operationOf(pending).path
  if (world !== undefined) await directory?.load(world)
  pending.handle = worlds.byId(world ?? 'default')
  if (pending.handle) pending.handle.usedAt = realNow()
  else if (world !== undefined) {
    worlds.unreadable.assertReadable(world)
    throw noSuchWorld(worlds, world)
  }
  return undefined
}

/** Runs the handler, and appends the call to the log if replays repeat it. The answer is sent once the state that it depends on is saved. */
const runHandler: ControlStep = async (pending) => {
  const { context, call, query, body, handle } = pending
  const { route, path, handler } = operationOf(pending)
  const run = (): unknown =>
    handler({
      context,
      // Operations without a world must work even if `default` is unreadable.
      get handle() {
        return handle ?? context.worlds.default
      },
      path,
      query,
      body,
      header: (name: string) => headerOf(call, name),
      // Read lazily: over a socket the signal is created on first use, and few operations need it.
      get signal() {
        return call.hono.req.raw.signal
      },
    })
  if (!handle || path['world'] === undefined) pending.answer = await run()
  else
    pending.answer = await handle.commit(() => {
      // Another process may have deleted the world meanwhile.
      if (handle.deleted) throw noSuchWorld(context.worlds, handle.world.id)
      return appendCall(handle, { route, path, search: call.search, body }, run)
    })
  return undefined
}

/** Sends the answer, once it has been checked against the contract. */
const respond: ControlStep = (pending) => {
  const { call, answer, checks = {} } = pending
  const { route } = operationOf(pending)
  if (answer === undefined) return new Response(null, { status: route.status })
  if (answer instanceof AnsweredText) return page(route.status, answer)
  if (answer instanceof ReadableStream) return events(call, answer)
  const check = checks[`response_${route.id}`]
  const complaint = check && checkSchema(check, answer)
  if (complaint) throw new Defect(`The answer of ${route.id} breaks the contract at ${complaint.field}: ${complaint.message}`)
  const text = JSON.stringify(answer)
  const headers = { 'content-type': `${route.answers ?? 'application/json'}; charset=utf-8` }
  if (isLarge(text, call)) return largeResponse(text, call, route.status, headers)
  return new Response(text, { status: route.status, headers })
}

const processCall = pipeline<PendingCall, Response>([
  checkAccess,
  serveContract,
  findOperation,
  checkRequest,
  findWorld,
  runHandler,
  respond,
])

/** The control API: processes calls below `/_control`. */
export class ControlApi {
  readonly #context: ControlContext
  readonly #access: Access
  readonly #log: Log

  constructor(context: ControlContext, access: Access, log: Log) {
    this.#context = context
    this.#access = access
    this.#log = log
  }

  /** Handles a call; `below` is the path after `/_control`. */
  async handle(call: HttpCall, below: string): Promise<Response> {
    const pending: PendingCall = { ...PIPELINE_CALL, context: this.#context, access: this.#access, call, below }
    const response = await this.#answer(pending)
    const { method, arrivedAt } = call
    const answered = { contract: 'control', route: pending.operation?.route, method, status: response.status } as const
    this.#context.metrics.requests.note(answered, realNow() - arrivedAt)
    return response
  }

  async #answer(pending: PendingCall): Promise<Response> {
    try {
      return await processCall(pending)
    } catch (error) {
      return refuse(error, this.#context, this.#log)
    }
  }
}

/** A response with text that is not JSON. */
function page(status: number, { type, text, headers }: AnsweredText): Response {
  const own = { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' }
  return new Response(text, { status, headers: { ...own, ...headers } })
}

/** An event stream that proxies must not buffer. The connection closes with the stream, so that an open stream does not delay a shutdown. */
async function events(call: HttpCall, stream: ReadableStream<Uint8Array>): Promise<Response> {
  if (call.method === 'HEAD') await stream.cancel()
  return new Response(call.method === 'HEAD' ? null : stream, { headers: EVENTS })
}

const EVENTS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}
