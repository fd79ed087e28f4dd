import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors, refuseMissing } from '../errors.ts'
import { currency, flag, type StoredFields, text } from '../fields.ts'
import { type ListRow, lists } from '../lists/list.ts'

export type StoreAddress = ServiceSchemas['StoreAddress']

/** A kind of email that a store sends about an order. */
export type NotificationKind = NonNullable<ControlSchemas['Email']['notification']>

/** The fields that calls set besides the address, in the order of answers. */
export const storeFields = {
  name: text,
  platform: text,
  domain: text,
  is_syncing: flag,
  email_address: text,
  currency_code: currency,
  money_format: text,
  primary_locale: text,
  timezone: text,
  phone: text,
}

/** A store, which belongs to one list for ever. */
export interface StoreRow extends Row, StoredFields<typeof storeFields> {
  readonly id: string
  readonly list_id: string
  /** The domain as it is compared: without scheme, trailing slash and capitals. */
  readonly domain_key: string
  readonly address: StoreAddress
  /** Whether it is a store of the service's own shop builder, which the API only reads. */
  readonly read_only: boolean
  /** The order notifications that it sends; `undefined` for those of the setting `commerce.order_notifications`. */
  readonly notifications: readonly NotificationKind[] | undefined
  /** The connected site; empty if there is none. */
  readonly site_foreign_id: string
  /** Whether the store made the site, so that the site goes with it. */
  readonly site_made: boolean
  readonly created_at: Seconds
  readonly updated_at: Seconds
}

export const stores = defineTable<StoreRow>()('stores', {
  key: ['id'],
  indexes: { byCreation: ['created_at'], byDomain: ['domain_key'], byList: ['list_id'] },
  word: 'store',
  parameters: ['store_id'],
  shownBy: 'name',
})

/** Returns the store that a path or a row names. Throws a 404 if there is none. */
export function storeOrThrow(tx: ReadTx, { store_id: id }: { readonly store_id: string }): StoreRow {
  return tx.first(stores.key, { id }) ?? refuseMissing('there is no store', id)
}

/** Refuses a call that names something that its store does not have. A store that does not exist is refused first. */
export function refuseMissingInStore(tx: ReadTx, store_id: string, thing: string, id: string): never {
  storeOrThrow(tx, { store_id })
  return refuseMissing(`the store ${store_id} has no ${thing}`, id)
}

/** Throws 404 if there is no store that a path or a row names, and 403 if the API can only read it. */
export function refuseReadOnlyStore(tx: ReadTx, path: { readonly store_id: string }): void {
  const { id, read_only } = storeOrThrow(tx, path)
  if (read_only)
    throw errors.forbidden(`The store ${id} belongs to the service's own shop builder. The API can read it, not change it.`)
}

/** Returns the list of a store, to which contacts can be added. Throws 400 if it was deleted. */
export function listOfStoreOrThrow(tx: ReadTx, { id, list_id }: StoreRow): ListRow {
  const list = tx.first(lists.key, { id: list_id })
  if (!list) throw errors.badRequest(`The list ${list_id} of the store ${id} was deleted, so nothing can be added to the store.`)
  return list
}

export function hasStore(tx: ReadTx, list_id: string): boolean {
  return tx.first(stores.byList, { list_id }) !== undefined
}

/** The currency of a list's sums: that of its oldest store, else USD. */
export function findCurrency(tx: ReadTx, list_id: string): string {
  return tx.range(stores.byList, { list_id }).first()?.currency_code ?? 'USD'
}
