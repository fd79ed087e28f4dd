import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { customerOrThrow } from '../../model/customers/customer.ts'
import { customerView } from '../../rules/customers/view.ts'
import { asOwner, type LineRow, lines } from '../../model/lines/line.ts'
import { cartLineFields } from '../../rules/lines/view.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import type { CartRow } from '../../model/carts/cart.ts'

export function cartView(tx: ReadTx, cart: CartRow): ServiceSchemas['Cart'] {
  const { store_id, id } = cart
  return {
    id,
    customer: customerView(tx, customerOrThrow(tx, cart)),
    campaign_id: cart.campaign_id,
    checkout_url: cart.checkout_url,
    currency_code: cart.currency_code,
    order_total: convertToAmount(cart.order_total),
    tax_total: convertToAmount(cart.tax_total),
    lines: tx
      .range(lines.of, asOwner('cart', cart))
      .all()
      .map((line) => cartLineView(tx, line)),
    created_at: timestamp(cart.created_at),
    updated_at: timestamp(cart.updated_at),
    _links: renderLinks(tx, 'Cart', { store_id, cart_id: id }),
  }
}

export function cartLineView(tx: ReadTx, line: LineRow): ServiceSchemas['CartLine'] {
  const { store_id, owner_id: cart_id, id: line_id } = line
  return { ...cartLineFields(tx, line), _links: renderLinks(tx, 'CartLine', { store_id, cart_id, line_id }) }
}
