import type { Tx } from '../../../kernel/world/tx.ts'
import type { ProductRow, VariantRow } from '../../model/products/product.ts'
import { lines } from '../../model/lines/line.ts'
import { findShownProduct } from '../lines/view.ts'

/** Keeps in lines what they show of a product, or of only one variant of it, that is about to be deleted. */
export function freezeLines(tx: Tx, { store_id, id: product_id }: ProductRow, variant?: VariantRow): void {
  const of = variant ? { product_variant_id: variant.id } : {}
  for (const line of tx.range(lines.ofProduct, { store_id, product_id, ...of }).all())
    tx.amend(lines, line, { last_known: findShownProduct(tx, line) })
}
