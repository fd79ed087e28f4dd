import type { AnswerOf, BodyOf, OperationId, PathOf, QueryOf } from '../contract/service.ts'
import type { Validators } from '../contract/check.ts'
import type { Tx } from '../world/tx.ts'
import type { Rendered } from './rendered.ts'

/** Who brings a change about, and what is known of the occasion: what events, records and webhooks name. */
export interface Caller {
  readonly ip: string
  readonly source: 'api' | 'user' | 'admin'
  /** The access token, where an application calls and nobody with a key of the account. */
  readonly token?: string | undefined
  /** Nobody is told of what changes: no webhooks, no emails, nothing in the feed. */
  readonly quiet?: boolean
  /** The change is one of many that a single call brings about; the feed is told of them together. */
  readonly bulk?: boolean
  /** The campaign on whose occasion it happens, and the reason that was given, in the words of webhooks. */
  readonly occasion?: { readonly campaign_id?: string; readonly reason?: string }
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
  /** What the operation's preparation found out before the transaction (`preparations.ts`). */
  readonly prepared?: unknown
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
