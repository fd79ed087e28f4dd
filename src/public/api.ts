import { readQuery, parseSearch } from '../calls/query.ts'
import type { Violation } from '../calls/violations.ts'
import { routes, validators, type OperationId } from '../contract/public.ts'
import type { Route } from '../contract/route.ts'
import { allowed, routerOf, type RouteMatch } from '../contract/router.ts'
import { hasFaults } from '../faults/apply.ts'
import type { WorldDirectory } from '../persistence/directory.ts'
import { nameOfClient } from '../runtime/names.ts'
import type { Coverage } from '../coverage/coverage.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import { durably, WriteConflict } from '../runtime/conflicts.ts'
import { isPersistenceFailure, statusOfDefect } from '../runtime/persistence-error.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Worlds } from '../runtime/worlds.ts'
import { bringsBody, readText, type BodyText } from '../http/body.ts'
import { Undecodable } from '../http/content-encoding.ts'
import type { HttpCall } from '../http/request.ts'
import { openContext, conclude, takeIn, type RequestContext } from '../http/context.ts'
import { orDisconnected } from '../http/on-disconnect.ts'
import { defectWithoutRequest, dropped } from '../http/response.ts'
import { send } from '../http/wire/send.ts'
import { applyFaultsAfter, applyFaultsBefore } from '../http/apply-faults.ts'
import { resumeAt, resume } from '../http/replay-turn.ts'
import { realNow } from '../support/time.ts'
import { ApiError, Defect } from '../world/errors.ts'
import { dryRun } from './dry-run.ts'
import { readFields, type FormFields } from './fields.ts'
import { publicOperations } from './index.ts'
import { clientsNamed, namedWorld } from './sign-in/named-world.ts'
import type { Reply } from '../support/reply.ts'
import { noContent, refusalAt, text } from './reply.ts'

/** A form of a sign-in is small. */
const FORM_BYTES_MAX = 65_536

/** What public pages, files and the sign-in work with. */
export interface PublicParts {
  readonly worlds: Worlds
  readonly pacer: Scheduler
  readonly coverage: Coverage
  readonly attendance?: WorldDirectory | undefined
}

/** A call, and where it leads below the address of its world. */
interface Visit {
  readonly call: HttpCall
  /** The world that the path names, if it names one. */
  readonly prefixed: WorldHandle | undefined
  readonly below: string
}

/** What is reached without the key of the API: the biography of a call for a page, a file, or of the sign-in. */
export class PublicApi {
  readonly #parts: PublicParts
  readonly #find = routerOf(routes)
  readonly #log: (message: string) => void

  constructor(parts: PublicParts, log: (message: string) => void) {
    this.#parts = parts
    this.#log = log
  }

  /** `below` is the path below the world's address. */
  handle(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Promise<Response> {
    return orDisconnected(call, this.#answer(call, prefixed, below))
  }

  async #answer(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Promise<Response> {
    const visit = { call, prefixed, below }
    const found = this.#find(below)
    const route = found?.item[call.method === 'HEAD' ? 'GET' : call.method]
    const sent = bringsBody(call) ? await readText(call, FORM_BYTES_MAX) : ''
    const form = typeof sent === 'string' ? readFields(sent) : undefined
    const { attendance, worlds } = this.#parts
    if (route?.resource === 'sign-in' && !prefixed && (attendance || worlds.unreadable.size > 0))
      await this.#attendClients(call, form)
    const named =
      prefixed ?? (route?.resource === 'sign-in' ? namedWorld(this.#parts.worlds, call, form ?? readFields('')) : undefined)
    let exchange: RequestContext
    try {
      exchange = await openContext(this.#parts, call, named ?? this.#parts.worlds.default)
    } catch (error) {
      return defectWithoutRequest(error)
    }
    exchange.route = route
    exchange.entry.operation = route?.id
    takeIn(exchange, sent)
    exchange.body = form && Object.fromEntries(form.values)
    if (call.search !== '') exchange.query = parseSearch(call.search)
    if (!route && call.method !== 'OPTIONS') exchange.entry.violations = [astray(call, found !== undefined)]
    const reply = await this.#attempt(visit, exchange, () => {
      if (!found) return text(404, `Nothing is served at ${below.slice(0, 200)}.`)
      if (!route) return notAllowed(visit, allowed(found.item))
      if (!form) return unreadable(below, sent)
      const { handle, epoch, origin } = exchange
      const perform = () => {
        exchange.strikes = undefined
        return this.#perform(visit, exchange, route, found.path, form)
      }
      return handle.isPersistent
        ? durably(handle, () => (handle.epoch === epoch ? perform() : dropped(origin.request_id)))
        : perform()
    })
    const shaped = exchange.strikes ? await applyFaultsAfter(exchange, reply) : reply
    conclude(exchange, shaped)
    const { handle, entry, query, body } = exchange
    this.#parts.coverage.note({ contract: 'public', world: handle.world.id, entry, route, query, body })
    return send(shaped, call, handle)
  }

  /** The world of an application may be one that only other processes know yet. */
  async #attendClients(call: HttpCall, form: FormFields | undefined): Promise<void> {
    const { attendance, worlds } = this.#parts
    for (const client_id of clientsNamed(call, form ?? readFields(''))) {
      if (attendance) await attendance.loadByName(nameOfClient(client_id))
      else await worlds.unreadable.assertNameReadable(nameOfClient(client_id))
    }
  }

  /** Every answer says which request it belongs to. */
  async #attempt({ below }: Visit, { origin }: RequestContext, run: () => Reply | Promise<Reply>): Promise<Reply> {
    const reply = await this.#reply(below, run)
    return { ...reply, headers: { ...reply.headers, 'x-request-id': origin.request_id } }
  }

  async #reply(below: string, run: () => Reply | Promise<Reply>): Promise<Reply> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof ApiError) return text(error.word === 'ResourceNotFound' ? 404 : 400, error.refusal.detail)
      // What cannot be kept is said once, by who keeps it.
      if (!isPersistenceFailure(error))
        this.#log(
          `DEFECT of maildouble at ${below.slice(0, 200)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        )
      const reply = text(statusOfDefect(error), `Defect of maildouble: ${error instanceof Error ? error.message : String(error)}`)
      return { ...reply, headers: { ...reply.headers, 'x-maildouble-defect': '1' } }
    }
  }

  /** Lets faults see the call, at the time that it comes at. */
  async #strike(exchange: RequestContext, { id: operation, method }: Route, path: string): Promise<Reply | undefined> {
    const { handle, origin, epoch, body } = exchange
    const turn = resumeAt(this.#parts.pacer, exchange)
    if (turn) await turn
    const striking = applyFaultsBefore(exchange, { operation, method, path, body })
    const kept = handle.persisted()
    const instead = await striking
    // What faults have met counts only if it is kept.
    if (instead && kept && !(await kept)) throw new WriteConflict()
    const after = resumeAt(this.#parts.pacer, exchange)
    if (after) await after
    return handle.epoch === epoch ? instead : dropped(origin.request_id)
  }

  async #perform(
    { call, below }: Visit,
    exchange: RequestContext,
    route: Route,
    path: RouteMatch['path'],
    form: FormFields,
  ): Promise<Reply> {
    const { handle, origin, step } = exchange
    const { worlds, pacer } = this.#parts
    const instead = hasFaults(handle.world) ? await this.#strike(exchange, route, below) : undefined
    if (instead) return instead
    const load = validators[route.resource]
    if (!load) throw new Defect(`There are no checks for ${route.resource}.`)
    const checks = await load()
    handle.usedAt = realNow()
    const ready = resumeAt(this.#parts.pacer, exchange)
    if (ready) await ready
    const handler = publicOperations[route.id as OperationId] as (call: object) => Reply | Promise<Reply>
    const query = readQuery(route.query, exchange.query)
    const cause = { request: origin.request_id }
    const dry = exchange.strikes?.dry
    const perform = (work: Parameters<Scheduler['run']>[1]) =>
      dry ? dryRun(handle, work, cause) : pacer.run(handle, work, cause, exchange.step)
    let hasRun = false
    const run: typeof perform = (work) => {
      hasRun = true
      const turn = resume(exchange)
      return turn ? turn.then(() => perform(work)) : perform(work)
    }
    const { values, repeated } = form
    const request = { id: origin.request_id, number: step.number }
    const reply = begun(() => handler({ call, request, worlds, handle, path, query, form: values, repeated, checks, run }))
    // What runs in a transaction sees to it itself. All others look at the world at once, and a moment later something else may stand there.
    const kept = hasRun ? undefined : handle.persisted()
    if (kept && !(await kept)) throw new WriteConflict()
    return reply
  }
}

/** What comes of something that is begun here and now; somebody may look at that later. */
function begun<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  const result = new Promise<Result>((resolve) => resolve(act()))
  result.catch(() => {})
  return result
}

/** What is wrong with a call that leads to no operation. */
function astray({ method }: HttpCall, isPath: boolean): Violation {
  if (isPath) return { side: 'request', at: 'method', message: `${method} is not allowed at this path.` }
  return { side: 'request', at: 'path', message: 'Nothing is served at this path.' }
}

/** The refusal of a form that could not be read. */
function unreadable(below: string, sent: BodyText): Reply {
  if (!(sent instanceof Undecodable)) return refusalAt(below, 413, `A form has at most ${FORM_BYTES_MAX} bytes.`)
  return refusalAt(below, sent.reason === 'corrupt' ? 400 : 415, sent.message)
}

function notAllowed({ call, below }: Visit, allow: string): Reply {
  if (call.method === 'OPTIONS') return noContent({ allow })
  return refusalAt(below, 405, `${call.method} is not allowed here. What is: ${allow}.`, { allow })
}
