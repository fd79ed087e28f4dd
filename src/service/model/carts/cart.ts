import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { currency, money, type StoredFields, text } from '../fields.ts'
import { refuseMissingInStore, stores } from '../stores/store.ts'

/** The fields that calls set, in the order of answers. */
export const cartFields = {
  /** As it was sent; it attributes nothing. */
  campaign_id: text,
  checkout_url: text,
  currency_code: currency,
  order_total: money,
  tax_total: money,
}

/** A cart, which never expires and never turns into an order. Its lines are rows of `store_lines`. */
export interface CartRow extends Row, StoredFields<typeof cartFields> {
  readonly store_id: string
  readonly id: string
  readonly customer_id: string
  readonly created_at: Seconds
  readonly updated_at: Seconds
}

export const carts = defineTable<CartRow>()('store_carts', {
  key: ['store_id', 'id'],
  indexes: { inStore: ['store_id'], ofCustomer: ['store_id', 'customer_id'] },
  word: 'cart',
  parameters: ['cart_id'],
  ownedBy: [[stores, 'inStore']],
})

/** Returns the cart that a path names. Throws a 404 if there is none. */
export function cartOrThrow(tx: ReadTx, { store_id, cart_id: id }: CartPath): CartRow {
  return tx.first(carts.key, { store_id, id }) ?? refuseMissingInStore(tx, store_id, 'cart', id)
}

interface CartPath {
  readonly store_id: string
  readonly cart_id: string
}
