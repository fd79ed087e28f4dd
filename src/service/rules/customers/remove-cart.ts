import type { Tx } from '../../../kernel/world/tx.ts'
import { removeWithOwned } from '../remove-owned.ts'
import { emit } from '../resource-events.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { type CartRow, carts } from '../../model/carts/cart.ts'

/** Deletes a cart with its lines. */
export function removeCart(tx: Tx, store: StoreRow, cart: CartRow): void {
  removeWithOwned(tx, carts, cart)
  emit(tx, 'cart.changed', { store, before: cart, after: undefined })
}
