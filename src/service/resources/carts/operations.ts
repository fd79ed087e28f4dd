import type { ReadTx } from '../../../kernel/world/tx.ts'
import { cartOrThrow, carts, cartFields, type CartRow } from '../../model/carts/cart.ts'
import { asOwner, findLines, lineOrThrow, type LineRow, lines } from '../../model/lines/line.ts'
import { refuseReadOnlyStore, storeOrThrow } from '../../model/stores/store.ts'
import { changeCart, findCartMistakes, makeCart, touchCart } from '../../rules/carts/make.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import { removeCart } from '../../rules/customers/remove-cart.ts'
import { addLine, changeLine, removeLine } from '../../rules/orders/write-lines.ts'
import type { BodyChecks, Call, Operations } from '../../rules/requests/operation.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { instant, text } from '../../model/fields.ts'
import { customerOrThrow } from '../../model/customers/customer.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { makeView } from '../../rules/collections/readers-and-views.ts'
import { customerView } from '../../rules/customers/view.ts'
import { cartLineFields } from '../../rules/lines/view.ts'

const cartView = makeView<CartRow>()({
  id: text,
  customer: (tx, cart) => customerView(tx, customerOrThrow(tx, cart)),
  ...cartFields,
  lines(tx, cart) {
    const all = findLines(tx, asOwner('cart', cart))
    return all.map((line) => cartLineView(tx, line))
  },
  created_at: instant,
  updated_at: instant,
  _links: (tx, { store_id, id }) => renderLinks(tx, 'Cart', { store_id, cart_id: id }),
})

function cartLineView(tx: ReadTx, line: LineRow): ServiceSchemas['CartLine'] {
  const { store_id, owner_id: cart_id, id: line_id } = line
  return { ...cartLineFields(tx, line), _links: renderLinks(tx, 'CartLine', { store_id, cart_id, line_id }) }
}

export const cartOperations = {
  getCarts: listRows({
    schema: 'CartCollection',
    rows: (tx, path) => tx.range(carts.inStore, { store_id: storeOrThrow(tx, path).id }),
    view: cartView,
    answer: (page, { store_id }) => ({ store_id, carts: page }),
  }),

  createCart: ({ tx, path, body, caller }) => cartView(tx, makeCart(tx, storeOrThrow(tx, path), body, caller)),

  getCart: ({ tx, path }) => cartView(tx, cartOrThrow(tx, path)),

  updateCart({ tx, path, body, caller }) {
    return cartView(tx, changeCart(tx, storeOrThrow(tx, path), cartOrThrow(tx, path), body, caller))
  },

  deleteCart({ tx, path }) {
    const cart = cartOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    removeCart(tx, storeOrThrow(tx, path), cart)
  },

  getCartLines: listRows({
    schema: 'CartLineCollection',
    rows: (tx, path) => tx.range(lines.of, asOwner('cart', cartOrThrow(tx, path))),
    view: cartLineView,
    answer: (page, { store_id, cart_id }) => ({ store_id, cart_id, lines: page }),
  }),

  createCartLine({ tx, path, body }) {
    const cart = cartOrThrow(tx, path)
    const line = addLine(tx, asOwner('cart', cart), body)
    touchCart(tx, storeOrThrow(tx, path), cart)
    return cartLineView(tx, line)
  },

  getCartLine: ({ tx, path }) => cartLineView(tx, cartLineOrThrow(tx, path)),

  updateCartLine({ tx, path, body }) {
    const before = cartLineOrThrow(tx, path)
    const after = changeLine(tx, before, body)
    if (after !== before) touchCart(tx, storeOrThrow(tx, path), cartOrThrow(tx, path))
    return cartLineView(tx, after)
  },

  deleteCartLine({ tx, path }) {
    const line = cartLineOrThrow(tx, path)
    refuseReadOnlyStore(tx, path)
    removeLine(tx, line)
    touchCart(tx, storeOrThrow(tx, path), cartOrThrow(tx, path))
  },
} satisfies Partial<Operations>

export const cartBodyChecks = {
  updateCart: ({ tx, path, body }) => findCartMistakes(tx, cartOrThrow(tx, path), body),
} satisfies BodyChecks

function cartLineOrThrow(tx: ReadTx, path: Call<'getCartLine'>['path']): LineRow {
  return lineOrThrow(tx, asOwner('cart', cartOrThrow(tx, path)), path.line_id)
}
