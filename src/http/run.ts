import { checkBody, knownChecks, loadChecks } from '../calls/checks.ts'
import { execute } from '../calls/execute.ts'
import { selectionOf } from '../calls/fields.ts'
import { jsonIn, parseBody } from '../calls/json.ts'
import { readQuery } from '../calls/query.ts'
import type { Route } from '../contract/route.ts'
import type { Validators } from '../contract/check.ts'
import { hasFaults, wantsBody } from '../faults/apply.ts'
import type { WebhookSender } from '../outbound/webhook-sender.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import { rules } from '../runtime/rules.ts'
import { attemptDurably, WriteConflict, retryOnConflict } from '../runtime/conflicts.ts'
import type { Caller } from '../resources/operation.ts'
import { asksOutside } from '../resources/preparations.ts'
import { serviceMs } from '../resources/settings.ts'
import type { Reply } from '../support/reply.ts'
import { yieldToEventLoop } from '../support/time.ts'
import { Defect, NeedsLoad } from '../world/errors.ts'
import { transact } from '../world/tx.ts'
import { preflight } from './preflight.ts'
import { textOrThrow, type BodyText } from './body.ts'
import { textOf, type RequestContext } from './context.ts'
import { pause } from './pause.ts'
import { dropped, success } from './response.ts'
import { releaseSlot, applyFaultsBefore } from './apply-faults.ts'
import { resumeAt, resumeAfterLoad, isHeld } from './replay-turn.ts'

/** An answer, at once or later. */
export type Answer = Reply | Promise<Reply>

/** A call whose operation has been found, and who calls. */
export interface RunCall {
  readonly exchange: RequestContext
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly caller: Caller
}

/** A call of which everything has been read. */
interface Ready {
  readonly passage: RunCall
  readonly validate: Validators
  readonly body: unknown
  /** What was found out before the transaction. */
  readonly prepared: unknown
}

/** What is needed on the way: the time of worlds, and who asks the world outside. */
interface Escort {
  readonly pacer: Scheduler
  readonly courier: WebhookSender
}

/** The way of a call from its operation to the answer: what it has to wait for, and the transaction in which it is performed. */
export class Runner {
  readonly #parts: Escort

  constructor(parts: Escort) {
    this.#parts = parts
  }

  /** Leads a call to its answer, at once where nothing has to be waited for; `below` is its path after `/3.0`. */
  run(passage: RunCall, below: string): Answer {
    const { handle, epoch, origin } = passage.exchange
    if (!handle.isPersistent) return this.#lead(passage, below)
    return retryOnConflict(() => {
      passage.exchange.strikes = undefined
      return handle.epoch === epoch ? this.#lead(passage, below) : dropped(origin.request_id)
    })
  }

  #lead(passage: RunCall, below: string): Answer {
    const { exchange, route } = passage
    const { handle } = exchange
    const validate = knownChecks(route.resource)
    const { service_time } = handle.world.settings
    const waits = !validate || route.body !== 'none' || service_time !== 0 || hasFaults(handle.world) || isHeld(exchange)
    return waits ? this.#wait(passage, below) : this.#finish({ passage, validate, body: undefined, prepared: undefined })
  }

  /** What has to be waited for: the service time, faults, the checks of a resource at its first call, the body. */
  async #wait(passage: RunCall, below: string): Promise<Reply> {
    const { route, exchange } = passage
    const { handle, origin } = exchange
    const { epoch } = handle
    const { service_time, body_limit } = handle.world.settings
    const { pacer, courier } = this.#parts
    try {
      const text = route.body === 'none' ? undefined : await textOf(exchange)
      if (service_time !== 0) {
        await pause(handle, serviceMs(service_time))
        const turn = resumeAt(pacer, exchange)
        if (turn) await turn
      }
      const instead = hasFaults(handle.world) ? await this.#strike(exchange, route, below, text) : undefined
      if (instead) return instead
      const validate = knownChecks(route.resource) ?? (await loadChecks(route.resource))
      const turn = resumeAt(pacer, exchange)
      if (turn) await turn
      if (handle.epoch !== epoch) return dropped(origin.request_id)
      const body = text === undefined ? undefined : parseBody(textOrThrow(text, body_limit))
      exchange.body = body
      // What is read, held against its schema and run in one go keeps others waiting as long as all three take.
      const large = typeof text === 'string' && text.length > LARGE
      if (large) await yieldToEventLoop()
      if (text !== undefined) checkBody(route, validate, body, handle.world.settings)
      if (large) await yieldToEventLoop()
      const asked = asksOutside(route.id) ? await preflight(courier, passage, body) : undefined
      if (large || asked) {
        const again = asked?.isResumed ? undefined : resumeAt(pacer, exchange, asked?.found)
        if (again) await again
      }
      if (handle.epoch !== epoch) return dropped(origin.request_id)
      // What was thrown is answered as well, so that what is waited for ends here.
      return await this.#finish({ passage, validate, body, prepared: asked?.prepared })
    } finally {
      releaseSlot(exchange)
    }
  }

  /** Lets faults see the call, at the time that it comes at. */
  async #strike(
    exchange: RequestContext,
    { id: operation, method }: Route,
    path: string,
    text?: BodyText,
  ): Promise<Reply | undefined> {
    const { handle, epoch } = exchange
    const { pacer } = this.#parts
    // Nothing may come between a turn and what is done in it.
    const turn = resumeAt(pacer, exchange)
    if (turn) await turn
    const body = typeof text === 'string' && wantsBody(handle.world) ? jsonIn(text) : undefined
    const striking = applyFaultsBefore(exchange, { operation, method, path, body })
    const kept = handle.persisted()
    const instead = await striking
    // What faults have met counts only if it is kept.
    if (instead && kept && !(await kept)) throw new WriteConflict()
    const after = resumeAt(pacer, exchange)
    if (after) await after
    return handle.epoch === epoch ? instead : undefined
  }

  #finish(ready: Ready): Answer {
    const { handle } = ready.passage.exchange
    return handle.isPersistent ? attemptDurably(handle, () => this.#perform(ready)) : this.#perform(ready)
  }

  /** Runs the operation in a transaction, and commits what it wrote once its answer has been held against the contract. */
  #perform(ready: Ready): Answer {
    const { passage, validate, body, prepared } = ready
    const { exchange, route, path, caller } = passage
    const { handle, origin, strikes } = exchange
    const { pacer } = this.#parts
    try {
      const query = readQuery(route.query, exchange.query)
      const select = selectionOf(query)

      const before = handle.world
      const read = { route, path, query, body, caller, prepared }
      const circumstances = { cause: { request: origin.request_id } }
      const committed = transact(before, rules, (tx) => execute(tx, read, validate), circumstances)
      const { world, result } = committed
      if (world !== before && route.method === 'GET' && !route.writes) throw new Defect(`${route.id} wrote although it is a GET.`)

      if (world !== before && !strikes?.dry) {
        handle.commit(committed)
        pacer.watch(handle)
      }
      const status = route.statusSetting ? world.settings[route.statusSetting] : route.status
      return success(route, status, origin, result, select)
    } catch (error) {
      if (!(error instanceof NeedsLoad)) throw error
      return this.#finishLater(error, ready)
    } finally {
      releaseSlot(exchange)
    }
  }

  /** Once more, after what was missing has been loaded. */
  async #finishLater(later: NeedsLoad, ready: Ready): Promise<Reply> {
    const { exchange } = ready.passage
    const { handle, origin, epoch } = exchange
    await resumeAfterLoad(this.#parts.pacer, exchange, later)
    return handle.epoch === epoch ? this.#finish(ready) : dropped(origin.request_id)
  }
}

/** A body of so many characters takes milliseconds to read. */
const LARGE = 262_144
