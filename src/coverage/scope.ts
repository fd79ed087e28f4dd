import { CALLS, type Plan } from './plan.ts'
import { Tally } from './tally.ts'

/** What was met in one world, or in all of them. */
export class CoverageScope {
  readonly #tallies = new Map<Plan, Tally>()
  /** Calls that led to no operation. */
  readonly astray = new Tally(CALLS + 1)

  /** What was met of an operation. */
  tally(plan: Plan): Tally {
    const known = this.#tallies.get(plan)
    if (known) return known
    const tally = new Tally(plan.size)
    this.#tallies.set(plan, tally)
    return tally
  }

  /** What was met of an operation, if it was called. */
  find(plan: Plan): Tally | undefined {
    return this.#tallies.get(plan)
  }

  /** All operations that were called. */
  all(): readonly (readonly [Plan, Tally])[] {
    return [...this.#tallies]
  }
}
