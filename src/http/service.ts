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
import type { WorldRegistry } from '../runtime/worlds.ts'
import { errors } from '../resources/errors.ts'
import type { Reply } from '../support/reply.ts'
import { ApiError } from '../world/errors.ts'
import { authenticate } from './auth.ts'
import { headerOf, type HttpCall, effectiveMethodOf } from './request.ts'
import { openContext, recordAnswer, drainBody, type RequestContext } from './context.ts'
import { onDisconnect, orDisconnected } from './on-disconnect.ts'
import { Runner, type ReplyOrPromise } from './run.ts'
import { defectReply, defectResponse, emptyReply, problemReply, schemaDocument, errorWordOf } from './response.ts'
import { schemaAt } from './schemas.ts'
import { send } from './wire/send.ts'
import { acquireSlot } from './concurrency.ts'
import { applyFaultsAfter } from './apply-faults.ts'

/** What the service's API needs. */
export interface ServiceParts {
  readonly worlds: WorldRegistry
  readonly scheduler: Scheduler
  readonly webhookSender: WebhookSender
  readonly coverage: Coverage
}

/**
 * The service's API: processes a call from its path below `/3.0` to the answer. Every client error is answered with a problem object; only a
 * bug of maildouble is answered as a defect.
 */
export class ServiceApi {
  readonly #parts: ServiceParts
  readonly #runner: Runner
  readonly #log: (message: string) => void

  constructor(parts: ServiceParts, log: (message: string) => void) {
    this.#parts = parts
    this.#runner = new Runner(parts)
    this.#log = log
  }

  /** Handles a call of the service; `below` is its path after `/3.0`. Answers synchronously if it has to wait for nothing. */
  handle(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Response | Promise<Response> {
    return this.#answer(openContext(this.#parts, call, prefixed), (context) => this.#receive(context, below))
  }

  /** Handles a call for a schema of the contract; `below` is its path after `/schema/3.0`. */
  async schema(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Promise<Response> {
    const found = call.method === 'GET' || call.method === 'HEAD' ? await schemaAt(below) : undefined
    if (!found) return this.notFound(call, prefixed)
    return this.#answer(openContext(this.#parts, call, prefixed), ({ origin }) => schemaDocument(origin, found))
  }

  /** Handles a call whose path is not served. */
  notFound(call: HttpCall, prefixed: WorldHandle | undefined): Response | Promise<Response> {
    return this.#answer(openContext(this.#parts, call, prefixed), () => {
      throw errors.notFound(`nothing is served at ${call.pathname.slice(0, 200)}; every resource lives under /3.0`)
    })
  }

  /** Handles a call for a world that does not exist. Keys of other worlds are refused, without telling whether the world exists. */
  unknownWorld(call: HttpCall, id: string): Response | Promise<Response> {
    return this.#answer(openContext(this.#parts, call, undefined), ({ owner }) => {
      const issued = owner !== undefined
      const detail = `There is no world ${id.slice(0, 63)} here (any more). GET /_control/worlds lists worlds and their keys.`
      throw new ApiError(issued ? 'APIKeyInvalid' : 'ResourceNotFound', { detail })
    })
  }

  /** Answers a call and completes its record. */
  #answer(
    arriving: RequestContext | Promise<RequestContext>,
    receive: (context: RequestContext) => ReplyOrPromise,
  ): Response | Promise<Response> {
    if (!(arriving instanceof Promise)) return this.#answerArrived(arriving, receive)
    return arriving.then(
      (context) => this.#answerArrived(context, receive),
      (error: unknown) => defectResponse(error),
    )
  }

  #answerArrived(context: RequestContext, receive: (context: RequestContext) => ReplyOrPromise): Response | Promise<Response> {
    const answer = this.#answerTo(context, receive)
    // An in-process client can disconnect only while the call waits; for other calls the listener would cost more than the call itself.
    if (answer instanceof Promise && !context.call.hono.env?.outgoing) onDisconnect(context.call, context.release)
    return answer
  }

  #answerTo(context: RequestContext, receive: (context: RequestContext) => ReplyOrPromise): Response | Promise<Response> {
    try {
      const answer = receive(context)
      if (!(answer instanceof Promise)) return this.#end(context, answer)
      const ended = answer.catch((error: unknown) => this.#refuse(error, context)).then((reply) => this.#end(context, reply))
      return hasFaults(context.handle.world) ? orDisconnected(context.call, ended) : ended
    } catch (error) {
      const persisted = context.handle.persisted()
      if (!persisted) return this.#end(context, this.#refuse(error, context))
      return this.#refuseOncePersisted(error, context, persisted)
    }
  }

  /** Sends an error only once the state it may be based on is saved. */
  async #refuseOncePersisted(error: unknown, context: RequestContext, persisted: Promise<boolean>): Promise<Response> {
    try {
      await persisted
    } catch (failure) {
      return this.#end(context, this.#refuse(failure, context))
    }
    return this.#end(context, this.#refuse(error, context))
  }

  #end(context: RequestContext, reply: Reply): Response | Promise<Response> {
    const end = () => (context.appliedFaults ? this.#endWithFaults(context, reply) : this.#send(context, reply))
    // The journal has the body, whether the operation read it or not.
    return drainBody(context)?.then(end) ?? end()
  }

  /** Applies faults to the answer. A delayed call keeps its slot until it has been answered. */
  async #endWithFaults(context: RequestContext, reply: Reply): Promise<Response> {
    try {
      const shaped = await applyFaultsAfter(context, reply)
      // A fault may have recorded that it had no effect.
      await context.handle.persisted()
      return await this.#send(context, shaped)
    } catch (error) {
      context.release()
      throw error
    }
  }

  #send(context: RequestContext, reply: Reply): Response | Promise<Response> {
    const { call, handle, record, route, query, body, release } = context
    recordAnswer(context, reply)
    this.#parts.coverage.note({ contract: 'service', world: handle.world.id, record, route, query, body })
    return send(reply, call, handle, release)
  }

  #receive(context: RequestContext, below: string): ReplyOrPromise {
    const { call, handle, origin, record } = context

    // X-Trigger-Error comes first: it needs neither a known path nor a key.
    const wanted = headerOf(call, 'x-trigger-error')
    if (wanted !== undefined && Object.hasOwn(errorCatalogue, wanted)) {
      record.injected = true
      return problemReply(
        wanted as ErrorWord,
        { detail: 'Answered because the request asked for it by X-Trigger-Error.' },
        origin,
      )
    }

    // The override decides which operation is called, so it comes before routing.
    const method = effectiveMethodOf(call)

    // An unknown path does not need a key: 404 and 405 come before 401.
    const path = pathOf(below)
    const found = findRoute(path)
    if (!found)
      throw errors.notFound(
        `nothing is served at ${path.slice(0, 200)}; maildouble does not have this resource, or the path is misspelled`,
      )
    if (method === 'OPTIONS') return emptyReply(204, origin, { allow: allowed(found.item) })
    // Hono removes the body of an answer to HEAD.
    const route = found.item[method === 'HEAD' ? 'GET' : method]
    if (!route) {
      const allow = allowed(found.item)
      throw errors.wrongState(`The method ${method} is not allowed at this path. What maildouble has here: ${allow}.`, allow)
    }
    context.route = route
    record.operation = route.id
    if (call.search !== '') context.query = parseSearch(call.search)

    const caller = authenticate(context)

    // The limit is reached only if calls take time: see the setting `service_time`.
    context.release = acquireSlot(handle, call)
    return this.#runner.run({ context: context, route, path: found.path, caller }, path)
  }

  #refuse(error: unknown, { origin, record }: RequestContext): Reply {
    record.violations = violationsOf(error, record.operation)
    if (error instanceof ApiError) {
      const word = errorWordOf(error)
      record.error = word
      return problemReply(word, error.refusal, origin)
    }
    // The persister logs its failures itself.
    if (!isPersistenceFailure(error))
      this.#log(
        `DEFECT of maildouble in request ${origin.request_id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    return defectReply(error, origin.request_id)
  }
}
