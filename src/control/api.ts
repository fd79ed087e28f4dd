import { tooDeep } from '../calls/json.ts'
import { parseSearch, readQuery } from '../calls/query.ts'
import { checkSchema, pointerOf, type SchemaError, type ValidateFunction, type Validators } from '../contract/check.ts'
import { AnsweredText, type ControlOperationId, routes, type SentText, validators } from '../contract/control.ts'
import { documents } from '../contract/documents.ts'
import { controlTitles } from '../contract/generated/own-errors.ts'
import type { Route } from '../contract/route.ts'
import { type RouteMatch, routerOf } from '../contract/router.ts'
import { type BodyText, INCOMPLETE, readText, TOO_LARGE } from '../http/body.ts'
import { isLarge, largeResponse } from '../http/large-answers.ts'
import { headerOf, type HttpCall } from '../http/request.ts'
import { durably } from '../runtime/conflicts.ts'
import { isPersistenceFailure, statusOfDefect } from '../runtime/persistence-error.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { whyNotJson } from '../support/json-fault.ts'
import { nearest } from '../support/nearest.ts'
import { realNow } from '../support/time.ts'
import { ApiError, Defect } from '../world/errors.ts'
import type { ControlContext } from './context.ts'
import { ControlError, type PointedError } from './errors.ts'
import { type Access, admit } from './guard.ts'
import { controlOperations } from './index.ts'
import { recordStep, type RecordableCall } from './recording/step.ts'

/** Returns the first error of a body with a suggestion, or `undefined` if it is valid. A missing member is pointed at where it should be. */
export function complaintOf(validate: ValidateFunction, body: unknown): PointedError | undefined {
  const complaint = checkSchema(validate, body)
  if (!complaint) return undefined
  const error = validate.errors?.[0]
  const missing = error?.keyword === 'required' ? error.params['missingProperty'] : undefined
  const pointer = pointerOf(validate) + (typeof missing === 'string' ? `/${missing}` : '')
  const meant = error ? nearest(...wrongName(error)) : []
  return { pointer, message: meant.length > 0 ? `${complaint.message} Did you mean ${meant.join(' or ')}?` : complaint.message }
}

/** The invalid name of an error, and the names that would be valid. */
function wrongName({ keyword, params, schema, data, parentSchema }: SchemaError): [string, readonly string[]] {
  if (keyword === 'enum') return [String(data), stringsIn(schema)]
  if (keyword === 'discriminator') return [String(params['tagValue']), stringsIn(parentSchema?.['x-tags'])]
  if (keyword !== 'additionalProperties') return ['', []]
  return [String(params['additionalProperty']), Object.keys(Object(parentSchema?.['properties']))]
}

function stringsIn(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}

const BODY_BYTES_MAX = 25 * 1024 * 1024

/** The control API: processes calls below `/_control`. */
export class ControlApi {
  readonly #context: ControlContext
  readonly #access: Access
  readonly #find = routerOf(routes)
  readonly #log: (message: string) => void

  constructor(context: ControlContext, access: Access, log: (message: string) => void) {
    this.#context = context
    this.#access = access
    this.#log = log
  }

  /** Handles a call; `below` is the path after `/_control`. */
  async handle(call: HttpCall, below: string): Promise<Response> {
    try {
      admit(call, this.#access)
      if (below === '/openapi.json') return json(200, await documents.control())
      const { route, path } = this.#route(call, below)
      const validate = await validatorsOf(route)
      const query = readParameters(call, route)
      const body = route.body === 'none' ? await refuseBody(call) : await readBody(call, route, validate)
      const answer = await this.#run(call, { route, path, search: call.search, body }, query)
      if (answer === undefined) return new Response(null, { status: route.status })
      if (answer instanceof AnsweredText) return page(route.status, answer)
      if (answer instanceof ReadableStream) return events(call, answer)
      const complaint = checkSchema(validate[`response_${route.id}`] ?? nothing, answer)
      if (complaint) throw new Defect(`The answer of ${route.id} breaks the contract at ${complaint.field}: ${complaint.message}`)
      const text = JSON.stringify(answer)
      const headers = { 'content-type': `${route.answers ?? 'application/json'}; charset=utf-8` }
      if (isLarge(text, call)) return largeResponse(text, call, route.status, headers)
      return new Response(text, { status: route.status, headers })
    } catch (error) {
      return this.#refuse(error)
    }
  }

  /** Finds the route of a call. Paths of a world also work directly below `/_control`, for the world `default`. */
  #route(call: HttpCall, below: string): { route: Route; path: RouteMatch['path'] } {
    const found = this.#find(below) ?? this.#find(`/worlds/default${below}`)
    if (!found)
      throw new ControlError(
        404,
        `There is nothing at /_control${below.slice(0, 200)}. GET /_control/openapi.json tells what there is.`,
      )
    const route = found.item[call.method === 'HEAD' ? 'GET' : call.method]
    if (route) return { route, path: found.path }
    const allow = Object.keys(found.item).join(', ')
    throw new ControlError(405, `${call.method} is not allowed here. Allowed: ${allow}.`, [], allow)
  }

  async #run(call: HttpCall, checked: RecordableCall, query: ReturnType<typeof readQuery>): Promise<unknown> {
    const { route, path, body } = checked
    const id = path['world'] ?? 'default'
    // If other processes write to the store, load the current version of the world first.
    const { directory, worlds } = this.#context
    const isOfWorld = path['world'] !== undefined
    if (isOfWorld) await directory?.load(id)
    const handle = worlds.byId(id)
    if (isOfWorld && !handle) worlds.unreadable.assertReadable(id)
    if (isOfWorld && !handle) throw this.#noSuchWorld(id)
    if (handle) handle.usedAt = realNow()
    const handler = controlOperations[route.id as ControlOperationId] as (call: {
      context: ControlContext
      handle: WorldHandle
      path: RouteMatch['path']
      query: ReturnType<typeof readQuery>
      body: unknown
      header: (name: string) => string | undefined
      signal: AbortSignal
    }) => unknown
    // Read lazily: over a socket the signal is created on first use, and few operations need it.
    const { raw } = call.hono.req
    const run = (): unknown =>
      handler({
        context: this.#context,
        // Operations without a world must work even if `default` is unreadable.
        get handle() {
          return handle ?? worlds.default
        },
        path,
        query,
        body,
        header: (name) => headerOf(call, name),
        get signal() {
          return raw.signal
        },
      })
    if (!handle) return run()
    if (!handle.isPersistent || route.ownCommit || !isOfWorld) return recordStep(handle, checked, run)
    return durably(handle, () => {
      // Another process may have deleted the world meanwhile.
      if (handle.deleted) throw this.#noSuchWorld(id)
      return recordStep(handle, checked, run)
    })
  }

  #noSuchWorld(id: string): ControlError {
    const some = this.#context.worlds
      .all()
      .slice(0, 10)
      .map(({ world }) => world.id)
    return new ControlError(
      404,
      `There is no world ${id.slice(0, 100)}. There are: ${some.join(', ')}${this.#context.worlds.size > 10 ? ' ...' : ''}.`,
    )
  }

  /** The address of the error catalogue, which is the `type` of every problem. */
  get #problemType(): string {
    return `${this.#context.publicUrl}/docs/errors`
  }

  #refuse(error: unknown): Response {
    if (error instanceof ControlError) {
      const { status, message, errors, allow } = error
      const problem = {
        type: this.#problemType,
        title: controlTitles[status],
        status,
        detail: message,
        ...(errors.length > 0 ? { errors } : {}),
      }
      return json(status, problem, 'application/problem+json', allow === undefined ? {} : { allow })
    }
    // The persister logs its failures itself.
    if (!isPersistenceFailure(error))
      this.#log(
        `DEFECT of maildouble in the control API: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    const detail = error instanceof Error ? error.message : String(error)
    const status = statusOfDefect(error)
    return json(status, { type: this.#problemType, title: controlTitles[500], status, detail }, 'application/problem+json')
  }
}

const nothing = () => true

function validatorsOf(route: Route): Promise<Validators> {
  const load = validators[route.resource]
  if (!load) throw new Defect(`There are no checks for ${route.resource}.`)
  return load()
}

function readParameters(call: HttpCall, route: Route): ReturnType<typeof readQuery> {
  const known = route.query.map(({ name }) => name)
  const given = parseSearch(call.search)
  for (const name of given.keys()) {
    if (known.includes(name)) continue
    throw new ControlError(
      422,
      `There is no query parameter ${name.slice(0, 100)} here${known.length > 0 ? `; known are ${known.join(', ')}` : ''}.`,
    )
  }
  for (const { name, kind } of route.query) {
    if (kind !== 'boolean' || /^(true|false|1|0)$/.test(given.get(name) ?? 'false')) continue
    throw new ControlError(422, `The query parameter ${name}: Value must be true or false.`)
  }
  try {
    return readQuery(route.query, given)
  } catch (error) {
    const [wrong] = (error instanceof ApiError && error.refusal.errors) || []
    throw wrong ? new ControlError(422, `The query parameter ${wrong.field}: ${wrong.message}`) : error
  }
}

/** Refuses a body where none is expected, since it is probably a mistake. */
async function refuseBody(call: HttpCall): Promise<undefined> {
  if (call.method === 'GET' || call.method === 'HEAD') return undefined
  const text = textOrThrow(await readText(call, BODY_BYTES_MAX), BODY_BYTES_MAX)
  if (text !== '') checkType(call, JSON_ONLY)
  if (!['', '{}'].includes(text.trim())) throw new ControlError(422, 'No body is read here; send none, or {}.')
  return undefined
}

async function readBody(call: HttpCall, route: Route, validate: Validators): Promise<unknown> {
  const { bodyLimit = BODY_BYTES_MAX } = route
  const text = textOrThrow(await readText(call, bodyLimit), bodyLimit)
  const { texts = JSON_ONLY } = route
  if (text !== '') checkType(call, texts)
  if (route.texts) return { type: typeOf(call), text } satisfies SentText
  const body = parse(text)
  const validator = validate[`request_${route.id}`]
  const complaint = validator && complaintOf(validator, body)
  if (!complaint) return body
  throw new ControlError(422, `The body cannot be used: at ${complaint.pointer || 'its top'}: ${complaint.message}`, [complaint])
}

const JSON_ONLY = ['application/json']

/** Refuses a body with an unsupported content type. Forms on other sites can't send any of the supported types. */
function checkType(call: HttpCall, texts: readonly string[]): void {
  if (texts.includes(typeOf(call))) return
  throw new ControlError(415, `The control API reads only ${texts.join(', ')} here. Send the body with that content-type.`)
}

/** The media type of a body, without parameters. */
function typeOf(call: HttpCall): string {
  return (headerOf(call, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Returns the text of a body; throws if it could not be read. */
function textOrThrow(text: BodyText, limit: number): string {
  if (typeof text === 'string') return text
  if (text === INCOMPLETE) throw new ControlError(400, 'The body broke off before its end.')
  if (text === TOO_LARGE) throw new ControlError(413, `The body is larger than ${limit} bytes.`)
  throw new ControlError(text.reason === 'corrupt' ? 400 : 415, text.message)
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  if (tooDeep(text)) throw new ControlError(400, 'The JSON of the body is nested deeper than 64 levels.')
  try {
    return JSON.parse(text)
  } catch {
    throw new ControlError(400, `The body is not JSON: ${whyNotJson(text)}.`)
  }
}

function page(status: number, { type, text, headers }: AnsweredText): Response {
  const own = { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' }
  return new Response(text, { status, headers: { ...own, ...headers } })
}

/** An event stream that proxies must not buffer. Its connection closes with it, so that it does not delay a server's shutdown. */
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

function json(status: number, body: unknown, type = 'application/json', headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': `${type}; charset=utf-8`, ...headers } })
}
