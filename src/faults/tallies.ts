import type { FaultRow } from './definition.ts'

/** How often a fault met a call that it matches, and how often it did something about it. */
export interface FaultTally {
  readonly seen: number
  readonly fired: number
  /** The `X-Request-Id` of the last call that it shaped; empty while there is none. */
  readonly last_fired_request: string
}

/** A call that a fault matches: whether it fired, and the number of the request. */
export interface Met {
  readonly fault: FaultRow
  readonly fires: boolean
  readonly request_id: string
}

const NEVER: FaultTally = { seen: 0, fired: 0, last_fired_request: '' }

/**
 * What the faults of a world have met. It stands beside the state: coming back to a snapshot does not turn it back. Faults are known
 * by their rows, since an id may be given again after the world was put back.
 */
export class FaultTallies {
  #tallies = new WeakMap<FaultRow, FaultTally>()
  /** Changes whenever one of them does. */
  version = 0

  of(fault: FaultRow): FaultTally {
    return this.#tallies.get(fault) ?? NEVER
  }

  /** Says what a fault has met, where that is known from elsewhere. */
  put(fault: FaultRow, tally: FaultTally = NEVER): void {
    this.version++
    this.#tallies.set(fault, tally)
  }

  /** Counts a call. */
  count({ fault, fires, request_id }: Met): void {
    const { seen, fired, last_fired_request } = this.of(fault)
    this.put(fault, {
      seen: seen + 1,
      fired: fired + (fires ? 1 : 0),
      last_fired_request: fires ? request_id : last_fired_request,
    })
  }

  /** Takes back that a fault fired: there was nothing that it could do. `before` is what was known until then. */
  takeBack(fault: FaultRow, { last_fired_request }: FaultTally, request_id: string): void {
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
