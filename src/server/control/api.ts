import { checkSchema, type Validators } from '../../kernel/contract/check.ts'
import { AnsweredText, type ControlOperationId, type OperationsOf, routes, validators } from '../../kernel/contract/control.ts'
import { documents } from '../../kernel/contract/documents.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { type RouteMatch, createRouter } from '../../kernel/contract/router.ts'
import { isLarge, largeResponse } from '../http/large-answers.ts'
import { Answered, pipeline, type PipelineContext, type PipelineStep } from '../http/pipeline.ts'
import { readHeader, type HttpCall } from '../http/request.ts'
import { loadVocabulary } from '../../service/vocabulary/words.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { realNow } from '../../kernel/support/time.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { ControlCall, ControlContext, ControlOperations } from './context.ts'
import { ControlError, jsonResponse, noSuchWorld, refuse } from './errors.ts'
import { type Access, admit } from './guard.ts'
import { areas } from './index.ts'
import { readControlBody, readParameters } from './input.ts'
import { pathHint } from './path-hint.ts'
import { appendCall } from './append-call.ts'

/** A call of the control API on its way through the pipeline. */
class ControlRequest implements PipelineContext {
  readonly parts: ControlContext
  readonly access: Access
  readonly call: HttpCall
  /** Its path after `/_control`. */
  readonly below: string
  /** Its operation, once found. */
  route: Route | undefined = undefined

  constructor(parts: ControlContext, access: Access, call: HttpCall, below: string) {
    this.parts = parts
    this.access = access
    this.call = call
    this.below = below
  }

  checkpoint(): undefined {
    return undefined
  }
}

/** A step that gets an `In` and passes on an `Out`. */
type ControlStep<In, Out> = PipelineStep<ControlRequest, In, Out, Response>

/** A call whose parts have been checked against the contract of its operation. */
type CheckedCall = { readonly [Member in keyof ControlCall<ControlOperationId>]: unknown }

type Handler = (call: CheckedCall) => unknown

/** A call whose operation has been found. */
interface FoundControlCall {
  readonly route: Route
  readonly path: RouteMatch['path']
  readonly checks: Validators
  readonly handler: Handler
}

/** A call that matches the contract. */
interface ReadCall {
  readonly found: FoundControlCall
  readonly query: ReturnType<typeof readParameters>
  readonly body: unknown
}

/** A call and its world; `undefined` if it concerns no world, and `default` is unreadable. */
interface LocatedCall extends ReadCall {
  readonly handle: WorldHandle | undefined
}

const checkAccess: ControlStep<undefined, undefined> = ({ call, access }) => {
  admit(call, access)
  return undefined
}

const serveContract: ControlStep<undefined, undefined> = ({ below }) =>
  below === '/openapi.json' ? documents.control().then((document) => new Answered(jsonResponse(200, document))) : undefined

const find = createRouter(routes)

/** Finds the operation, and loads its checks and its handler. Paths of a world also work directly below `/_control`, for the world `default`. */
const findOperation: ControlStep<undefined, FoundControlCall> = async (request) => {
  const { call, below } = request
  const found = find(below) ?? find(`/worlds/default${below}`)
  if (!found) {
    const hint = pathHint(below) || 'GET /_control/openapi.json tells what there is.'
    throw new ControlError(404, `There is nothing at /_control${below.slice(0, 200)}. ${hint}`)
  }
  const route = found.item[call.method === 'HEAD' ? 'GET' : call.method]
  const allow = Object.keys(found.item).join(', ')
  if (!route) throw new ControlError(405, `${call.method} is not allowed here. Allowed: ${allow}.`, [], allow)
  request.route = route
  const load = validators[route.resource]
  if (!load) throw new Defect(`There are no checks for ${route.resource}.`)
  const checks = await load()
  const handlers: Partial<ControlOperations> = await areas[route.resource as keyof OperationsOf]()
  return { route, path: found.path, checks, handler: handlers[route.id as ControlOperationId] as Handler }
}

const checkRequest: ControlStep<FoundControlCall, ReadCall> = async ({ call }, found) => {
  const query = readParameters(call, found.route)
  return { found, query, body: await readControlBody(call, found.route, found.checks) }
}

/** Finds the world of the call, in its current version. */
const findWorld: ControlStep<ReadCall, LocatedCall> = async ({ parts: { persistence, worlds } }, { found, query, body }) => {
  const { world } = found.path
  if (world !== undefined) await persistence.load(world)
  const handle = worlds.byId(world ?? 'default')
  if (handle) handle.usedAt = realNow()
  else if (world !== undefined) throw noSuchWorld(worlds, world)
  if (handle) await loadVocabulary(handle.world.settings)
  return { found, query, body, handle }
}

/** The result of an operation. */
interface Performed {
  readonly found: FoundControlCall
  readonly answer: unknown
}

/** Runs the handler in a commit of its world. The call is appended to the log of the world if it changes the world. */
const runHandler: ControlStep<LocatedCall, Performed> = async ({ parts, call }, { found, query, body, handle }) => {
  const { route, path, handler } = found
  const run = (): unknown =>
    handler({
      context: parts,
      // Operations without a world must work even if `default` is unreadable.
      get handle() {
        return handle ?? parts.worlds.default
      },
      path,
      query,
      body,
      header: (name: string) => readHeader(call, name),
      // Read lazily: over a socket the signal is created on first use, and few operations need it.
      get signal() {
        return call.hono.req.raw.signal
      },
    })
  if (!handle || path['world'] === undefined) return { found, answer: await run() }
  const answer = await handle.commit(() => {
    // The world may have been deleted meanwhile.
    if (handle.deleted) throw noSuchWorld(parts.worlds, handle.world.id)
    return appendCall(handle, { route, path, search: call.search, body }, run)
  })
  return { found, answer }
}

/** Sends the answer, once it has been checked against the contract. */
function respond({ call }: ControlRequest, { found: { route, checks }, answer }: Performed): Response | Promise<Response> {
  if (answer === undefined) return new Response(null, { status: route.status })
  if (answer instanceof AnsweredText) return makeTextResponse(route.status, answer)
  if (answer instanceof ReadableStream) return events(call, answer)
  const check = checks[`response_${route.id}`]
  const complaint = check && checkSchema(check, answer)
  if (complaint) throw new Defect(`The answer of ${route.id} breaks the contract at ${complaint.field}: ${complaint.message}`)
  const text = JSON.stringify(answer)
  const headers = { 'content-type': `${route.answers ?? 'application/json'}; charset=utf-8` }
  if (isLarge(text, call)) return largeResponse(text, call, route.status, headers)
  return new Response(text, { status: route.status, headers })
}

const processCall = pipeline<ControlRequest, Response>()
  .step(checkAccess)
  .step(serveContract)
  .step(findOperation)
  .step(checkRequest)
  .step(findWorld)
  .step(runHandler)
  .answer(respond)

/** The control API: processes calls below `/_control`. */
export class ControlApi {
  readonly #context: ControlContext
  readonly #access: Access

  constructor(context: ControlContext, access: Access) {
    this.#context = context
    this.#access = access
  }

  /** Handles a call; `below` is the path after `/_control`. */
  async handle(call: HttpCall, below: string): Promise<Response> {
    const request = new ControlRequest(this.#context, this.#access, call, below)
    const response = await this.#answer(request)
    const { method, arrivedAt } = call
    const answered = { contract: 'control', route: request.route, method, status: response.status } as const
    this.#context.metrics.requests.note(answered, realNow() - arrivedAt)
    return response
  }

  async #answer(request: ControlRequest): Promise<Response> {
    try {
      return await processCall(request, undefined)
    } catch (error) {
      return refuse(error, this.#context)
    }
  }
}

/** A response with text that is not JSON. */
function makeTextResponse(status: number, { type, text, headers }: AnsweredText): Response {
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
