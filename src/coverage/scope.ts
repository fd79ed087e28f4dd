import { CALLS, type CoveragePlan } from './plan.ts'
import { CoverageTally } from './tally.ts'

/** What was met in one world, or in all of them. */
export class CoverageScope {
  readonly #tallies = new Map<CoveragePlan, CoverageTally>()
  /** Calls that led to no operation. */
  readonly astray = new CoverageTally(CALLS + 1)

  /** What was met of an operation. */
  tally(plan: CoveragePlan): CoverageTally {
    const known = this.#tallies.get(plan)
    if (known) return known
    const tally = new CoverageTally(plan.size)
    this.#tallies.set(plan, tally)
    return tally
  }

  /** What was met of an operation, if it was called. */
  find(plan: CoveragePlan): CoverageTally | undefined {
    return this.#tallies.get(plan)
  }

  /** All operations that were called. */
  all(): readonly (readonly [CoveragePlan, CoverageTally])[] {
    return [...this.#tallies]
  }
}
