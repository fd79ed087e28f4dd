import type { AttemptOutcome } from '../../service/resources/deliveries/attempt.ts'
import type { RequestStep } from './step.ts'

/** A replayed call: it waits wherever the recorded call waited. */
export class ReplayTurn {
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

/** The next call of a replay: its turn if it has to wait, and its step once it has arrived. */
export interface ExpectedCall {
  readonly turn: ReplayTurn | undefined
  step: RequestStep | undefined
}

/** Orders the calls of a replay, which continue one at a time. */
export class ReplayGate {
  readonly #turns = new WeakMap<RequestStep, ReplayTurn>()
  #next: ExpectedCall | undefined

  /** Sets the next call. With a turn it waits wherever the recorded call did; without one it runs to its end. */
  expect(expected: ExpectedCall): void {
    this.#next = expected
  }

  /** Binds the expected call, which has arrived, to its step. */
  bind(step: RequestStep): void {
    const { turn } = this.#next ?? {}
    if (turn) this.#turns.set(step, turn)
    if (this.#next) this.#next.step = step
    this.#next = undefined
  }

  /** Whether a call has to wait for its turn. */
  hasTurn(step: RequestStep): boolean {
    return this.#turns.has(step)
  }

  /** Resolves when it is the turn of a call; returns `undefined` if it need not wait. */
  waitForTurn(step: RequestStep): Promise<AttemptOutcome | undefined> | undefined {
    return this.#turns.get(step)?.wait()
  }
}
