import type { Route } from '../../kernel/contract/route.ts'
import type { Validators } from '../../kernel/contract/check.ts'
import { runOperation } from '../resources/index.ts'
import type { Caller } from '../resources/operation.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { checkAnswer } from './checks.ts'

/** A call whose parts have been read and checked against the contract. */
export interface ReadCall {
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly query: { readonly [parameter: string]: unknown }
  readonly body: unknown
  readonly caller: Caller
  /** What was fetched before the transaction, for the few operations that need data from outside. */
  readonly prepared?: unknown
}

/** Runs an operation in a transaction and checks its answer against the contract. */
export function execute(tx: Tx, { route, ...call }: ReadCall, checks: Validators): unknown {
  const answer = runOperation(route.id, { tx, ...call, checks })
  checkAnswer(route, checks, answer)
  return answer
}
