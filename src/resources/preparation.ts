import type { BodyOf, OperationId, PathOf } from '../contract/service.ts'
import type { Tx } from '../world/tx.ts'
import type { Attempt } from './deliveries/attempt.ts'

/** What a call can find out from the world outside before its transaction. */
export interface Outside {
  /** Asks a URL by GET whether it wants to hear of anything. */
  readonly ask: (url: string) => Promise<Attempt>
}

/** A call before its transaction. It reads the world as it stands, and cannot write. */
export interface EarlyCall<Id extends OperationId> {
  readonly tx: Tx
  readonly path: PathOf<Id>
  readonly body: BodyOf<Id>
  readonly outside: Outside
}

/** What has to be found out before an operation runs, if anything; its handler gets that as `prepared`. */
export type Preparations = { readonly [Id in OperationId]?: (call: EarlyCall<Id>) => Promise<unknown> | undefined }
