import type { Reader } from '../../../kernel/world/snapshot.ts'
import { type LineRow, lines } from '../../model/lines/line.ts'
import { orders } from '../../model/orders/order.ts'
import { products, chooseCategory } from '../../model/products/product.ts'
import type { ProductNames } from '../../conditions/condition.ts'

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

/** Maximum number of changed rows and contacts that are looked up singly; with more, a scan is as fast. */
const CHANGED_MAX = 1_000

/** The contacts whose purchases may differ between two versions of a world. Returns `undefined` if that may be very many, or all. */
export function contactsChanged(now: Reader, before: Reader): ReadonlySet<string> | undefined {
  if (now.settings.commerce.counts !== before.settings.commerce.counts) return undefined
  const contacts = new Set<string>()
  const changedOrders = now.range(orders.key).differenceFrom(before.range(orders.key))
  for (const { contact_id } of [...changedOrders.come, ...changedOrders.gone]) contacts.add(contact_id)
  const changedLines = linesChanged(now, before)
  if (!changedLines || contacts.size + changedLines.length > CHANGED_MAX) return undefined
  for (const { store_id, owner, owner_id } of changedLines) {
    // The contact of an order that is gone is known from the order itself.
    const order = owner === 'order' ? now.first(orders.key, { store_id, id: owner_id }) : undefined
    if (order) contacts.add(order.contact_id)
  }
  contacts.delete('')
  return contacts
}

/** The lines that have come, have gone or have changed, and those whose product has other names. */
function linesChanged(now: Reader, before: Reader): readonly LineRow[] | undefined {
  const { come, gone } = now.range(lines.key).differenceFrom(before.range(lines.key))
  const changed = [...come, ...gone]
  const changedProducts = now.range(products.key).differenceFrom(before.range(products.key))
  for (const { store_id, id } of [...changedProducts.come, ...changedProducts.gone]) {
    const [names, namesBefore] = [findProductNames(now, store_id, id), findProductNames(before, store_id, id)]
    if (names?.title === namesBefore?.title && names?.category === namesBefore?.category) continue
    const ofProduct = now.range(lines.ofProduct, { store_id, product_id: id })
    if (changed.length + ofProduct.count > CHANGED_MAX) return undefined
    changed.push(...ofProduct.all())
  }
  return changed
}
