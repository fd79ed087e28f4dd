import type { Reply } from '../../../kernel/support/reply.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { FaultCall } from '../match.ts'
import type { FaultMistakes } from '../mistakes.ts'
import type { EffectFields } from '../../model/faults/fault.ts'

/** Members of an effect that add to a kind. */
export const ADDITIONS = ['headers', 'bytes_per_second'] as const

type Addition = (typeof ADDITIONS)[number]

/** The kinds of effects, by the member of the effect that holds the value. */
export type EffectName = Exclude<keyof EffectFields, Addition>

export type EffectValue<Name extends EffectName> = NonNullable<EffectFields[Name]>

/** A kind of effect: everything that distinguishes it from the others, except for its schema. */
export interface EffectKind<Name extends EffectName> {
  /** The additions that the kind accepts, and what an effect must be to have the addition, in words. */
  readonly additions: { readonly [Member in Addition]?: string }
  /** The operations that the effect is about; any operation, if it is missing. */
  readonly operations?: readonly string[]
  /** Checks what the schema cannot express. */
  readonly check: (value: EffectValue<Name>, effect: EffectFields) => FaultMistakes
  /** The effect on a call. */
  readonly onCall: (value: EffectValue<Name>, firing: FiringFault) => Effect
  /** The effect on an operation of a batch. Only kinds that have this function affect operations of batches. */
  readonly inBatch?: (value: EffectValue<Name>, firing: FiringFault) => BatchEffect
}

/** The answer of a fault for an operation of a batch. */
export interface BatchAnswer {
  readonly status: number
  readonly body: string
}

export type BatchEffect = BatchAnswer | Pick<WithinEffect, 'around'>

/** A fault that fires for a call. */
export interface FiringFault {
  readonly id: number
  readonly effect: EffectFields
  readonly call: FaultCall
  /** Draws a random unsigned 32-bit integer. The sequence depends on the seed of the world, the fault and the number of its matching calls. */
  readonly draw: () => number
}

/** Answers a read from the state of the world some time ago. */
interface LagEffect {
  readonly acts: 'lag'
  readonly ms: Millis
}

/** Delays the call. */
interface WaitEffect {
  readonly acts: 'wait'
  readonly ms: Millis
}

/** Answers in place of the service, or breaks the connection. A call takes only one of these. */
export interface ReplaceEffect {
  readonly acts: 'replace'
  /** Whether the operation has to run to produce an answer, even if it must not change anything. */
  readonly needsAnswer: boolean
  /** Whether the connection breaks before the answer has been sent completely. */
  readonly breaks: boolean
  readonly make: (answer: Reply | undefined) => Promise<Reply>
  /** The real time until it answers. */
  readonly after?: Millis
}

/** Runs a trigger. Returns whether it ran: a trigger that is refused changes nothing. */
export type TryTrigger = (tx: Tx, trigger: EffectValue<'trigger'>) => boolean

/** Acts in the transaction of the operation. */
export interface WithinEffect {
  readonly acts: 'within'
  /** Whether the answer differs from the service's own if it acts. */
  readonly changesAnswer: boolean
  /** Runs the operation, and notes if the effect has found something to act on. */
  readonly around: <Result>(tx: Tx, run: () => Result, acting: Acting) => Result
}

/** What an effect needs that acts in a transaction. */
export interface Acting {
  readonly tryTrigger: TryTrigger
  /** Notes that the effect has acted, also if the operation is refused afterwards. */
  readonly noteActed: () => void
}

/** Changes the service's answer. Returns the same answer if there is nothing to change. */
interface TransformEffect {
  readonly acts: 'transform'
  readonly transform: (answer: Reply) => Promise<Reply>
}

/** Changes how an answer is sent. */
interface SendEffect {
  readonly acts: 'send'
  readonly send: (answer: Reply) => Reply
}

/** The effect of a fault on a call, with its name in the journal. */
export type Effect = { readonly name: string } & (
  | WaitEffect
  | LagEffect
  | ReplaceEffect
  | WithinEffect
  | TransformEffect
  | SendEffect
)
