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
import { needsOutbound } from '../resources/preparations.ts'
import { serviceMs } from '../resources/settings.ts'
import type { Reply } from '../support/reply.ts'
import { yieldToEventLoop } from '../support/time.ts'
import { Defect, NeedsLoad } from '../world/errors.ts'
import { transact } from '../world/tx.ts'
import { preflight } from './preflight.ts'
import { bodyTextOrThrow, type BodyText } from './body.ts'
import { bodyTextOf, type RequestContext } from './context.ts'
import { waitInWorld } from './pause.ts'
import { droppedReply, successReply } from './response.ts'
import { releaseSlot, applyFaultsBefore } from './apply-faults.ts'
import { resumeAt, resumeAfterLoad, mustWaitForTurn } from './replay-turn.ts'

/** An answer, or a promise of one. */
export type ReplyOrPromise = Reply | Promise<Reply>

/** An authenticated call whose operation is known. */
export interface RunCall {
  readonly context: RequestContext
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly caller: Caller
}

/** A call that is ready for its transaction. */
interface ReadyCall {
  readonly call: RunCall
  readonly validate: Validators
  readonly body: unknown
  /** The result of the preflight. */
  readonly prepared: unknown
}

/** What a runner needs. */
interface RunnerParts {
  readonly scheduler: Scheduler
  readonly webhookSender: WebhookSender
}

/** Runs a call from its operation to the answer: the waits, faults and checks, and the transaction that performs it. */
export class Runner {
  readonly #parts: RunnerParts

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  /** Runs a call; returns its answer synchronously if it has to wait for nothing. `below` is its path after `/3.0`. */
  run(call: RunCall, below: string): ReplyOrPromise {
    const { handle, epoch, origin } = call.context
    if (!handle.isPersistent) return this.#start(call, below)
    return retryOnConflict(() => {
      call.context.appliedFaults = undefined
      return handle.epoch === epoch ? this.#start(call, below) : droppedReply(origin.request_id)
    })
  }

  #start(call: RunCall, below: string): ReplyOrPromise {
    const { context, route } = call
    const { handle } = context
    const validate = knownChecks(route.resource)
    const { service_time } = handle.world.settings
    const waits = !validate || route.body !== 'none' || service_time !== 0 || hasFaults(handle.world) || mustWaitForTurn(context)
    return waits ? this.#prepare(call, below) : this.#performDurably({ call, validate, body: undefined, prepared: undefined })
  }

  /** Waits for the body, the service time, faults and, at the first call of a resource, its validators; then performs the call. */
  async #prepare(call: RunCall, below: string): Promise<Reply> {
    const { route, context } = call
    const { handle, origin } = context
    const { epoch } = handle
    const { service_time, body_limit } = handle.world.settings
    const { scheduler, webhookSender } = this.#parts
    try {
      const text = route.body === 'none' ? undefined : await bodyTextOf(context)
      if (service_time !== 0) {
        await waitInWorld(handle, serviceMs(service_time))
        const turn = resumeAt(scheduler, context)
        if (turn) await turn
      }
      const instead = hasFaults(handle.world) ? await this.#applyFaults(context, route, below, text) : undefined
      if (instead) return instead
      const validate = knownChecks(route.resource) ?? (await loadChecks(route.resource))
      const turn = resumeAt(scheduler, context)
      if (turn) await turn
      if (handle.epoch !== epoch) return droppedReply(origin.request_id)
      const body = text === undefined ? undefined : parseBody(bodyTextOrThrow(text, body_limit))
      context.body = body
      // Parsing, validating and executing a large body in one go would block other calls for too long.
      const large = typeof text === 'string' && text.length > LARGE_BODY
      if (large) await yieldToEventLoop()
      if (text !== undefined) checkBody(route, validate, body, handle.world.settings)
      if (large) await yieldToEventLoop()
      const asked = needsOutbound(route.id) ? await preflight(webhookSender, call, body) : undefined
      if (large || asked) {
        const again = asked?.isResumed ? undefined : resumeAt(scheduler, context, asked?.found)
        if (again) await again
      }
      if (handle.epoch !== epoch) return droppedReply(origin.request_id)
      // Awaited here, so that the slot is released only after the call has ended, also if it throws.
      return await this.#performDurably({ call, validate, body, prepared: asked?.prepared })
    } finally {
      releaseSlot(context)
    }
  }

  /** Applies faults to the call at its current time. */
  async #applyFaults(
    context: RequestContext,
    { id: operation, method }: Route,
    path: string,
    text?: BodyText,
  ): Promise<Reply | undefined> {
    const { handle, epoch } = context
    const { scheduler } = this.#parts
    // Nothing may be awaited between a turn and the work done in it.
    const turn = resumeAt(scheduler, context)
    if (turn) await turn
    const body = typeof text === 'string' && wantsBody(handle.world) ? jsonIn(text) : undefined
    const applied = applyFaultsBefore(context, { operation, method, path, body })
    const persisted = handle.persisted()
    const instead = await applied
    // A fault counts as met only once that is saved.
    if (instead && persisted && !(await persisted)) throw new WriteConflict()
    const after = resumeAt(scheduler, context)
    if (after) await after
    return handle.epoch === epoch ? instead : undefined
  }

  #performDurably(ready: ReadyCall): ReplyOrPromise {
    const { handle } = ready.call.context
    return handle.isPersistent ? attemptDurably(handle, () => this.#perform(ready)) : this.#perform(ready)
  }

  /** Runs the operation in a transaction, checks its answer against the contract, and commits. */
  #perform(ready: ReadyCall): ReplyOrPromise {
    const { call, validate, body, prepared } = ready
    const { context, route, path, caller } = call
    const { handle, origin, appliedFaults } = context
    const { scheduler } = this.#parts
    try {
      const query = readQuery(route.query, context.query)
      const select = selectionOf(query)

      const before = handle.world
      const read = { route, path, query, body, caller, prepared }
      const txContext = { cause: { request: origin.request_id } }
      const committed = transact(before, rules, (tx) => execute(tx, read, validate), txContext)
      const { world, result } = committed
      if (world !== before && route.method === 'GET' && !route.writes) throw new Defect(`${route.id} wrote although it is a GET.`)

      if (world !== before && !appliedFaults?.dry) {
        handle.commit(committed)
        scheduler.watch(handle)
      }
      const status = route.statusSetting ? world.settings[route.statusSetting] : route.status
      return successReply(route, status, origin, result, select)
    } catch (error) {
      if (!(error instanceof NeedsLoad)) throw error
      return this.#performAfterLoad(error, ready)
    } finally {
      releaseSlot(context)
    }
  }

  /** Performs the call after a missing module has been loaded. */
  async #performAfterLoad(later: NeedsLoad, ready: ReadyCall): Promise<Reply> {
    const { context } = ready.call
    const { handle, origin, epoch } = context
    await resumeAfterLoad(this.#parts.scheduler, context, later)
    return handle.epoch === epoch ? this.#performDurably(ready) : droppedReply(origin.request_id)
  }
}

/** Number of characters from which a body takes milliseconds to parse. */
const LARGE_BODY = 262_144
