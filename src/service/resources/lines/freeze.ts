import type { Tx } from '../../../kernel/world/tx.ts'
import { type ProductRow, type VariantRow, variants } from '../products/product.ts'
import { type LineRow, lines } from './line.ts'

/** Keeps in lines what they show of a product, or of only one variant of it, that is about to be deleted. */
export function freezeLines(tx: Tx, product: ProductRow, variant?: VariantRow): void {
  const { store_id, id: product_id } = product
  const of = variant ? { product_variant_id: variant.id } : {}
  for (const line of tx.range(lines.ofProduct, { store_id, product_id, ...of }).all())
    tx.amend(lines, line, { last_known: shownBy(tx, line, product) })
}

function shownBy(tx: Tx, line: LineRow, product: ProductRow): NonNullable<LineRow['last_known']> {
  const { store_id, product_id, product_variant_id: id, last_known } = line
  const variant = tx.first(variants.key, { store_id, product_id, id })
  return {
    product_title: product.title,
    product_variant_title: variant?.title ?? last_known?.product_variant_title ?? '',
    image_url: variant ? variant.image_url || product.image_url : (last_known?.image_url ?? product.image_url),
  }
}
