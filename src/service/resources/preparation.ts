import type { ServiceBodyOf, ServiceOperationId, ServicePathOf } from '../../kernel/contract/service.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import type { Attempt } from './deliveries/attempt.ts'

/** Requests that a call can make to other servers before its transaction. */
export interface Outbound {
  /** Validates a URL with a GET. */
  readonly checkUrl: (url: string) => Promise<Attempt>
  /** Fetches a page, following redirects, if the world may import it. */
  readonly fetchPage: (url: string) => Promise<Attempt>
  /** Fetches a feed like a page. */
  readonly fetchFeed: (url: string) => Promise<Attempt>
}

/** A call before its transaction. It can read the world, but not write. */
export interface EarlyCall<Id extends ServiceOperationId> {
  readonly tx: Tx
  readonly path: ServicePathOf<Id>
  readonly body: ServiceBodyOf<Id>
  readonly outbound: Outbound
}

/** Functions that fetch data before an operation runs. The handler of the operation gets the result as `prepared`. */
export type Preparations = { readonly [Id in ServiceOperationId]?: (call: EarlyCall<Id>) => Promise<unknown> | undefined }
