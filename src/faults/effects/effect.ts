import type { Reply } from '../../support/reply.ts'
import type { Millis } from '../../support/time.ts'

/** Makes the call take longer. */
export interface Wait {
  readonly kind: 'wait'
  readonly ms: Millis
}

/** Answers in place of the service, or breaks the connection: a call takes one of these only. */
export interface Instead {
  readonly kind: 'instead'
  /** Whether the operation has to run for it, even where nothing is to happen at the service. */
  readonly needsAnswer: boolean
  /** Whether the connection does not live to carry the whole of an answer. */
  readonly breaks: boolean
  readonly make: (answer: Reply | undefined) => Promise<Reply>
}

/** Changes what the service answers. Hands back the very same answer if there is nothing to change. */
export interface Shape {
  readonly kind: 'shape'
  readonly shape: (answer: Reply) => Promise<Reply>
}

/** Changes how an answer is sent. */
export interface Sending {
  readonly kind: 'sending'
  readonly send: (answer: Reply) => Reply
}

/** What a fault does to a call, by the name that the journal knows it under. */
export type EffectRun = { readonly effect: string } & (Wait | Instead | Shape | Sending)
