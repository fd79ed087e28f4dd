import type { CallRecord, SentCall } from './call-record.ts'
import { checksum } from '../../kernel/support/checksum.ts'
import type { GivenHeaders } from './header-sets.ts'
import type { AttemptOutcome } from '../../service/resources/deliveries/attempt.ts'
import type { Millis } from '../../kernel/support/time.ts'
import type { WorldState } from '../../kernel/world/world.ts'

/** When a step took effect: the time of the world, and the number of jobs run since the last reset. */
export interface Moment {
  readonly at: Millis
  readonly jobs: number
}

/** The issuer of the key of a call: its own world (also a revoked token), another or deleted world, or no world of this server. */
export type KeyOwner = 'own' | 'foreign' | 'external'

/** A call of the service, of a page, or of an unknown path. It is complete once it has been answered. */
export interface RequestStep extends Moment, SentCall {
  readonly kind: 'request'
  /** Its number in the world, from which its `X-Request-Id` is derived. */
  readonly number: number
  readonly key: KeyOwner
  /** Number of calls in flight when it arrived. */
  readonly busy: number
  /** The body once it has been read, or the reason why it could not be read. */
  body: string | undefined
  unread: 'too_large' | 'broken_off' | 'corrupt' | 'unsupported' | 'not_utf8' | undefined
  /** How often it continued after a wait before any other step took effect. */
  gates: number
  /** Whether it has been answered; the status (`null` if the answer was lost), and a checksum of the body unless that is very large. */
  isAnswered: boolean
  status: number | null
  digest: number | undefined
  /** Its position among all steps of the round, and the round: each reset begins another. */
  readonly position: number
  readonly round: number
}

/** Maximum number of characters of a body that has a checksum in the recording. */
export const DIGESTED_MAX = 262_144

/** Completes the step of a call with its answer; `text` is the whole body, and `replayed` what a replay will answer instead. */
export function completeStep(
  step: RequestStep,
  { response }: CallRecord,
  status: number | null,
  text: string | undefined,
  replayed = text,
): void {
  step.isAnswered = true
  step.status = status
  if (status === null || replayed === undefined || replayed === '' || replayed.length > DIGESTED_MAX) return
  step.digest = response && replayed === text ? response.checksumOf(replayed) : checksum(replayed)
}

/** A call continued after a wait during which another step took effect. */
export interface ResumeStep extends Moment {
  readonly kind: 'resume'
  readonly of: RequestStep
  gates: number
  /** The outcome of its outgoing request, if it made one. */
  readonly asked: AttemptOutcome | undefined
}

/** A call of the control API that changed the world or its log. */
export interface ControlStep extends Moment {
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
export interface AdvanceStep extends Moment {
  readonly kind: 'advance'
  readonly body: string
}

/** An attempt to deliver a webhook ended. */
export interface OutcomeStep extends Moment {
  readonly kind: 'outcome'
  readonly delivery: number
  readonly found: AttemptOutcome
}

/** A delivery that was due was not sent. */
export interface WithdrawalStep extends Moment {
  readonly kind: 'withdrawal'
  readonly delivery: number
}

/** The feed of a campaign was fetched for a run. */
export interface FetchStep extends Moment {
  readonly kind: 'fetch'
  readonly campaign: string
  readonly found: AttemptOutcome
}

/** Anything done to a world from outside. */
export type Step = RequestStep | ResumeStep | ControlStep | AdvanceStep | OutcomeStep | WithdrawalStep | FetchStep

/** Whether a step is the given call, or one by which it continued. */
export function isStepOfCall(last: Step, step: RequestStep): last is RequestStep | ResumeStep {
  return last === step || (last.kind === 'resume' && last.of === step)
}

/** What is known of a call on arrival. */
export type ArrivedStep = Pick<RequestStep, 'number' | 'method' | 'path' | 'prefixed' | 'search' | 'key'> & {
  /** By lower-case name. */
  readonly headers: GivenHeaders
}

/** Estimated bytes of a call, without its texts and its headers. */
const REQUEST_BYTES = 300

/** Estimated bytes of any other step, without its texts. */
const STEP_BYTES = 800

/** Estimated size of a step in bytes. */
export function stepBytes(step: Step): number {
  switch (step.kind) {
    case 'request':
      return REQUEST_BYTES + step.path.length + step.search.length + (step.body?.length ?? 0)
    case 'control':
    case 'advance':
      return STEP_BYTES + step.body.length
    case 'outcome':
    case 'fetch':
      return STEP_BYTES + (step.found.response?.body.length ?? 0)
    case 'resume':
      return STEP_BYTES + (step.asked?.response?.body.length ?? 0)
    default:
      return STEP_BYTES
  }
}
