import type { Attempt } from '../../service/model/deliveries/delivery.ts'
import { type AttemptOutcome, makeDeliveryAttempt, type WebhookRequest } from '../../service/rules/deliveries/webhook-request.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { Call } from '../log/call.ts'
import type { Gate } from '../log/gate.ts'
import type { WorldLog } from '../log/log.ts'
import type { NewWorldOptions } from '../../service/scenarios/world-options.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'

/** A replayed call: it waits wherever the recorded call waited. */
export class ReplayTurn {
  /** Whether the call has had its turn and need not wait again. */
  isTaken = false
  /** The recorded outcome that came with the last turn, until it is used. */
  known: AttemptOutcome | undefined
  #isOver = false
  #reached: (() => void) | undefined
  #pass: ((found: AttemptOutcome | undefined) => void) | undefined

  /** Resolves to true when the call waits for its turn, or to false when it has ended. */
  async untilWaiting(): Promise<boolean> {
    if (!this.#pass && !this.#isOver) await new Promise<void>((resolve) => (this.#reached = resolve))
    return this.#pass !== undefined
  }

  /** Lets the call continue. */
  pass(found: AttemptOutcome | undefined): void {
    const pass = this.#pass
    this.#pass = undefined
    pass?.(found)
  }

  /** Keeps the call waiting until it may continue. */
  wait(): Promise<AttemptOutcome | undefined> {
    return new Promise((resolve) => {
      this.#pass = resolve
      this.#reached?.()
    })
  }

  /** Notes that the call has ended. */
  end(): void {
    this.#isOver = true
    this.#reached?.()
  }
}

/** The next call of a replay: its turn if it has to wait, and the call once it has arrived. */
export interface ExpectedCall {
  readonly turn: ReplayTurn | undefined
  call: Call | undefined
}

/** Orders the calls of a replay, which continue one at a time, and answers their requests with the recorded outcomes. */
export class ReplayGate implements Gate {
  readonly #turns = new WeakMap<Call, ReplayTurn>()
  #next: ExpectedCall | undefined

  /** Sets the next call. With a turn it waits wherever the recorded call did; without one it runs to its end. */
  expect(expected: ExpectedCall): void {
    this.#next = expected
  }

  arrived(call: Call): void {
    const { turn } = this.#next ?? {}
    if (turn) this.#turns.set(call, turn)
    if (this.#next) this.#next.call = call
    this.#next = undefined
  }

  resume(log: WorldLog, call: Call): Promise<void> | undefined {
    const turn = this.#turns.get(call)
    if (!turn) return undefined
    if (turn.isTaken) return void (turn.isTaken = false)
    return takeTurn(turn, log, call).then((known) => void (turn.known = known))
  }

  async ask(log: WorldLog, call: Call, request: WebhookRequest): Promise<Attempt> {
    const turn = this.#turns.get(call)
    const outcome = turn && (await this.#outcome(turn, log, call))
    if (!outcome) throw new Defect('The recording has no outcome for an outgoing request of this call.')
    return makeDeliveryAttempt(request, outcome)
  }

  /** The outcome that came with the last turn, or else with the next one. */
  #outcome(turn: ReplayTurn, log: WorldLog, call: Call): AttemptOutcome | Promise<AttemptOutcome | undefined> {
    const { known } = turn
    turn.known = undefined
    turn.isTaken = true
    return known ?? takeTurn(turn, log, call)
  }
}

async function takeTurn(turn: ReplayTurn, { entries }: WorldLog, call: Call): Promise<AttemptOutcome | undefined> {
  const known = await turn.wait()
  entries.resume(call, known)
  return known
}

/** A separate server in which a bundle is replayed before its world is added to this one. */
export interface ReplaySandbox {
  readonly worlds: WorldRegistry
  readonly scheduler: Scheduler
  readonly gate: ReplayGate
  readonly build: (options: NewWorldOptions) => Promise<WorldState>
  readonly fetch: (request: Request) => Response | Promise<Response>
}
