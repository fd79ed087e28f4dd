import type { CallRecord } from '../journal/call-record.ts'
import { checksum } from '../support/checksum.ts'
import type { GivenHeaders, HeaderSet, Varying } from '../journal/header-sets.ts'
import type { AttemptOutcome } from '../resources/deliveries/attempt.ts'
import type { Millis } from '../support/time.ts'
import type { World } from '../world/world.ts'

/** When a step took effect: the time of the world, and how many jobs had run since the last reset. */
export interface Moment {
  readonly at: Millis
  readonly jobs: number
}

/** Whose key a call carried: its world's (also a revoked token), another world's or a deleted one's, or a string that no world gave out. */
export type KeyOwner = 'own' | 'foreign' | 'external'

/** A call of the service, of a page, or of nothing that is there; it is complete once it has been answered. */
export interface RequestStep extends Moment {
  readonly kind: 'request'
  /** Its number in the world: what its `X-Request-Id` is drawn by. */
  readonly number: number
  readonly method: string
  /** Below the address of the world where the path named it, or else from the root of the server. */
  readonly path: string
  readonly prefixed: boolean
  readonly search: string
  /** Its headers, which it shares with other calls, and the one that varies. */
  readonly headers: HeaderSet
  readonly varying: Varying | undefined
  readonly key: KeyOwner
  /** How many other calls held a slot when it came. */
  readonly busy: number
  /** The body, once it has been read, or why it could not be. */
  body: string | undefined
  unread: 'too_large' | 'broken_off' | 'corrupt' | 'unsupported' | undefined
  /** How often it went on after a wait before anything else took effect. */
  gates: number
  answer: Answered | undefined
  /** Its place among all steps, and in which list of steps: each reset begins another one. */
  readonly position: number
  readonly round: number
}

/** How a call was answered: the status, if the answer was not lost, and a checksum of its body, unless that is very large. */
export interface Answered {
  readonly status: number | null
  readonly digest: number | undefined
}

/** Maximum number of characters of a body that has a checksum in the recording. */
export const DIGESTED_MAX = 262_144

/** How the call of a record was answered; `text` is the whole body, and `replayed` what a replay will answer instead. */
export function answeredIn({ response }: CallRecord, status: number | null, text: string | undefined, replayed = text): Answered {
  if (status === null || replayed === undefined || replayed === '' || replayed.length > DIGESTED_MAX)
    return { status, digest: undefined }
  return { status, digest: response && replayed === text ? response.checksumOf(replayed) : checksum(replayed) }
}

/** A call goes on after a wait during which something else took effect. */
export interface ResumeStep extends Moment {
  readonly kind: 'resume'
  readonly of: RequestStep
  gates: number
  /** What it found out from the world outside meanwhile. */
  readonly asked: AttemptOutcome | undefined
}

/** A call of the control API that changed the world, or what stands beside it. */
export interface ControlStep extends Moment {
  readonly kind: 'control'
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below that of the world. */
  readonly path: string
  readonly search: string
  /** JSON; empty for none. */
  readonly body: string
  /** The snapshot that was restored or forgotten. */
  snapshot: { readonly name: string; readonly world: World } | undefined
}

/** Time was let pass up to here. */
export interface AdvanceStep extends Moment {
  readonly kind: 'advance'
  readonly body: string
}

/** An attempt to deliver something came to its end. */
export interface OutcomeStep extends Moment {
  readonly kind: 'outcome'
  readonly delivery: number
  readonly found: AttemptOutcome
}

/** A delivery was not sent any more, although its turn had come. */
export interface WithdrawalStep extends Moment {
  readonly kind: 'withdrawal'
  readonly delivery: number
}

/** Something that was done to a world from outside. */
export type Step = RequestStep | ResumeStep | ControlStep | AdvanceStep | OutcomeStep | WithdrawalStep

/** Whether a step is that of a call, or one by which it went on. */
export function isOf(last: Step, step: RequestStep): last is RequestStep | ResumeStep {
  return last === step || (last.kind === 'resume' && last.of === step)
}

/** What is known of a call at its arrival. */
export type ArrivedStep = Pick<RequestStep, 'number' | 'method' | 'path' | 'prefixed' | 'search' | 'key'> & {
  /** By their names in lower case. */
  readonly headers: GivenHeaders
}

/** What a call takes beside its texts, and beside its headers, which it shares with others. */
const REQUEST_BYTES = 300

/** What another step takes beside its texts. */
const STEP_BYTES = 800

/** About how many bytes a step takes. */
export function bytesOf(step: Step): number {
  switch (step.kind) {
    case 'request':
      return REQUEST_BYTES + step.path.length + step.search.length + (step.body?.length ?? 0)
    case 'control':
    case 'advance':
      return STEP_BYTES + step.body.length
    case 'outcome':
      return STEP_BYTES + (step.found.response?.body.length ?? 0)
    default:
      return STEP_BYTES
  }
}
