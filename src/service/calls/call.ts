import type { Route } from '../../kernel/contract/route.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { runOperation } from '../resources/index.ts'
import type { Caller } from '../resources/requests/operation.ts'
import type { Words } from '../vocabulary/words.ts'
import { checkAnswer, checksOf } from './checks.ts'
import { selectionOf } from './fields.ts'
import { parseBody } from './json.ts'
import { readQuery } from './query.ts'

/** An operation, and the parameters in the path of a call. */
export interface FoundOperation {
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
}

/** A call in the words of the reference. */
export interface DecodedCall extends FoundOperation {
  readonly query: ReadonlyMap<string, string>
  /** The parsed body; `undefined` if there is none. */
  readonly body: unknown
  readonly caller: Caller
  /** What was fetched before the transaction, for the few operations that need data from outside. */
  readonly prepared?: unknown
}

/** The result of a call, before it is written in the words of the deployment. */
export interface CallAnswer {
  readonly status: number
  /** `undefined` if there is no body. */
  readonly answer: unknown
  /** The parameters of the query, read. */
  readonly query: { readonly [parameter: string]: unknown }
  /** Selects the members that `fields` and `exclude_fields` ask for, if the call has these parameters. */
  readonly select: ReturnType<typeof selectionOf>
}

/** Parses the body of a call. Throws an `ApiError` if it is not JSON. */
export function decodeBody(words: Words, route: Route, text: string): unknown {
  return words.bodyOf(route, parseBody(text))
}

/** Performs a call in a transaction, over HTTP and in batches alike, and checks its answer against the contract. Its body has been checked. */
export function performCall(tx: Tx, { route, path, query: given, body, caller, prepared }: DecodedCall): CallAnswer {
  const checks = checksOf(route.resource)
  const query = readQuery(route.query, given)
  const select = selectionOf(query)
  const answer = runOperation(route.id, { tx, path, query, body, caller, prepared, checks })
  checkAnswer(route, checks, answer)
  return { status: route.statusSetting ? tx.settings[route.statusSetting] : route.status, answer, query, select }
}
