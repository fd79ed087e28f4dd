import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { PathCall } from '../../model/path-call.ts'
import { checkStorePath } from '../../rules/stores/path.ts'
import { type StoreRow, storeOrThrow } from '../../model/stores/store.ts'
import { imageOrThrow, type ProductRow, productOrThrow, variantOrThrow } from '../../model/products/product.ts'

/** Checks the path of a call about products. A PUT may name a product or variant that does not exist. */
export function checkProductPath(tx: ReadTx, call: PathCall): void {
  const { product_id, variant_id, image_id } = call.path
  const isPut = call.method === 'PUT'
  checkStorePath(tx, call, (store_id) => {
    if (product_id === undefined || (isPut && variant_id === undefined)) return
    const product = productOrThrow(tx, store_id, product_id)
    if (variant_id !== undefined && !isPut) variantOrThrow(tx, product, variant_id)
    if (image_id !== undefined) imageOrThrow(tx, product, image_id)
  })
}

/** The store and product that a path names. Throws a 404 if there is none. */
export function productAt(tx: ReadTx, path: { readonly store_id: string; readonly product_id: string }): FoundProduct {
  const store = storeOrThrow(tx, path.store_id)
  return { store, product: productOrThrow(tx, store.id, path.product_id) }
}

interface FoundProduct {
  readonly store: StoreRow
  readonly product: ProductRow
}
