import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { CartRow } from '../../model/carts/cart.ts'
import { customerOrThrow } from '../../model/customers/customer.ts'
import { asOwner, type LineRow, lines } from '../../model/lines/line.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { asIs, compileView, instant, money } from '../../rules/collections/fields.ts'
import { customerView } from '../../rules/customers/view.ts'
import { cartLineFields } from '../../rules/lines/view.ts'

export const cartView = compileView<CartRow>()({
  id: asIs,
  customer: (tx, cart) => customerView(tx, customerOrThrow(tx, cart)),
  campaign_id: asIs,
  checkout_url: asIs,
  currency_code: asIs,
  order_total: money,
  tax_total: money,
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
