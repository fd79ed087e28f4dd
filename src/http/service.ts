import { checkBody } from '../calls/check-body.ts'
import { knownChecks, loadChecks } from '../calls/checks.ts'
import { execute } from '../calls/execute.ts'
import { selectionOf } from '../calls/fields.ts'
import { findRoute, pathOf } from '../calls/find.ts'
import { jsonIn, readJson } from '../calls/json.ts'
import { parseSearch, readQuery } from '../calls/query.ts'
import { violationsOf } from '../calls/violations.ts'
import { rules } from '../host/rules.ts'
import { redactedViolations } from '../host/redact.ts'
import type { Route } from '../contract/route.ts'
import { allowed } from '../contract/router.ts'
import { errors as catalogue, type ErrorWord } from '../contract/service.ts'
import type { Validators } from '../contract/validator.ts'
import { isArmed, wantsBody } from '../faults/strike.ts'
import type { Courier } from '../host/courier.ts'
import type { Coverage } from '../host/coverage.ts'
import type { Pacer } from '../host/pacer.ts'
import type { Found } from '../resources/deliveries/attempt.ts'
import type { Cell, Worlds } from '../host/worlds.ts'
import { errors } from '../resources/errors.ts'
import type { Caller } from '../resources/operation.ts'
import { asksOutside } from '../resources/preparations.ts'
import { serviceMs } from '../resources/settings.ts'
import type { Reply } from '../support/reply.ts'
import { breathe } from '../support/time.ts'
import { ApiError, Defect, Later } from '../world/errors.ts'
import { transact } from '../world/tx.ts'
import { askFirst } from './ask.ts'
import { authenticate } from './authenticate.ts'
import { textOrThrow, type BodyText } from './body.ts'
import { headerOf, type HttpCall } from './call.ts'
import { arrive, conclude, resume, takenIn, textOf, type Exchange } from './exchange.ts'
import { orAborted } from './gone.ts'
import { methodOf } from './method.ts'
import { pause } from './pause.ts'
import { defect, dropped, empty, problem, schemaDocument, success, wordOf } from './response.ts'
import { schemaAt } from './schemas.ts'
import { send } from './send.ts'
import { holdSlot } from './slots.ts'
import { endStruck, free, strikeCall } from './struck.ts'

type Answer = Reply | Promise<Reply>

/** A call whose operation has been found. */
interface Passage {
  readonly exchange: Exchange
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly caller: Caller
}

/** What the service's API works with. */
export interface ServiceParts {
  readonly worlds: Worlds
  readonly pacer: Pacer
  readonly courier: Courier
  readonly coverage: Coverage
}

/**
 * The service's API: the biography of a call, from the path below `/3.0` to the answer. Everything that a client can
 * do wrong ends as a problem object; only a bug of ours ends as a Defect.
 */
export class ServiceApi {
  readonly #parts: ServiceParts
  readonly #log: (message: string) => void

  constructor(parts: ServiceParts, log: (message: string) => void) {
    this.#parts = parts
    this.#log = log
  }

  /** A call of the service; `below` is its path after `/3.0`. Answers at once where nothing has to be waited for. */
  handle(call: HttpCall, prefixed: Cell | undefined, below: string): Response | Promise<Response> {
    return this.#answer(arrive(this.#parts, call, prefixed), (exchange) => this.#receive(exchange, below))
  }

  /** A call for a schema of the contract; `below` is its path after `/schema/3.0`. */
  async schema(call: HttpCall, prefixed: Cell | undefined, below: string): Promise<Response> {
    const found = call.method === 'GET' || call.method === 'HEAD' ? await schemaAt(below) : undefined
    if (!found) return this.nowhere(call, prefixed)
    return this.#answer(arrive(this.#parts, call, prefixed), ({ origin }) => schemaDocument(origin, found))
  }

  /** A path outside of everything that is served. */
  nowhere(call: HttpCall, prefixed: Cell | undefined): Response | Promise<Response> {
    return this.#answer(arrive(this.#parts, call, prefixed), () => {
      throw errors.notFound(`nothing is served at ${call.pathname.slice(0, 200)}; every resource lives under /3.0`)
    })
  }

  /** A world in the path that is not there: keys that this server gave out are refused, and nobody is told more than that. */
  noWorld(call: HttpCall, id: string): Response | Promise<Response> {
    const { worlds } = this.#parts
    return this.#answer(arrive(this.#parts, call, undefined), ({ presented }) => {
      const issued = typeof presented === 'object' && worlds.byKey(presented.key) !== undefined
      const detail = `There is no world ${id.slice(0, 63)} here (any more). GET /_control/worlds lists worlds and their keys.`
      throw new ApiError(issued ? 'APIKeyInvalid' : 'ResourceNotFound', { detail })
    })
  }

  /** Answers a call in one way or another, and completes what is written down about it. */
  #answer(exchange: Exchange, receive: (exchange: Exchange) => Answer): Response | Promise<Response> {
    try {
      const answer = receive(exchange)
      if (!(answer instanceof Promise)) return this.#end(exchange, answer)
      const ended = answer.catch((error: unknown) => this.#refuse(error, exchange)).then((reply) => this.#end(exchange, reply))
      return isArmed(exchange.cell.world) ? orAborted(exchange.call, ended) : ended
    } catch (error) {
      return this.#end(exchange, this.#refuse(error, exchange))
    }
  }

  #end(exchange: Exchange, reply: Reply): Response | Promise<Response> {
    const end = () => (exchange.strikes ? this.#endStruck(exchange, reply) : this.#send(exchange, reply))
    // What was sent stands in the journal, whether it was looked at or not.
    return takenIn(exchange)?.then(end) ?? end()
  }

  /** A call that is held up keeps its slot until it has been answered. */
  async #endStruck(exchange: Exchange, reply: Reply): Promise<Response> {
    try {
      return await this.#send(exchange, await endStruck(exchange, reply))
    } catch (error) {
      exchange.release()
      throw error
    }
  }

  #send(exchange: Exchange, reply: Reply): Response | Promise<Response> {
    const { call, cell, entry, route, query, body, release } = exchange
    conclude(exchange, reply)
    this.#parts.coverage.note({ contract: 'service', world: cell.world.id, entry, route, query, body })
    return send(reply, call, cell, release)
  }

  #receive(exchange: Exchange, below: string): Answer {
    const { call, cell, prefixed, presented, origin, entry } = exchange

    // The tester's own wish comes first: it needs neither a known path nor a credential.
    const wanted = headerOf(call, 'x-trigger-error')
    if (wanted !== undefined && Object.hasOwn(catalogue, wanted)) {
      entry.injected = true
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
    exchange.route = route
    entry.operation = route.id
    if (call.search !== '') exchange.query = parseSearch(call.search)

    const caller = authenticate(this.#parts.worlds, presented, cell, prefixed)

    // A limit that is met only while calls take time: see the setting `service_time`.
    exchange.release = holdSlot(cell, call)
    const passage = { exchange, route, path: found.path, caller }
    const validate = knownChecks(route.resource)
    const { service_time } = cell.world.settings
    const waits = !validate || route.body !== 'none' || service_time !== 0 || isArmed(cell.world) || isHeld(exchange)
    return waits ? this.#wait(passage, path) : this.#finish(passage, validate, undefined)
  }

  /** What has to be waited for: the service time, faults, the checks of a resource at its first call, the body. */
  async #wait(passage: Passage, below: string): Promise<Reply> {
    const { route, exchange } = passage
    const { cell, origin } = exchange
    const { epoch } = cell
    const { service_time, body_limit } = cell.world.settings
    try {
      const text = route.body === 'none' ? undefined : await textOf(exchange)
      if (service_time !== 0) {
        await pause(cell, serviceMs(service_time))
        const turn = this.#goOn(exchange)
        if (turn) await turn
      }
      const instead = isArmed(cell.world) ? await this.#strike(exchange, route, below, text) : undefined
      if (instead) return instead
      const validate = knownChecks(route.resource) ?? (await loadChecks(route.resource))
      const turn = this.#goOn(exchange)
      if (turn) await turn
      if (cell.epoch !== epoch) return dropped(origin.request_id)
      const body = text === undefined ? undefined : readJson(textOrThrow(text, body_limit))
      exchange.body = body
      // What is read, held against its schema and run in one go keeps others waiting as long as all three take.
      const large = typeof text === 'string' && text.length > LARGE
      if (large) await breathe()
      if (text !== undefined) checkBody(route, validate, body, cell.world.settings)
      if (large) await breathe()
      const asked = asksOutside(route.id) ? await askFirst(this.#parts.courier, passage, body) : undefined
      if (large || asked) {
        const again = asked?.isResumed ? undefined : this.#goOn(exchange, asked?.found)
        if (again) await again
      }
      if (cell.epoch !== epoch) return dropped(origin.request_id)
      // What was thrown is answered as well, so that what is waited for ends here.
      return await this.#finish(passage, validate, body, asked?.prepared)
    } finally {
      free(exchange)
    }
  }

  /** Lets faults see the call, at the time that it comes at. */
  async #strike(exchange: Exchange, { id: operation, method }: Route, path: string, text?: BodyText): Promise<Reply | undefined> {
    const { cell, epoch } = exchange
    // Nothing may come between a turn and what is done in it.
    const turn = this.#goOn(exchange)
    if (turn) await turn
    const body = typeof text === 'string' && wantsBody(cell.world) ? jsonIn(text) : undefined
    const instead = await strikeCall(exchange, { operation, method, path, body })
    const after = this.#goOn(exchange)
    if (after) await after
    return cell.epoch === epoch ? instead : undefined
  }

  /** Goes on after a wait, in which time may have passed. */
  #goOn(exchange: Exchange, found?: Found): Promise<unknown> | undefined {
    this.#parts.pacer.sync(exchange.cell)
    return resume(exchange, found)
  }

  /** Runs the operation in a transaction, and keeps what it wrote once its answer has been held against the contract. */
  #finish(passage: Passage, validate: Validators, body: unknown, prepared?: unknown): Answer {
    const { exchange, route, path, caller } = passage
    const { cell, origin, strikes } = exchange
    const { pacer } = this.#parts
    try {
      const query = readQuery(route.query, exchange.query)
      const select = selectionOf(query)

      const before = cell.world
      const read = { route, path, query, body, caller, prepared }
      const circumstances = { cause: { request: origin.request_id } }
      const committed = transact(before, rules, (tx) => execute(tx, read, validate), circumstances)
      const { world, result } = committed
      if (world !== before && route.method === 'GET' && !route.writes) throw new Defect(`${route.id} wrote although it is a GET.`)

      if (world !== before && !strikes?.dry) {
        cell.commit(committed)
        pacer.watch(cell)
      }
      const status = route.statusSetting ? world.settings[route.statusSetting] : route.status
      return success(route, status, origin, result, select)
    } catch (error) {
      if (!(error instanceof Later)) throw error
      cell.log.steps.takeBack(exchange.step)
      return this.#finishLater(error, passage, validate, body, prepared)
    } finally {
      free(exchange)
    }
  }

  /** Once more, after what was missing has been loaded. */
  async #finishLater({ ready }: Later, passage: Passage, validate: Validators, body: unknown, prepared: unknown): Promise<Reply> {
    const { cell, origin, step } = passage.exchange
    const { epoch } = cell
    await ready
    this.#parts.pacer.sync(cell)
    cell.log.steps.resumeAgain(step)
    return cell.epoch === epoch ? this.#finish(passage, validate, body, prepared) : dropped(origin.request_id)
  }

  #refuse(error: unknown, { cell, origin, entry }: Exchange): Reply {
    entry.violations = redactedViolations(cell.log.secrets, violationsOf(error, entry.operation))
    if (error instanceof ApiError) {
      const word = wordOf(error)
      entry.error = word
      return problem(word, error.refusal, origin)
    }
    this.#log(
      `DEFECT of maildouble in request ${origin.request_id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    return defect(error, origin.request_id)
  }
}

/** Whether a call has to wait for its turn, in a replay. */
function isHeld({ cell, step }: Exchange): boolean {
  return cell.log.steps.turns?.isHeld(step) ?? false
}

/** A body of so many characters takes milliseconds to read. */
const LARGE = 262_144
