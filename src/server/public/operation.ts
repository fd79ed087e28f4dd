import type { PublicOperationId, PublicPathOf, PublicQueryOf } from '../../kernel/contract/public.ts'
import type { Validators } from '../../kernel/contract/check.ts'
import type { RequestIdentity, WorldHandle } from '../runtime/world-handle.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'
import type { HttpCall } from '../http/request.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import type { Tx } from '../../kernel/world/tx.ts'

/** A call for a public page, a file, or of the sign-in. */
export interface PublicCall<Id extends PublicOperationId> {
  readonly call: HttpCall
  readonly request: RequestIdentity
  readonly worlds: WorldRegistry
  readonly handle: WorldHandle
  readonly path: PublicPathOf<Id>
  readonly query: PublicQueryOf<Id>
  /** The fields of the form, if one was sent. */
  readonly form: ReadonlyMap<string, string>
  /** All values of each repeated field of the form. */
  readonly repeated: ReadonlyMap<string, readonly string[]>
  /** The generated validators of the operation's tag. */
  readonly checks: Validators
  /** Runs a function in a transaction of the world and commits it. */
  readonly run: <Result>(run: (tx: Tx) => Result) => Promise<Result>
}

/** One handler per operation of the contract of public pages. */
export type PublicOperations = { readonly [Id in PublicOperationId]: (call: PublicCall<Id>) => Reply | Promise<Reply> }
