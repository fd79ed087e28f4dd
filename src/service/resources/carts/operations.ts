import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { asOwner, lineOrThrow, lines } from '../../model/lines/line.ts'
import { addLine, changeLine, removeLine } from '../../rules/orders/write-lines.ts'
import type { BodyChecks, Operations } from '../../rules/requests/operation.ts'
import { selectPage } from '../../rules/requests/paging.ts'
import { refuseReadOnly, storeOrThrow } from '../../model/stores/store.ts'
import { carts } from '../../model/carts/cart.ts'
import { changeCart, findCartMistakes, makeCart, touchCart } from '../../rules/carts/make.ts'
import { cartAt, type CartPath } from './path.ts'
import { removeCart } from '../../rules/customers/remove-cart.ts'
import { cartLineView, cartView } from './view.ts'

export const cartOperations = {
  getCarts({ tx, path, query }) {
    const { id: store_id } = storeOrThrow(tx, path.store_id)
    const all = tx.range(carts.inStore, { store_id })
    return {
      store_id,
      carts: selectPage(all, query).map((cart) => cartView(tx, cart)),
      total_items: all.count,
      _links: renderLinks(tx, 'CartCollection', { store_id }),
    }
  },

  createCart({ tx, path, body, caller }) {
    return cartView(tx, makeCart(tx, storeOrThrow(tx, path.store_id), body, caller))
  },

  getCart({ tx, path }) {
    return cartView(tx, cartAt(tx, path).cart)
  },

  updateCart({ tx, path, body, caller }) {
    const { store, cart } = cartAt(tx, path)
    return cartView(tx, changeCart(tx, store, cart, body, caller))
  },

  deleteCart({ tx, path }) {
    const { store, cart } = cartAt(tx, path)
    refuseReadOnly(store)
    removeCart(tx, store, cart)
  },

  getCartLines({ tx, path, query }) {
    const { cart } = cartAt(tx, path)
    const ids = { store_id: cart.store_id, cart_id: cart.id }
    const all = tx.range(lines.of, asOwner('cart', cart))
    return {
      ...ids,
      lines: selectPage(all, query).map((line) => cartLineView(tx, line)),
      total_items: all.count,
      _links: renderLinks(tx, 'CartLineCollection', ids),
    }
  },

  createCartLine({ tx, path, body }) {
    const { store, cart } = cartAt(tx, path)
    const line = addLine(tx, asOwner('cart', cart), body)
    touchCart(tx, store, cart)
    return cartLineView(tx, line)
  },

  getCartLine({ tx, path }) {
    return cartLineView(tx, lineAt(tx, path).line)
  },

  updateCartLine({ tx, path, body }) {
    const { store, cart, line } = lineAt(tx, path)
    const after = changeLine(tx, line, body)
    if (after !== line) touchCart(tx, store, cart)
    return cartLineView(tx, after)
  },

  deleteCartLine({ tx, path }) {
    const { store, cart, line } = lineAt(tx, path)
    refuseReadOnly(store)
    removeLine(tx, line)
    touchCart(tx, store, cart)
  },
} satisfies Partial<Operations>

export const cartBodyChecks = {
  updateCart: ({ tx, path, body }) => findCartMistakes(tx, cartAt(tx, path).cart, body),
} satisfies BodyChecks

function lineAt(tx: ReadTx, path: CartPath & { readonly line_id: string }) {
  const { store, cart } = cartAt(tx, path)
  return { store, cart, line: lineOrThrow(tx, asOwner('cart', cart), path.line_id) }
}
