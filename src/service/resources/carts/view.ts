import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { instant, text } from '../../model/fields.ts'
import { cartFields, type CartRow } from '../../model/carts/cart.ts'
import { customerOrThrow } from '../../model/customers/customer.ts'
import { asOwner, type LineRow, lines } from '../../model/lines/line.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { compileView } from '../../rules/collections/compile-fields.ts'
import { customerView } from '../../rules/customers/view.ts'
import { cartLineFields } from '../../rules/lines/view.ts'

export const cartView = compileView<CartRow>()({
  id: text,
  customer: (tx, cart) => customerView(tx, customerOrThrow(tx, cart)),
  ...cartFields,
  lines(tx, cart) {
    const all = tx.range(lines.of, asOwner('cart', cart)).all()
    return all.map((line) => cartLineView(tx, line))
  },
  created_at: instant,
  updated_at: instant,
  _links: (tx, { store_id, id }) => renderLinks(tx, 'Cart', { store_id, cart_id: id }),
})

export function cartLineView(tx: ReadTx, line: LineRow): ServiceSchemas['CartLine'] {
  const { store_id, owner_id: cart_id, id: line_id } = line
  return { ...cartLineFields(tx, line), _links: renderLinks(tx, 'CartLine', { store_id, cart_id, line_id }) }
}
