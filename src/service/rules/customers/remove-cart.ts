import type { Tx } from '../../../kernel/world/tx.ts'
import { asOwner, lines } from '../../model/lines/line.ts'
import { emit } from '../resource-events.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { type CartRow, carts } from '../../model/carts/cart.ts'

/** Deletes a cart with its lines. */
export function removeCart(tx: Tx, store: StoreRow, cart: CartRow): void {
  tx.removeAll(lines.of, asOwner('cart', cart))
  tx.remove(carts, cart)
  emit(tx, 'cart.changed', { store, before: cart, after: undefined })
}
