import type { Basket, ProductNames, Purchases } from '../../conditions/condition.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { type LineRow, lines } from '../lines/line.ts'
import { type OrderRow, orders } from '../orders/order.ts'
import { isCounted } from '../orders/sums.ts'
import { products } from '../products/product.ts'
import { amountOf } from '../requests/money.ts'
import { type StoreRow, stores } from '../stores/store.ts'

/** All tables that purchases are read from. The setting `commerce.counts` matters as well. */
export const purchaseTables: readonly Table<Row>[] = [stores, orders, lines, products]

/** What contacts bought in the stores of a list, and everything that it depends on. */
interface Known<Found> {
  readonly versions: readonly unknown[]
  readonly byContact: ReadonlyMap<string, Found>
}

/** Reads something about the contacts of a list, and keeps it until one of its tables or the setting changes. */
function reader<Found>(tables: readonly Table<Row>[], read: (tx: Tx, ofList: readonly StoreRow[]) => ReadonlyMap<string, Found>) {
  const known = new WeakMap<ListRow, Known<Found>>()
  return (tx: Tx, list: ListRow): ReadonlyMap<string, Found> => {
    const versions = [tx.settings.commerce.counts, ...tables.map((table) => tx.version(table))]
    const found = known.get(list)
    if (found?.versions.every((version, place) => version === versions[place])) return found.byContact
    const byContact = read(tx, tx.range(stores.byList, { list_id: list.id }).all())
    known.set(list, { versions, byContact })
    return byContact
  }
}

/** What each contact with counted orders bought in the stores of a list. */
export const purchasesOf = reader([stores, orders], (tx, ofList) => {
  const byContact = new Map<string, Writable<Purchases>>()
  for (const { id: store_id } of ofList) {
    eachCounted(tx, store_id, ({ contact_id, order_total, ordered_at }) => {
      const total = amountOf(order_total)
      const before = byContact.get(contact_id)
      if (!before) {
        const own = { orders: 1, spent: order_total, largest: total, smallest: total, last_at: ordered_at, stores: [store_id] }
        byContact.set(contact_id, own)
        return
      }
      before.orders++
      before.spent += order_total
      before.largest = Math.max(before.largest, total)
      before.smallest = Math.min(before.smallest, total)
      before.last_at = Math.max(before.last_at, ordered_at)
      if (!before.stores.includes(store_id)) before.stores = [...before.stores, store_id]
    })
  }
  // Sums are exact in units of money only.
  for (const purchases of byContact.values()) purchases.spent = amountOf(purchases.spent)
  return byContact
})

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

/** The lines of the counted orders of each contact in the stores of a list. */
export const basketsOf = reader(purchaseTables, (tx, ofList) => {
  const byContact = new Map<string, { items: number; readonly products: ProductNames[] }>()
  const names = new Names(tx)
  for (const { id: store_id } of ofList) {
    const buyers = new Map<string, string>()
    eachCounted(tx, store_id, ({ id, contact_id }) => buyers.set(id, contact_id))
    tx.range(lines.of, { store_id, owner: 'order' }).each((line) => {
      const contact_id = buyers.get(line.owner_id)
      if (contact_id === undefined) return
      let basket = byContact.get(contact_id)
      if (!basket) byContact.set(contact_id, (basket = { items: 0, products: [] }))
      basket.items += line.quantity
      const product = names.of(line)
      if (!basket.products.includes(product)) basket.products.push(product)
    })
  }
  return byContact satisfies ReadonlyMap<string, Basket>
})

/** Visits the counted orders of a store that have a contact. */
function eachCounted(tx: Tx, store_id: string, visit: (order: OrderRow) => void): void {
  tx.range(orders.inStore, { store_id }).each((order) => {
    if (order.contact_id !== '' && isCounted(tx, order)) visit(order)
  })
}

/** The names of the products in lines. Lines of the same product share them. */
class Names {
  readonly #tx: Tx
  readonly #titles = new Map<string, ProductNames>()
  readonly #stores = new Map<string, Map<string, ProductNames | undefined>>()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  of({ store_id, product_id, last_known }: LineRow): ProductNames {
    let ofStore = this.#stores.get(store_id)
    if (!ofStore) this.#stores.set(store_id, (ofStore = new Map()))
    if (!ofStore.has(product_id)) ofStore.set(product_id, this.#read(store_id, product_id))
    return ofStore.get(product_id) ?? this.#deleted(last_known?.product_title ?? '')
  }

  /** A deleted product has no category. */
  #deleted(title: string): ProductNames {
    let names = this.#titles.get(title)
    if (!names) this.#titles.set(title, (names = { title, category: '' }))
    return names
  }

  #read(store_id: string, id: string): ProductNames | undefined {
    const product = this.#tx.first(products.key, { store_id, id })
    return product && { title: product.title, category: product.vendor || product.type }
  }
}
