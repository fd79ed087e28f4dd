import type { Reply } from '../../../kernel/support/reply.ts'
import type { Millis } from '../../../kernel/support/time.ts'

/** Delays the call. */
export interface WaitEffect {
  readonly kind: 'wait'
  readonly ms: Millis
}

/** Answers in place of the service, or breaks the connection. A call takes only one of these. */
export interface ReplaceEffect {
  readonly kind: 'replace'
  /** Whether the operation has to run to produce an answer, even if it must not change anything. */
  readonly needsAnswer: boolean
  /** Whether the connection breaks before the answer has been sent completely. */
  readonly breaks: boolean
  readonly make: (answer: Reply | undefined) => Promise<Reply>
}

/** Changes the service's answer. Returns the same answer if there is nothing to change. */
export interface TransformEffect {
  readonly kind: 'transform'
  readonly transform: (answer: Reply) => Promise<Reply>
}

/** Changes how an answer is sent. */
export interface SendEffect {
  readonly kind: 'send'
  readonly send: (answer: Reply) => Reply
}

/** The effect of a fault on a call, with its name in the journal. */
export type Effect = { readonly name: string } & (WaitEffect | ReplaceEffect | TransformEffect | SendEffect)
