import type { AttemptOutcome } from '../../service/rules/deliveries/webhook-request.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { Call, Moment } from './call.ts'
import { weightOfHeaders } from './stored-message.ts'
import type { FaultTally } from '../../service/faults/tallies.ts'

/** A call continued after a wait during which something else happened in the world. */
interface Resumed extends Moment {
  readonly kind: 'resume'
  readonly of: Call
  gates: number
  /** The outcome of its outgoing request, if it made one. */
  readonly outcome: AttemptOutcome | undefined
}

/** A call of the control API that changed the world or its log. */
export interface ControlCall extends Moment {
  readonly kind: 'control'
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the path of the world. */
  readonly path: string
  readonly search: string
  /** JSON; empty if there is no body. */
  readonly body: string
  /** The snapshot that was restored or deleted. */
  snapshot: { readonly name: string; readonly world: WorldState } | undefined
}

/** The time was advanced up to here. */
export interface Advanced extends Moment {
  readonly kind: 'advance'
  readonly body: string
}

/** An attempt to deliver a webhook ended. */
interface Delivered extends Moment {
  readonly kind: 'outcome'
  readonly delivery: number
  readonly found: AttemptOutcome
}

/** A delivery that was due was not sent. */
interface Withdrawn extends Moment {
  readonly kind: 'withdrawal'
  readonly delivery: number
}

/** The feed of a campaign was fetched for a run. */
interface FeedFetched extends Moment {
  readonly kind: 'fetch'
  readonly campaign: string
  readonly found: AttemptOutcome
}

/** Anything that happened to a world from outside. */
export type LogEntry = Call | Resumed | ControlCall | Advanced | Delivered | Withdrawn | FeedFetched

/** Whether an entry is the given call or a continuation of it. */
export function isOfCall(entry: LogEntry, call: Call): entry is Call | Resumed {
  return entry === call || (entry.kind === 'resume' && entry.of === call)
}

/** Estimated bytes of a call, without its texts. */
const CALL_BYTES = 300

/** Estimated bytes of any other entry, without its texts. */
const ENTRY_BYTES = 800

/** Estimated size of an entry in bytes. */
export function entryBytes(entry: LogEntry): number {
  switch (entry.kind) {
    case 'request':
      return (
        CALL_BYTES +
        entry.sent.path.length +
        entry.sent.search.length +
        weightOfHeaders(entry.sent.headers) +
        (entry.body?.length ?? 0)
      )
    case 'control':
    case 'advance':
      return ENTRY_BYTES + entry.body.length
    case 'outcome':
    case 'fetch':
      return ENTRY_BYTES + (entry.found.response?.body.length ?? 0)
    case 'resume':
      return ENTRY_BYTES + (entry.outcome?.response?.body.length ?? 0)
    default:
      return ENTRY_BYTES
  }
}

/** A position in the log of a world, with its counters there. */
export interface LogMark {
  /** Number of entries since the round began, and the round: each restart of the log begins another. */
  readonly position: number
  readonly round: number
  readonly epoch: number
  readonly requests: number
  readonly jobs: number
  readonly faults: readonly (readonly [id: number, tally: FaultTally])[]
}

/** A version of a world, with its position in the log. */
export interface Snapshot {
  readonly world: WorldState
  readonly mark: LogMark
}
