import type { PerformedCall } from '../calls/batch.ts'
import type { Violation } from '../calls/violations.ts'
import type { MatchedCall } from '../faults/tallies.ts'
import type { Millis } from '../support/time.ts'

export type { Violation } from '../calls/violations.ts'

/** The fault that shaped an answer. */
export interface AppliedFault {
  readonly id: number
  /** What it did: `problem`, `latency`, `mutate`, or the kind of broken connection. */
  readonly effect: string
}

/** A call as it stands in the journal of its world: written at its arrival, completed by its answer. Secrets have been taken out. */
export interface CallRecord {
  /** Its place in the journal, counted from 1 since the last reset. */
  readonly number: number
  /** The `X-Request-Id` of its answer; of an operation of a batch, one that is drawn for it. */
  readonly id: string
  /** The time of the world at its arrival, and the real one. */
  readonly at: Millis
  readonly real_at: Millis
  readonly via: 'http' | 'batch'
  readonly method: string
  /** Below the address of the world, percent-encoded: `/3.0/lists`. */
  readonly path: string
  /** What stood behind the question mark. */
  readonly search: string
  /** The operation, once it has been found. */
  operation: string | undefined
  /** Nothing until it is answered, and for ever where a fault kept the answer back. */
  status: number | null
  duration_ms: Millis | null
  request: Message
  response: Message | undefined
  /** The faults that had to do with its answer. */
  faults: readonly AppliedFault[]
  /** Whether its answer was not the service's own but a fault's, one that `X-Trigger-Error` asked for, or that the world was put back. */
  injected: boolean
  /** The word of the error catalogue that it was refused with. */
  error: string | undefined
  /** Where the call or its answer broke the contract. */
  violations: readonly Violation[]
  /** The number of the chapter of the world's history that tells what it changed, where that does not name it as its cause. */
  chapter: number | undefined
  /** About how many bytes it takes to keep. */
  bytes: number
}

/** Headers by their names in lower case. */
export type Headers = Readonly<Record<string, string>>

/** One side of an exchange. */
export interface Message {
  /** Shared with other entries: the headers without the one that differs from call to call. */
  readonly headers: Headers
  /** That one: `content-length` of a request, `x-request-id` of an answer, which is `ID` where it is the id of the entry. */
  readonly varying: string | undefined
  /** At most 64 KiB of it. */
  readonly body: string
  /** How many characters of the body were cut off. */
  readonly cut: number
  /** What is not text, and was sent piece by piece, is not kept at all. */
  readonly streamed: boolean
}

/** What stands for the id of the entry, so that answers that are alike can be shared. */
const ID = '{{id}}'

/** The header of a request, and that of an answer, that is kept by itself. */
export const VARYING = { request: 'content-length', response: 'x-request-id' } as const

/** What is kept of the header that is kept by itself: what stands for the id of the entry, which is known anyway. */
export function varyingIn(value: unknown, { id }: CallRecord): string | undefined {
  if (value === id) return ID
  return value === undefined ? undefined : String(value)
}

/** All headers of one side of a call. */
export function headersIn(entry: CallRecord, side: 'request' | 'response'): Headers {
  const message = entry[side]
  if (!message) return {}
  const { headers, varying } = message
  return varying === undefined ? headers : { ...headers, [VARYING[side]]: varying === ID ? entry.id : varying }
}

/** An operation of a batch that was performed: which faults it met, and when and where in the history that was. */
export interface Performed {
  readonly call: PerformedCall
  readonly met: readonly MatchedCall[]
  readonly at: Millis
  /** The number of the job that performed it, among those since the last reset: no two processes keep a job of the same number. */
  readonly job: number
  readonly chapter: number | undefined
}
