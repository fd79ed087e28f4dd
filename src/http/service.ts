import { checkBody } from '../calls/check-body.ts'
import { knownChecks, loadChecks } from '../calls/checks.ts'
import { execute } from '../calls/execute.ts'
import { selectionOf } from '../calls/fields.ts'
import { findRoute, pathOf } from '../calls/find.ts'
import { readJson } from '../calls/json.ts'
import { parseSearch, readQuery } from '../calls/query.ts'
import { rules } from '../calls/rules.ts'
import type { Route } from '../contract/route.ts'
import { allowed } from '../contract/router.ts'
import { errors as catalogue, type ErrorWord } from '../contract/service.ts'
import type { Validators } from '../contract/validator.ts'
import type { Courier } from '../host/courier.ts'
import type { Pacer } from '../host/pacer.ts'
import type { Cell, Worlds } from '../host/worlds.ts'
import { errors } from '../resources/errors.ts'
import type { Caller } from '../resources/operation.ts'
import { asksOutside, prepare } from '../resources/preparations.ts'
import { breathe, realDelay } from '../support/time.ts'
import { ApiError, Defect, Later } from '../world/errors.ts'
import { peek, transact } from '../world/tx.ts'
import { authenticate, chooseWorld } from './authenticate.ts'
import { readText, textOrThrow } from './body.ts'
import { headerOf, type HttpCall } from './call.ts'
import { credentialOf, type Presented } from './credential.ts'
import { defect, dropped, empty, problem, schemaDocument, success, wordOf, type Origin } from './response.ts'
import { schemaAt } from './schemas.ts'
import { holdSlot } from './slots.ts'

type Answer = Response | Promise<Response>

/** A call that has come as far as the world it is for. */
interface Arrival {
  readonly call: HttpCall
  readonly cell: Cell
  /** The world that the path names, if it names one. */
  readonly prefixed: Cell | undefined
  readonly presented: Presented
  readonly origin: Origin
}

/** A call whose operation has been found. */
interface Passage {
  readonly arrival: Arrival
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly caller: Caller
  /** Frees the slot that the call holds. */
  readonly release: () => void
}

/** What the service's API works with. */
export interface ServiceParts {
  readonly worlds: Worlds
  readonly pacer: Pacer
  readonly courier: Courier
}

/**
 * The service's API: the biography of a call, from the path below `/3.0` to the answer. Everything that a client can
 * do wrong ends as a problem object; only a bug of ours ends as a Defect.
 */
export class ServiceApi {
  readonly #worlds: Worlds
  readonly #pacer: Pacer
  readonly #courier: Courier
  readonly #log: (message: string) => void

  constructor({ worlds, pacer, courier }: ServiceParts, log: (message: string) => void) {
    this.#worlds = worlds
    this.#pacer = pacer
    this.#courier = courier
    this.#log = log
  }

  /** A call of the service; `below` is its path after `/3.0`. Answers at once where nothing has to be waited for. */
  handle(call: HttpCall, prefixed: Cell | undefined, below: string): Answer {
    const arrival = this.#arrive(call, prefixed)
    try {
      return this.#receive(arrival, below)
    } catch (error) {
      return this.#refuse(error, arrival.origin)
    }
  }

  /** A call for a schema of the contract; `below` is its path after `/schema/3.0`. */
  async schema(call: HttpCall, prefixed: Cell | undefined, below: string): Promise<Response> {
    const found = call.method === 'GET' || call.method === 'HEAD' ? await schemaAt(below) : undefined
    return found ? schemaDocument(this.#arrive(call, prefixed).origin, found) : this.nowhere(call, prefixed)
  }

  /** A path outside of everything that is served. */
  nowhere(call: HttpCall, prefixed: Cell | undefined): Response {
    const { origin } = this.#arrive(call, prefixed)
    return this.#refuse(
      errors.notFound(`nothing is served at ${call.pathname.slice(0, 200)}; every resource lives under /3.0`),
      origin,
    )
  }

  /** A world in the path that is not there: keys that this server gave out are refused, and nobody is told more than that. */
  noWorld(call: HttpCall, id: string): Response {
    const { origin, presented } = this.#arrive(call, undefined)
    const issued = typeof presented === 'object' && this.#worlds.byKey(presented.key) !== undefined
    const detail = `There is no world ${id.slice(0, 63)} here (any more). GET /_control/worlds lists worlds and their keys.`
    return this.#refuse(new ApiError(issued ? 'APIKeyInvalid' : 'ResourceNotFound', { detail }), origin)
  }

  #arrive(call: HttpCall, prefixed: Cell | undefined): Arrival {
    const presented = credentialOf(call)
    const cell = chooseWorld(this.#worlds, presented, prefixed)
    return { call, cell, prefixed, presented, origin: { base_url: cell.world.base_url, request_id: cell.nextRequestId() } }
  }

  #receive(arrival: Arrival, below: string): Answer {
    const { call, cell, prefixed, presented, origin } = arrival

    // The tester's own wish comes first: it needs neither a known path nor a credential.
    const wanted = headerOf(call, 'x-trigger-error')
    if (wanted !== undefined && Object.hasOwn(catalogue, wanted)) {
      return problem(wanted as ErrorWord, { detail: 'Answered because the request asked for it by X-Trigger-Error.' }, origin)
    }

    // The override decides which operation is meant, so it comes before routing.
    const method = methodOf(call)

    // An unknown path is unknown to everybody: 404 and 405 come before 401.
    const path = pathOf(below)
    const found = findRoute(path)
    if (!found)
      throw errors.notFound(
        `nothing is served at ${path.slice(0, 200)}; maildouble does not have this resource, or the path is misspelled`,
      )
    if (method === 'OPTIONS') return empty(204, origin, { allow: allowed(found.item) })
    // The body of what answers HEAD is taken off by Hono.
    const route = found.item[method === 'HEAD' ? 'GET' : method]
    if (!route) {
      const allow = allowed(found.item)
      throw errors.wrongState(`The method ${method} is not allowed at this path. What maildouble has here: ${allow}.`, allow)
    }

    const caller = authenticate(this.#worlds, presented, cell, prefixed)

    // A limit that is met only while calls take time: see the setting `service_time`.
    const passage = { arrival, route, path: found.path, caller, release: holdSlot(cell, call) }
    const validate = knownChecks(route.resource)
    const waits = !validate || route.body !== 'none' || cell.world.settings.service_time > 0
    return waits ? this.#wait(passage) : this.#finish(passage, validate, undefined)
  }

  /** What has to be waited for: the service time, the checks of a resource at its first call, the body. */
  async #wait(passage: Passage): Promise<Response> {
    const { route, release } = passage
    const { call, cell, origin } = passage.arrival
    const { epoch } = cell
    const { service_time, body_limit } = cell.world.settings
    try {
      if (service_time > 0) await realDelay(service_time)
      const validate = knownChecks(route.resource) ?? (await loadChecks(route.resource))
      const text = route.body === 'none' ? undefined : await readText(call, body_limit)
      if (cell.epoch !== epoch) return dropped(origin.request_id)
      const body = text === undefined ? undefined : readJson(textOrThrow(text, body_limit))
      // What is read, held against its schema and run in one go keeps others waiting as long as all three take.
      const large = typeof text === 'string' && text.length > LARGE
      if (large) await breathe()
      if (text !== undefined) checkBody(route, validate, body, cell.world.settings)
      if (large) await breathe()
      const prepared = asksOutside(route.id) ? await this.#prepare(passage, body) : undefined
      if (cell.epoch !== epoch) return dropped(origin.request_id)
      return this.#finish(passage, validate, body, prepared)
    } catch (error) {
      return this.#refuse(error, origin)
    } finally {
      release()
    }
  }

  /** What an operation has to find out before its transaction. */
  #prepare({ arrival: { cell }, route, path }: Passage, body: unknown): Promise<unknown> | undefined {
    const outside = this.#courier.outsideOf(cell)
    return peek(cell.world, (tx) => prepare(route.id, { tx, path, body, outside }))
  }

  /** Runs the operation in a transaction, and keeps what it wrote once its answer has been held against the contract. */
  #finish(passage: Passage, validate: Validators, body: unknown, prepared?: unknown): Answer {
    const { arrival, route, path, caller, release } = passage
    const { call, cell, origin } = arrival
    try {
      this.#pacer.sync(cell)
      const query = readQuery(route.query, call.search === '' ? NO_PARAMETERS : parseSearch(call.search))
      const select = selectionOf(query)

      const before = cell.world
      const read = { route, path, query, body, caller, prepared }
      const cause = { request: origin.request_id }
      const { world, result } = transact(before, rules, (tx) => execute(tx, read, validate), cause)
      if (world !== before && route.method === 'GET' && !route.writes) throw new Defect(`${route.id} wrote although it is a GET.`)

      cell.world = world
      if (world !== before) this.#pacer.watch(cell)
      const status = route.statusSetting ? world.settings[route.statusSetting] : route.status
      return success(route, status, origin, result, select)
    } catch (error) {
      if (error instanceof Later) return this.#finishLater(error, passage, validate, body, prepared)
      return this.#refuse(error, origin)
    } finally {
      release()
    }
  }

  /** Once more, after what was missing has been loaded. */
  async #finishLater(
    { ready }: Later,
    passage: Passage,
    validate: Validators,
    body: unknown,
    prepared: unknown,
  ): Promise<Response> {
    const { cell, origin } = passage.arrival
    const { epoch } = cell
    try {
      await ready
    } catch (error) {
      return this.#refuse(error, origin)
    }
    return cell.epoch === epoch ? this.#finish(passage, validate, body, prepared) : dropped(origin.request_id)
  }

  #refuse(error: unknown, origin: Origin): Response {
    if (error instanceof ApiError) return problem(wordOf(error), error.refusal, origin)
    this.#log(
      `DEFECT of maildouble in request ${origin.request_id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    return defect(error, origin.request_id)
  }
}

/** A body of so many characters takes milliseconds to read. */
const LARGE = 262_144

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

/** POST may stand for another method; nothing else may. */
function methodOf(call: HttpCall): string {
  const override = headerOf(call, 'x-http-method-override')
  if (override === undefined) return call.method
  if (call.method === 'POST') return override.toUpperCase()
  throw new ApiError('InvalidMethodOverride', { detail: 'X-HTTP-Method-Override is understood on POST only.' })
}
