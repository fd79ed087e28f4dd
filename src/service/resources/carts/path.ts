import type { ReadTx } from '../../../kernel/world/tx.ts'
import { asOwner, lineOrThrow } from '../../model/lines/line.ts'
import type { PathCall } from '../../model/path-call.ts'
import { checkStorePath } from '../../rules/stores/path.ts'
import { type StoreRow, storeOrThrow } from '../../model/stores/store.ts'
import { cartOrThrow, type CartRow } from '../../model/carts/cart.ts'

/** Checks the path of a call about carts and their lines. */
export function checkCartPath(tx: ReadTx, call: PathCall): void {
  const { cart_id, line_id } = call.path
  checkStorePath(tx, call, (store_id) => {
    if (cart_id === undefined) return
    const cart = cartOrThrow(tx, store_id, cart_id)
    if (line_id !== undefined) lineOrThrow(tx, asOwner('cart', cart), line_id)
  })
}

export interface CartPath {
  readonly store_id: string
  readonly cart_id: string
}

/** The store and cart that a path names. Throws a 404 if there is none. */
export function cartAt(tx: ReadTx, { store_id, cart_id }: CartPath): { readonly store: StoreRow; readonly cart: CartRow } {
  const store = storeOrThrow(tx, store_id)
  return { store, cart: cartOrThrow(tx, store.id, cart_id) }
}
