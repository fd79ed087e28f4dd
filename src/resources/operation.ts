import type { AnswerOf, BodyOf, OperationId, PathOf, QueryOf } from '../contract/service.ts'
import type { Validators } from '../contract/validator.ts'
import type { Tx } from '../world/tx.ts'
import type { Rendered } from './rendered.ts'

/** Who calls: the source that events and records name. */
export interface Caller {
  readonly ip: string
  readonly source: 'api' | 'user' | 'admin'
}

/** A call that has been checked against the contract, inside its transaction. */
export interface Call<Id extends OperationId> {
  readonly tx: Tx
  readonly path: PathOf<Id>
  readonly query: QueryOf<Id>
  readonly body: BodyOf<Id>
  readonly caller: Caller
  /** The checks of the resource, for what a handler has to check itself. */
  readonly checks: Validators
}

/** A contract type in which whole records may stand as text that was rendered before. */
export type Renderable<T> = T | Rendered<T> | { readonly [K in keyof T]: WithRecords<T[K]> }

type WithRecords<T> = T extends readonly (infer Item)[]
  ? readonly (Item | Rendered<Item>)[]
  : T extends object
    ? { readonly [K in keyof T]: WithRecords<T[K]> }
    : T

/** A handler for each operation of the contract. It answers, or throws an `ApiError` to refuse. */
export type Operations = { readonly [Id in OperationId]: (call: Call<Id>) => Renderable<AnswerOf<Id>> }
