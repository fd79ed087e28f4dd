import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { LineRow } from '../../model/lines/line.ts'
import { products, chooseCategory } from '../../model/products/product.ts'
import type { ProductNames } from '../../conditions/condition.ts'

/** The names of a product. Returns `undefined` if there is none, or if it was deleted. */
function findProductNames(tx: ReadTx, store_id: string, id: string): ProductNames | undefined {
  const product = tx.first(products.key, { store_id, id })
  return product && { title: product.title, category: chooseCategory(product) }
}

/** The names of the products in lines. Lines of the same product share them. */
export class LineNames {
  readonly #tx: ReadTx
  readonly #deleted = new Map<string, ProductNames>()
  readonly #stores = new Map<string, Map<string, ProductNames | undefined>>()

  constructor(tx: ReadTx) {
    this.#tx = tx
  }

  of({ store_id, product_id, last_known }: LineRow): ProductNames {
    let ofStore = this.#stores.get(store_id)
    if (!ofStore) this.#stores.set(store_id, (ofStore = new Map()))
    if (!ofStore.has(product_id)) ofStore.set(product_id, findProductNames(this.#tx, store_id, product_id))
    return ofStore.get(product_id) ?? this.#namesOfDeleted(last_known?.product_title ?? '', last_known?.product_category ?? '')
  }

  /** Lines of deleted products with the same names share them as well. */
  #namesOfDeleted(title: string, category: string): ProductNames {
    const key = JSON.stringify([title, category])
    let names = this.#deleted.get(key)
    if (!names) this.#deleted.set(key, (names = { title, category }))
    return names
  }
}
