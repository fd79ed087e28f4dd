import type { Millis } from '../../../kernel/support/time.ts'
import type { Call, Violation } from '../call.ts'

/** Maximum number of stored violations. */
export const VIOLATIONS_MAX = 1_000

/** The members of a call that describe a violation. */
type ViolatingCall = Pick<Call, 'id' | 'at' | 'operation' | 'method' | 'path' | 'violations'>

/** A violation of the contract, with its first and its last call. */
export interface StoredViolation extends Violation {
  readonly world: string
  /** The id of the first call, and its time on the world's clock. */
  readonly request: string
  readonly instant: Millis
  readonly operation: string | undefined
  readonly method: string
  readonly path: string
  /** Number of calls with this violation. */
  count: number
  last_request: string
  last_instant: Millis
}

/** The violations of the contract in all worlds of a server. */
export class Violations {
  readonly #byKey = new Map<string, StoredViolation>()
  /** Number of evicted violations. */
  evicted = 0

  note(world: string, { id, at: instant, operation, method, path, violations }: ViolatingCall): void {
    for (const { side, at, message } of violations) {
      const key = JSON.stringify([world, operation ?? path, method, side, at, message])
      const existing = this.#byKey.get(key)
      if (existing) {
        existing.count++
        existing.last_request = id
        existing.last_instant = instant
        continue
      }
      const last = { last_request: id, last_instant: instant }
      this.#byKey.set(key, { world, request: id, instant, operation, method, path, side, at, message, count: 1, ...last })
      this.#makeRoom()
    }
  }

  /** All stored violations in the order of their first occurrence. */
  all(): StoredViolation[] {
    return [...this.#byKey.values()]
  }

  clear(): void {
    this.#byKey.clear()
    this.evicted = 0
  }

  #makeRoom(): void {
    if (this.#byKey.size <= VIOLATIONS_MAX) return
    for (const key of this.#byKey.keys()) {
      this.#byKey.delete(key)
      this.evicted++
      return
    }
  }
}
