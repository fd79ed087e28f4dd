import type { Reader } from '../../../kernel/world/snapshot.ts'
import type { ProductNames } from '../../conditions/condition.ts'
import type { LineRow } from '../../model/lines/line.ts'
import { chooseCategory, products } from '../../model/products/product.ts'

/** The names of a product. Returns `undefined` if there is none, or if it was deleted. */
export function findProductNames(reader: Reader, store_id: string, id: string): ProductNames | undefined {
  const product = reader.first(products.key, { store_id, id })
  return product && { title: product.title, category: chooseCategory(product) }
}

/** The names of the products in lines. Lines of the same product share them. */
export class Names {
  readonly #reader: Reader
  readonly #deleted = new Map<string, ProductNames>()
  readonly #stores = new Map<string, Map<string, ProductNames | undefined>>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  of({ store_id, product_id, last_known }: LineRow): ProductNames {
    let ofStore = this.#stores.get(store_id)
    if (!ofStore) this.#stores.set(store_id, (ofStore = new Map()))
    if (!ofStore.has(product_id)) ofStore.set(product_id, findProductNames(this.#reader, store_id, product_id))
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
