import type { AttemptOutcome } from '../resources/deliveries/attempt.ts'
import type { RequestStep } from './step.ts'

/** A call that is made once more: it waits wherever it had waited the first time. */
export class ReplayTurn {
  #isOver = false
  #reached: (() => void) | undefined
  #pass: ((found: AttemptOutcome | undefined) => void) | undefined

  /** Resolves when the call waits for its turn, or is over: to whether it waits. */
  async waits(): Promise<boolean> {
    if (!this.#pass && !this.#isOver) await new Promise<void>((resolve) => (this.#reached = resolve))
    return this.#pass !== undefined
  }

  /** Lets the call go on. */
  pass(found: AttemptOutcome | undefined): void {
    const pass = this.#pass
    this.#pass = undefined
    pass?.(found)
  }

  /** Keeps the call waiting until it may go on. */
  wait(): Promise<AttemptOutcome | undefined> {
    return new Promise((resolve) => {
      this.#pass = resolve
      this.#reached?.()
    })
  }

  /** The call is over. */
  end(): void {
    this.#isOver = true
    this.#reached?.()
  }
}

/** A call that is to come: whether it has to wait, and what it is among the steps once it has come. */
export interface Expected {
  readonly turn: ReplayTurn | undefined
  step: RequestStep | undefined
}

/** The calls of a replay, which go on one at a time. */
export class ReplayGate {
  readonly #turns = new WeakMap<RequestStep, ReplayTurn>()
  #next: Expected | undefined

  /** The call that comes next is to wait at every place where it had to; one that never waited runs to its end. */
  expect(expected: Expected): void {
    this.#next = expected
  }

  /** The call has come. */
  bind(step: RequestStep): void {
    const { turn } = this.#next ?? {}
    if (turn) this.#turns.set(step, turn)
    if (this.#next) this.#next.step = step
    this.#next = undefined
  }

  /** Whether a call has to wait somewhere. */
  isHeld(step: RequestStep): boolean {
    return this.#turns.has(step)
  }

  /** The turn of a call that has to wait. */
  of(step: RequestStep): Promise<AttemptOutcome | undefined> | undefined {
    return this.#turns.get(step)?.wait()
  }
}
