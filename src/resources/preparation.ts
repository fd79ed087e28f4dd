import type { BodyOf, OperationId, PathOf } from '../contract/service.ts'
import type { Tx } from '../world/tx.ts'
import type { Attempt } from './deliveries/attempt.ts'

/** Requests that a call can make to other servers before its transaction. */
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

/** Functions that fetch data before an operation runs. The handler of the operation gets the result as `prepared`. */
export type Preparations = { readonly [Id in OperationId]?: (call: EarlyCall<Id>) => Promise<unknown> | undefined }
