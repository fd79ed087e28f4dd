import { readQuery, parseSearch } from '../calls/query.ts'
import type { Violation } from '../calls/violations.ts'
import { routes, validators, type PublicOperationId } from '../contract/public.ts'
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
import type { WorldRegistry } from '../runtime/worlds.ts'
import { hasBody, readText, type BodyText } from '../http/body.ts'
import { Undecodable } from '../http/content-encoding.ts'
import type { HttpCall } from '../http/request.ts'
import { openContext, recordAnswer, recordBody, type RequestContext } from '../http/context.ts'
import { orDisconnected } from '../http/on-disconnect.ts'
import { defectResponse, droppedReply } from '../http/response.ts'
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

/** Maximum number of bytes of a form. */
const FORM_BYTES_MAX = 65_536

/** What public pages, files and the sign-in need. */
export interface PublicParts {
  readonly worlds: WorldRegistry
  readonly scheduler: Scheduler
  readonly coverage: Coverage
  readonly directory?: WorldDirectory | undefined
}

/** A call, and its path relative to the address of its world. */
interface PublicCall {
  readonly call: HttpCall
  /** The world that the path names, if it names one. */
  readonly prefixed: WorldHandle | undefined
  readonly below: string
}

/** Everything that is reached without an API key: processes calls for pages, files and the sign-in. */
export class PublicApi {
  readonly #parts: PublicParts
  readonly #find = routerOf(routes)
  readonly #log: (message: string) => void

  constructor(parts: PublicParts, log: (message: string) => void) {
    this.#parts = parts
    this.#log = log
  }

  /** Handles a call; `below` is the path relative to the world's address. */
  handle(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Promise<Response> {
    return orDisconnected(call, this.#answer(call, prefixed, below))
  }

  async #answer(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Promise<Response> {
    const publicCall = { call, prefixed, below }
    const found = this.#find(below)
    const route = found?.item[call.method === 'HEAD' ? 'GET' : call.method]
    const sent = hasBody(call) ? await readText(call, FORM_BYTES_MAX) : ''
    const form = typeof sent === 'string' ? readFields(sent) : undefined
    const { directory, worlds } = this.#parts
    if (route?.resource === 'sign-in' && !prefixed && (directory || worlds.unreadable.size > 0))
      await this.#loadClientWorlds(call, form)
    const named =
      prefixed ?? (route?.resource === 'sign-in' ? namedWorld(this.#parts.worlds, call, form ?? readFields('')) : undefined)
    let context: RequestContext
    try {
      context = await openContext(this.#parts, call, named ?? this.#parts.worlds.default)
    } catch (error) {
      return defectResponse(error)
    }
    context.route = route
    context.record.operation = route?.id
    recordBody(context, sent)
    context.body = form && Object.fromEntries(form.values)
    if (call.search !== '') context.query = parseSearch(call.search)
    if (!route && call.method !== 'OPTIONS') context.record.violations = [unroutedViolation(call, found !== undefined)]
    const reply = await this.#attempt(publicCall, context, () => {
      if (!found) return text(404, `Nothing is served at ${below.slice(0, 200)}.`)
      if (!route) return notAllowed(publicCall, allowed(found.item))
      if (!form) return unreadableForm(below, sent)
      const { handle, epoch, origin } = context
      const perform = () => {
        context.appliedFaults = undefined
        return this.#perform(publicCall, context, route, found.path, form)
      }
      return handle.isPersistent
        ? durably(handle, () => (handle.epoch === epoch ? perform() : droppedReply(origin.request_id)))
        : perform()
    })
    const shaped = context.appliedFaults ? await applyFaultsAfter(context, reply) : reply
    recordAnswer(context, shaped)
    const { handle, record, query, body } = context
    this.#parts.coverage.note({ contract: 'public', world: handle.world.id, record, route, query, body })
    return send(shaped, call, handle)
  }

  /** Loads the worlds of the applications that a call names, which so far only other processes may know. */
  async #loadClientWorlds(call: HttpCall, form: FormFields | undefined): Promise<void> {
    const { directory, worlds } = this.#parts
    for (const client_id of clientsNamed(call, form ?? readFields(''))) {
      if (directory) await directory.loadByName(nameOfClient(client_id))
      else await worlds.unreadable.assertNameReadable(nameOfClient(client_id))
    }
  }

  /** Returns the reply with its `x-request-id`. */
  async #attempt({ below }: PublicCall, { origin }: RequestContext, run: () => Reply | Promise<Reply>): Promise<Reply> {
    const reply = await this.#reply(below, run)
    return { ...reply, headers: { ...reply.headers, 'x-request-id': origin.request_id } }
  }

  async #reply(below: string, run: () => Reply | Promise<Reply>): Promise<Reply> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof ApiError) return text(error.word === 'ResourceNotFound' ? 404 : 400, error.refusal.detail)
      // The persister logs its failures itself.
      if (!isPersistenceFailure(error))
        this.#log(
          `DEFECT of maildouble at ${below.slice(0, 200)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        )
      const reply = text(statusOfDefect(error), `Defect of maildouble: ${error instanceof Error ? error.message : String(error)}`)
      return { ...reply, headers: { ...reply.headers, 'x-maildouble-defect': '1' } }
    }
  }

  /** Applies faults to the call at its current time. */
  async #applyFaults(context: RequestContext, { id: operation, method }: Route, path: string): Promise<Reply | undefined> {
    const { handle, origin, epoch, body } = context
    const turn = resumeAt(this.#parts.scheduler, context)
    if (turn) await turn
    const applied = applyFaultsBefore(context, { operation, method, path, body })
    const persisted = handle.persisted()
    const instead = await applied
    // A fault counts as met only once that is saved.
    if (instead && persisted && !(await persisted)) throw new WriteConflict()
    const after = resumeAt(this.#parts.scheduler, context)
    if (after) await after
    return handle.epoch === epoch ? instead : droppedReply(origin.request_id)
  }

  async #perform(
    { call, below }: PublicCall,
    context: RequestContext,
    route: Route,
    path: RouteMatch['path'],
    form: FormFields,
  ): Promise<Reply> {
    const { handle, origin, step } = context
    const { worlds, scheduler } = this.#parts
    const instead = hasFaults(handle.world) ? await this.#applyFaults(context, route, below) : undefined
    if (instead) return instead
    const load = validators[route.resource]
    if (!load) throw new Defect(`There are no checks for ${route.resource}.`)
    const checks = await load()
    handle.usedAt = realNow()
    const ready = resumeAt(this.#parts.scheduler, context)
    if (ready) await ready
    const handler = publicOperations[route.id as PublicOperationId] as (call: object) => Reply | Promise<Reply>
    const query = readQuery(route.query, context.query)
    const cause = { request: origin.request_id }
    const dry = context.appliedFaults?.dry
    const perform = (work: Parameters<Scheduler['run']>[1]) =>
      dry ? dryRun(handle, work, cause) : scheduler.run(handle, work, cause, context.step)
    let hasRun = false
    const run: typeof perform = (work) => {
      hasRun = true
      const turn = resume(context)
      return turn ? turn.then(() => perform(work)) : perform(work)
    }
    const { values, repeated } = form
    const request = { id: origin.request_id, number: step.number }
    const reply = started(() => handler({ call, request, worlds, handle, path, query, form: values, repeated, checks, run }))
    // `run` waits for this itself. Handlers without a transaction read the world synchronously, so this is the version that they have read.
    const persisted = hasRun ? undefined : handle.persisted()
    if (persisted && !(await persisted)) throw new WriteConflict()
    return reply
  }
}

/** Starts work synchronously. The returned promise may be awaited later without causing an unhandled rejection. */
function started<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const result = new Promise<Result>((resolve) => resolve(work()))
  result.catch(() => {})
  return result
}

/** The contract violation of a call without an operation. */
function unroutedViolation({ method }: HttpCall, isPath: boolean): Violation {
  if (isPath) return { side: 'request', at: 'method', message: `${method} is not allowed at this path.` }
  return { side: 'request', at: 'path', message: 'Nothing is served at this path.' }
}

/** The answer to a form that could not be read. */
function unreadableForm(below: string, sent: BodyText): Reply {
  if (!(sent instanceof Undecodable)) return refusalAt(below, 413, `A form has at most ${FORM_BYTES_MAX} bytes.`)
  return refusalAt(below, sent.reason === 'corrupt' ? 400 : 415, sent.message)
}

function notAllowed({ call, below }: PublicCall, allow: string): Reply {
  if (call.method === 'OPTIONS') return noContent({ allow })
  return refusalAt(below, 405, `${call.method} is not allowed here. What is: ${allow}.`, { allow })
}
