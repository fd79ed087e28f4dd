import { findRoute, pathOf } from '../calls/find.ts'
import { parseSearch } from '../calls/query.ts'
import { violationsOf } from '../calls/violations.ts'
import { allowed } from '../contract/router.ts'
import { errorCatalogue, type ErrorWord } from '../contract/service.ts'
import { hasFaults } from '../faults/apply.ts'
import type { WebhookSender } from '../outbound/webhook-sender.ts'
import type { Coverage } from '../coverage/coverage.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import { isPersistenceFailure } from '../runtime/persistence-error.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Worlds } from '../runtime/worlds.ts'
import { errors } from '../resources/errors.ts'
import type { Reply } from '../support/reply.ts'
import { ApiError } from '../world/errors.ts'
import { authenticate } from './auth.ts'
import { headerOf, type HttpCall, methodOf } from './request.ts'
import { openContext, conclude, takenIn, type RequestContext } from './context.ts'
import { onDisconnect, orDisconnected } from './on-disconnect.ts'
import { Runner, type Answer } from './run.ts'
import { defect, defectWithoutRequest, empty, problem, schemaDocument, wordOf } from './response.ts'
import { schemaAt } from './schemas.ts'
import { send } from './wire/send.ts'
import { holdSlot } from './concurrency.ts'
import { applyFaultsAfter } from './apply-faults.ts'

/** What the service's API works with. */
export interface ServiceParts {
  readonly worlds: Worlds
  readonly pacer: Scheduler
  readonly courier: WebhookSender
  readonly coverage: Coverage
}

/**
 * The service's API: the biography of a call, from the path below `/3.0` to the answer. Everything that a client can
 * do wrong ends as a problem object; only a bug of ours ends as a Defect.
 */
export class ServiceApi {
  readonly #parts: ServiceParts
  readonly #passages: Runner
  readonly #log: (message: string) => void

  constructor(parts: ServiceParts, log: (message: string) => void) {
    this.#parts = parts
    this.#passages = new Runner(parts)
    this.#log = log
  }

  /** A call of the service; `below` is its path after `/3.0`. Answers at once where nothing has to be waited for. */
  handle(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Response | Promise<Response> {
    return this.#answer(openContext(this.#parts, call, prefixed), (exchange) => this.#receive(exchange, below))
  }

  /** A call for a schema of the contract; `below` is its path after `/schema/3.0`. */
  async schema(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Promise<Response> {
    const found = call.method === 'GET' || call.method === 'HEAD' ? await schemaAt(below) : undefined
    if (!found) return this.nowhere(call, prefixed)
    return this.#answer(openContext(this.#parts, call, prefixed), ({ origin }) => schemaDocument(origin, found))
  }

  /** A path outside of everything that is served. */
  nowhere(call: HttpCall, prefixed: WorldHandle | undefined): Response | Promise<Response> {
    return this.#answer(openContext(this.#parts, call, prefixed), () => {
      throw errors.notFound(`nothing is served at ${call.pathname.slice(0, 200)}; every resource lives under /3.0`)
    })
  }

  /** A world in the path that is not there: keys that this server gave out are refused, and nobody is told more than that. */
  noWorld(call: HttpCall, id: string): Response | Promise<Response> {
    return this.#answer(openContext(this.#parts, call, undefined), ({ owner }) => {
      const issued = owner !== undefined
      const detail = `There is no world ${id.slice(0, 63)} here (any more). GET /_control/worlds lists worlds and their keys.`
      throw new ApiError(issued ? 'APIKeyInvalid' : 'ResourceNotFound', { detail })
    })
  }

  /** Answers a call in one way or another, and completes what is written down about it. */
  #answer(
    arriving: RequestContext | Promise<RequestContext>,
    receive: (exchange: RequestContext) => Answer,
  ): Response | Promise<Response> {
    if (!(arriving instanceof Promise)) return this.#answerArrived(arriving, receive)
    return arriving.then(
      (exchange) => this.#answerArrived(exchange, receive),
      (error: unknown) => defectWithoutRequest(error),
    )
  }

  #answerArrived(exchange: RequestContext, receive: (exchange: RequestContext) => Answer): Response | Promise<Response> {
    const answer = this.#answerTo(exchange, receive)
    // In process only who has to wait can go away meanwhile; listening for it takes longer, and more room, than the rest of a short call.
    if (answer instanceof Promise && !exchange.call.context.env?.outgoing) onDisconnect(exchange.call, exchange.release)
    return answer
  }

  #answerTo(exchange: RequestContext, receive: (exchange: RequestContext) => Answer): Response | Promise<Response> {
    try {
      const answer = receive(exchange)
      if (!(answer instanceof Promise)) return this.#end(exchange, answer)
      const ended = answer.catch((error: unknown) => this.#refuse(error, exchange)).then((reply) => this.#end(exchange, reply))
      return hasFaults(exchange.handle.world) ? orDisconnected(exchange.call, ended) : ended
    } catch (error) {
      const kept = exchange.handle.persisted()
      if (!kept) return this.#end(exchange, this.#refuse(error, exchange))
      return this.#refuseOnceKept(error, exchange, kept)
    }
  }

  /** A refusal may be based on what is not kept, and does not leave before that is. */
  async #refuseOnceKept(error: unknown, exchange: RequestContext, kept: Promise<boolean>): Promise<Response> {
    try {
      await kept
    } catch (unkept) {
      return this.#end(exchange, this.#refuse(unkept, exchange))
    }
    return this.#end(exchange, this.#refuse(error, exchange))
  }

  #end(exchange: RequestContext, reply: Reply): Response | Promise<Response> {
    const end = () => (exchange.strikes ? this.#endStruck(exchange, reply) : this.#send(exchange, reply))
    // What was sent stands in the journal, whether it was looked at or not.
    return takenIn(exchange)?.then(end) ?? end()
  }

  /** A call that is held up keeps its slot until it has been answered. */
  async #endStruck(exchange: RequestContext, reply: Reply): Promise<Response> {
    try {
      const struck = await applyFaultsAfter(exchange, reply)
      // It may have turned out that a fault had nothing to do.
      await exchange.handle.persisted()
      return await this.#send(exchange, struck)
    } catch (error) {
      exchange.release()
      throw error
    }
  }

  #send(exchange: RequestContext, reply: Reply): Response | Promise<Response> {
    const { call, handle, entry, route, query, body, release } = exchange
    conclude(exchange, reply)
    this.#parts.coverage.note({ contract: 'service', world: handle.world.id, entry, route, query, body })
    return send(reply, call, handle, release)
  }

  #receive(exchange: RequestContext, below: string): Answer {
    const { call, handle, origin, entry } = exchange

    // The tester's own wish comes first: it needs neither a known path nor a credential.
    const wanted = headerOf(call, 'x-trigger-error')
    if (wanted !== undefined && Object.hasOwn(errorCatalogue, wanted)) {
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

    const caller = authenticate(exchange)

    // A limit that is met only while calls take time: see the setting `service_time`.
    exchange.release = holdSlot(handle, call)
    return this.#passages.run({ exchange, route, path: found.path, caller }, path)
  }

  #refuse(error: unknown, { origin, entry }: RequestContext): Reply {
    entry.violations = violationsOf(error, entry.operation)
    if (error instanceof ApiError) {
      const word = wordOf(error)
      entry.error = word
      return problem(word, error.refusal, origin)
    }
    // What cannot be kept is said once, by who keeps it.
    if (!isPersistenceFailure(error))
      this.#log(
        `DEFECT of maildouble in request ${origin.request_id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    return defect(error, origin.request_id)
  }
}
