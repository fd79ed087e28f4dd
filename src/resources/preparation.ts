import type { BodyOf, OperationId, PathOf } from '../contract/service.ts'
import type { Tx } from '../world/tx.ts'
import type { Attempt } from './deliveries/attempt.ts'

/** What a call can request from outside before its transaction. */
export interface Outside {
  /** Validates a URL with a GET. */
  readonly ask: (url: string) => Promise<Attempt>
}

/** A call before its transaction. It can read the world, but not write. */
export interface EarlyCall<Id extends OperationId> {
  readonly tx: Tx
  readonly path: PathOf<Id>
  readonly body: BodyOf<Id>
  readonly outside: Outside
}

/** What an operation fetches before it runs, if anything. Its handler gets the result as `prepared`. */
export type Preparations = { readonly [Id in OperationId]?: (call: EarlyCall<Id>) => Promise<unknown> | undefined }
