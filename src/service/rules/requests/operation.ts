import type { Flawed, Validators } from '../../../kernel/contract/check.ts'
import type {
  ServiceAnswerOf,
  ServiceBodyOf,
  ServiceOperationId,
  ServicePathOf,
  ServiceQueryOf,
} from '../../../kernel/contract/service.ts'
import type { SettingValues } from '../../../kernel/contract/settings.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { Rendered } from '../answers/rendered.ts'
import type { Attempt } from '../../model/deliveries/delivery.ts'
import type { Caller, Paging } from '../../model/requests/call.ts'
import type { Range } from '../../../kernel/world/range.ts'

declare module '../../../kernel/world/world.ts' {
  /** Worlds have the settings of the contract. */
  interface Settings extends SettingValues {}
}

/** A checked call inside its transaction. */
export interface Call<Id extends ServiceOperationId> {
  readonly tx: Tx
  readonly path: ServicePathOf<Id>
  readonly query: ServiceQueryOf<Id>
  readonly body: ServiceBodyOf<Id>
  readonly caller: Caller
  /** The validators of the resource, for handlers that validate parts themselves. */
  readonly checks: Validators
  /** What was fetched for the operation before the transaction. */
  readonly prepared?: unknown
}

/** A contract type in which whole records may be rendered text. */
export type Renderable<T> = T | Rendered<T> | ObjectWithRecords<T>

type ObjectWithRecords<T> = { readonly [K in keyof T]: WithRecords<T[K]> }

type WithRecords<T> = T extends readonly (infer Item)[]
  ? readonly (Item | Rendered<Item>)[]
  : T extends object
    ? { readonly [K in keyof T]: WithRecords<T[K]> }
    : T

/** A handler for each operation of the contract. It returns the answer, or throws an `ApiError`. */
export type Operations = { readonly [Id in ServiceOperationId]: (call: Call<Id>) => Renderable<ServiceAnswerOf<Id>> }

/** A call whose body may violate its schema. */
export type FlawedCall<Id extends ServiceOperationId> = Pick<Call<Id>, 'tx' | 'path' | 'checks'> & {
  readonly body: Flawed<ServiceBodyOf<Id>>
}

/**
 * Functions that list how bodies break rules that no schema states. They complete the error about a body that violates its schema. The operation throws
 * the mistakes of any other body, since they depend on what its transaction reads.
 */
export type BodyChecks = { readonly [Id in ServiceOperationId]?: (call: FlawedCall<Id>) => readonly FieldError[] }

/** Requests that a call can make to other servers before its transaction. */
export interface Outbound {
  /** Validates a URL with a GET. */
  readonly checkUrl: (url: string) => Promise<Attempt>
  /** Fetches a page, following redirects, if the world may import it. */
  readonly fetchPage: (url: string) => Promise<Attempt>
  /** Fetches a feed like a page. */
  readonly fetchFeed: (url: string) => Promise<Attempt>
}

/**
 * Functions that load or make what an operation needs for its body, before the transaction and also in batches: the body may not have been checked. They
 * return `undefined` if it needs nothing.
 */
export type BodyPreparations = { readonly [Id in ServiceOperationId]?: (body: unknown) => Promise<unknown> | undefined }

/** A call before its transaction. It can read the world, but not write. */
export interface EarlyCall<Id extends ServiceOperationId> {
  readonly tx: Tx
  readonly path: ServicePathOf<Id>
  readonly body: ServiceBodyOf<Id>
  readonly outbound: Outbound
}

/** Functions that fetch data before an operation runs. The handler of the operation gets the result as `prepared`. */
export type Fetches = { readonly [Id in ServiceOperationId]?: (call: EarlyCall<Id>) => Promise<unknown> | undefined }

/** A page of a range. `DESC` begins at the end. */
export function selectPage<R>(range: Range<R>, { count, offset }: Paging, direction: 'ASC' | 'DESC' = 'ASC'): R[] {
  return direction === 'DESC' ? range.sliceFromEnd(offset, count) : range.slice(offset, count)
}

/** A page of an array. */
export function slicePage<R>(rows: readonly R[], { count, offset }: Paging): R[] {
  return rows.slice(offset, offset + count)
}

/** A page of an array of which everything is answered by default. */
export function selectPart<R>(
  rows: readonly R[],
  { count = rows.length, offset }: { readonly count?: number | undefined; readonly offset: number },
): R[] {
  return slicePage(rows, { count, offset })
}

/** Whether an instant lies strictly between two bounds. A missing bound does not count. */
export function isWithin(at: number, since: number | undefined, before: number | undefined): boolean {
  return (since === undefined || at > since) && (before === undefined || at < before)
}
