import { CALLS, type CoveragePlan } from './plan.ts'
import { CoverageTally } from './tally.ts'

/** Coverage of one world, or of all worlds together. */
export class CoverageScope {
  readonly #tallies = new Map<CoveragePlan, CoverageTally>()
  /** Calls that matched no operation. */
  readonly unmatched = new CoverageTally(CALLS + 1)

  /** The tally of an operation; created if needed. */
  tally(plan: CoveragePlan): CoverageTally {
    const existing = this.#tallies.get(plan)
    if (existing) return existing
    const tally = new CoverageTally(plan.size)
    this.#tallies.set(plan, tally)
    return tally
  }

  /** The tally of an operation. Returns `undefined` if it was never called. */
  find(plan: CoveragePlan): CoverageTally | undefined {
    return this.#tallies.get(plan)
  }

  /** All operations that were called, with their tallies. */
  all(): readonly (readonly [CoveragePlan, CoverageTally])[] {
    return [...this.#tallies]
  }
}
