import { keepWhileUnchanged } from '../../../kernel/world/keep-while-unchanged.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { Basket, ProductNames, Purchases } from '../../conditions/condition.ts'
import { type LineRow, lines } from '../../model/lines/line.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type OrderRow, orders } from '../../model/orders/order.ts'
import { isCounted } from '../../model/orders/sums.ts'
import { products } from '../../model/products/product.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import { stores, type StoreRow } from '../../model/stores/store.ts'
import { LineNames } from './names.ts'

/** Maximum number of lists whose buyers are kept. */
const LISTS_MAX = 16

/** The tables that tell what a contact bought. The setting `commerce.counts` matters as well. */
export const purchaseTables = [orders, lines, products, stores] as const

const keepPurchases = keepWhileUnchanged<ReadonlyMap<string, Purchases>>(purchaseTables, LISTS_MAX)
const keepBaskets = keepWhileUnchanged<ReadonlyMap<string, Basket>>(purchaseTables, LISTS_MAX)

/** What each contact with counted orders bought in the stores of a list. */
export function findPurchases(tx: ReadTx, list: ListRow): ReadonlyMap<string, Purchases> {
  return keepPurchases(tx, makeBuyersKey(tx, list), () =>
    sumUp(findStores(tx, list).flatMap((store) => findCountedOrders(tx, store))),
  )
}

/** The lines of the counted orders of each contact in the stores of a list. */
export function findBaskets(tx: ReadTx, list: ListRow): ReadonlyMap<string, Basket> {
  return keepBaskets(tx, makeBuyersKey(tx, list), () => {
    const baskets = new Baskets(tx)
    for (const store of findStores(tx, list)) {
      const buyers = new Map(findCountedOrders(tx, store).map(({ id, contact_id }) => [id, contact_id]))
      tx.range(lines.of, { store_id: store.id, owner: 'order' }).each((line) => {
        const contact_id = buyers.get(line.owner_id)
        if (contact_id !== undefined) baskets.add(contact_id, line)
      })
    }
    return baskets.byContact
  })
}

function makeBuyersKey(tx: ReadTx, list: ListRow): string {
  return `${list.id} ${tx.settings.commerce.counts}`
}

function findStores(tx: ReadTx, { id: list_id }: ListRow): StoreRow[] {
  return tx.range(stores.byList, { list_id }).all()
}

/** The orders of a store that count and have a contact. */
function findCountedOrders(tx: ReadTx, { id: store_id }: StoreRow): OrderRow[] {
  return tx
    .range(orders.inStore, { store_id })
    .all()
    .filter((order) => order.contact_id !== '' && isCounted(tx, order))
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

function sumUp(rows: readonly OrderRow[]): Map<string, Purchases> {
  const byContact = new Map<string, Writable<Purchases>>()
  for (const { contact_id, store_id, order_total, ordered_at } of rows) {
    const total = convertToAmount(order_total)
    const before = byContact.get(contact_id)
    if (!before) {
      const own = { orders: 1, spent: order_total, largest: total, smallest: total, last_at: ordered_at, stores: [store_id] }
      byContact.set(contact_id, own)
      continue
    }
    before.orders++
    before.spent += order_total
    before.largest = Math.max(before.largest, total)
    before.smallest = Math.min(before.smallest, total)
    before.last_at = Math.max(before.last_at, ordered_at)
    if (!before.stores.includes(store_id)) before.stores = [...before.stores, store_id]
  }
  // Sums are exact in units of money only.
  for (const purchases of byContact.values()) purchases.spent = convertToAmount(purchases.spent)
  return byContact
}

/** Collects the lines of contacts. */
class Baskets {
  readonly byContact = new Map<string, { items: number; readonly products: ProductNames[] }>()
  readonly #names: LineNames

  constructor(tx: ReadTx) {
    this.#names = new LineNames(tx)
  }

  add(contact_id: string, line: LineRow): void {
    let basket = this.byContact.get(contact_id)
    if (!basket) this.byContact.set(contact_id, (basket = { items: 0, products: [] }))
    basket.items += line.quantity
    const product = this.#names.of(line)
    if (!basket.products.includes(product)) basket.products.push(product)
  }
}
