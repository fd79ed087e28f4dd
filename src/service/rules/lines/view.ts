import type { ReadTx } from '../../../kernel/world/tx.ts'
import { chooseCategory, products, variants } from '../../model/products/product.ts'
import { convertToAmount, type Money } from '../../model/requests/money.ts'
import type { LineRow } from '../../model/lines/line.ts'

/** A line of a cart as answers show it, without its links. */
export function cartLineFields(tx: ReadTx, line: LineRow) {
  const { image_url: _image, discount: _discount, ...fields } = orderLineFields(tx, line)
  return fields
}

/** A line of an order as answers show it, without its links. */
export function orderLineFields(tx: ReadTx, line: LineRow) {
  const { product_title, product_variant_title, image_url } = findShownProduct(tx, line)
  return {
    id: line.id,
    product_id: line.product_id,
    product_title,
    product_variant_id: line.product_variant_id,
    product_variant_title,
    image_url,
    quantity: line.quantity,
    price: convertToAmount(line.price),
    discount: convertToAmount(line.discount),
  }
}

/** A line in words, such as `2 × Hat (Blue): $34.00`. */
export function lineText(tx: ReadTx, line: LineRow, price: (amount: Money) => string): string {
  const { product_title, product_variant_title } = findShownProduct(tx, line)
  const variant = product_variant_title === '' || product_variant_title === product_title ? '' : ` (${product_variant_title})`
  return `${line.quantity} × ${product_title}${variant}: ${price(line.quantity * line.price - line.discount)}`
}

/** What a line shows of its product and variant: their texts now, or their last texts once they are deleted. */
export function findShownProduct(tx: ReadTx, { store_id, product_id, product_variant_id, last_known }: LineRow): ShownLine {
  const product = tx.first(products.key, { store_id, id: product_id })
  const variant = tx.first(variants.key, { store_id, product_id, id: product_variant_id })
  return {
    product_title: product?.title ?? last_known?.product_title ?? '',
    product_category: product ? chooseCategory(product) : (last_known?.product_category ?? ''),
    product_variant_title: variant?.title ?? last_known?.product_variant_title ?? '',
    image_url: product && variant ? variant.image_url || product.image_url : (last_known?.image_url ?? ''),
  }
}

type ShownLine = NonNullable<LineRow['last_known']>
