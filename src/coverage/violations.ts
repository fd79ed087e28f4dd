import type { Millis } from '../support/time.ts'
import type { CallRecord, Violation } from '../journal/call-record.ts'

/** So many are kept. */
export const VIOLATIONS_MAX = 1_000

/** A call, as far as it says where it broke the contract. */
type Broken = Pick<CallRecord, 'id' | 'at' | 'operation' | 'method' | 'path' | 'violations'>

/** A place at which calls, or what was answered, broke the contract, with the first and the last call that did. */
export interface RecordedViolation extends Violation {
  /** The id of the world. */
  readonly world: string
  /** The id of the first call, and when it came on the clock of its world. */
  readonly request: string
  readonly instant: Millis
  readonly operation: string | undefined
  readonly method: string
  readonly path: string
  /** How many calls broke it in the same way. */
  count: number
  last_request: string
  last_instant: Millis
}

/** Where the contract was broken, in all worlds of a server. */
export class Violations {
  readonly #breaches = new Map<string, RecordedViolation>()
  /** How many were let go to make room. */
  evicted = 0

  /** Takes down what is wrong with a call or its answer. */
  note(world: string, { id, at: instant, operation, method, path, violations }: Broken): void {
    for (const { side, at, message } of violations) {
      const key = JSON.stringify([world, operation ?? path, method, side, at, message])
      const known = this.#breaches.get(key)
      if (known) {
        known.count++
        known.last_request = id
        known.last_instant = instant
        continue
      }
      const last = { last_request: id, last_instant: instant }
      this.#breaches.set(key, { world, request: id, instant, operation, method, path, side, at, message, count: 1, ...last })
      this.#makeRoom()
    }
  }

  /** All that are kept, in the order in which they first occurred. */
  all(): RecordedViolation[] {
    return [...this.#breaches.values()]
  }

  clear(): void {
    this.#breaches.clear()
    this.evicted = 0
  }

  #makeRoom(): void {
    if (this.#breaches.size <= VIOLATIONS_MAX) return
    for (const key of this.#breaches.keys()) {
      this.#breaches.delete(key)
      this.evicted++
      return
    }
  }
}
