import type { OperationId, PathOf, QueryOf } from '../contract/public.ts'
import type { Validators } from '../contract/check.ts'
import type { RequestName } from '../runtime/world-handle.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Worlds } from '../runtime/worlds.ts'
import type { HttpCall } from '../http/request.ts'
import type { Reply } from '../support/reply.ts'
import type { Tx } from '../world/tx.ts'

/** A call for a public page, a file, or of the sign-in. */
export interface PublicCall<Id extends OperationId> {
  readonly call: HttpCall
  readonly request: RequestName
  readonly worlds: Worlds
  /** The world the call is for. */
  readonly handle: WorldHandle
  readonly path: PathOf<Id>
  readonly query: QueryOf<Id>
  /** The fields of a form, where one was sent. */
  readonly form: ReadonlyMap<string, string>
  /** The names of fields of the form that came more than once. */
  readonly repeated: ReadonlySet<string>
  /** The generated checks of the operation's tag. */
  readonly checks: Validators
  /** Runs a function in a transaction of the world and keeps what comes out. */
  readonly run: <Result>(run: (tx: Tx) => Result) => Promise<Result>
}

/** A handler for each operation of the contract of public pages. */
export type PublicOperations = { readonly [Id in OperationId]: (call: PublicCall<Id>) => Reply | Promise<Reply> }
