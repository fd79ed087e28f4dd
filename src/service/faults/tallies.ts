import type { FaultRow } from '../model/faults/fault.ts'

/** The number of matching calls of a fault, and the number of calls for which the fault fired. */
export interface FaultTally {
  readonly seen: number
  readonly fired: number
  /** The `X-Request-Id` of the last call for which the fault fired; empty if there is none. */
  readonly last_fired_request: string
}

/** A call that a fault matches: whether the fault fires, and the id of the request. */
export interface MatchedCall {
  readonly fault: FaultRow
  readonly fires: boolean
  readonly request_id: string
}

const NEVER: FaultTally = { seen: 0, fired: 0, last_fired_request: '' }

/**
 * The tallies of a world's faults. They are kept beside the world: restoring a snapshot does not change them. They are keyed by the
 * fault's row, since an id may be used again after a reset.
 */
export class FaultTallies {
  #tallies = new WeakMap<FaultRow, FaultTally>()
  /** Incremented on every change of a tally. */
  version = 0

  of(fault: FaultRow): FaultTally {
    return this.#tallies.get(fault) ?? NEVER
  }

  /** Sets the tally of a fault, if it is known from elsewhere. */
  put(fault: FaultRow, tally: FaultTally = NEVER): void {
    this.version++
    this.#tallies.set(fault, tally)
  }

  count({ fault, fires, request_id }: MatchedCall): void {
    const { seen, fired, last_fired_request } = this.of(fault)
    this.put(fault, {
      seen: seen + 1,
      fired: fired + (fires ? 1 : 0),
      last_fired_request: fires ? request_id : last_fired_request,
    })
  }

  /** Undoes the count of a fault that fired but had nothing to change. `before` is its tally before the call. */
  undoFiring(fault: FaultRow, { last_fired_request }: FaultTally, request_id: string): void {
    const tally = this.of(fault)
    if (tally.fired === 0) return
    const isLast = tally.last_fired_request === request_id
    const last = isLast ? last_fired_request : tally.last_fired_request
    this.put(fault, { ...tally, fired: tally.fired - 1, last_fired_request: last })
  }

  clear(): void {
    this.version++
    this.#tallies = new WeakMap()
  }
}
