import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { CartRow } from '../../model/carts/cart.ts'
import { type LineRow, lines } from '../../model/lines/line.ts'
import { lineText } from '../../rules/lines/view.ts'
import type { OrderRow } from '../../model/orders/order.ts'
import type { ProductRow } from '../../model/products/product.ts'
import type { Money } from '../../model/requests/money.ts'
import { moneyText } from '../../rules/requests/money.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import type { OccasionRow } from '../../model/automations/occasion.ts'

type Tags = OccasionRow['tags']

/** The values of the merge tags about a cart. */
export function cartTags(tx: ReadTx, store: StoreRow, cart: CartRow): Tags {
  return { ...soldTags(tx, store, 'CART', cart), 'CART:URL': cart.checkout_url }
}

/** The values of the merge tags about an order. */
export function orderTags(tx: ReadTx, store: StoreRow, order: OrderRow): Tags {
  return { ...soldTags(tx, store, 'ORDER', order), 'ORDER:NUMBER': order.id }
}

/** The values of the merge tags about a product. */
export function productTags({ title, url }: ProductRow): Tags {
  return { 'PRODUCT:TITLE': title, 'PRODUCT:URL': url }
}

function soldTags(tx: ReadTx, store: StoreRow, word: 'CART' | 'ORDER', owner: CartRow | OrderRow): Tags {
  const price = (amount: Money): string => moneyText(amount, store.money_format, owner.currency_code)
  const sold = linesIn(tx, word === 'CART' ? 'cart' : 'order', owner)
  return {
    [`${word}:LINES`]: sold.map((line) => lineText(tx, line, price)).join('\n'),
    [`${word}:TOTAL`]: price(owner.order_total),
  }
}

/** The lines of a cart or an order. */
export function linesIn(
  tx: ReadTx,
  owner: LineRow['owner'],
  { store_id, id: owner_id }: Pick<CartRow, 'store_id' | 'id'>,
): LineRow[] {
  return tx.range(lines.of, { store_id, owner, owner_id }).all()
}
