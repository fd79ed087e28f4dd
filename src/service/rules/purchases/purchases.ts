import type { Reader, Snapshot } from '../../../kernel/world/snapshot.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { Basket, ProductNames, Purchases } from '../../conditions/condition.ts'
import { asOwner, type LineRow, lines } from '../../model/lines/line.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type OrderRow, orders } from '../../model/orders/order.ts'
import { isCounted } from '../../model/orders/sums.ts'
import { products } from '../../model/products/product.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import { stores } from '../../model/stores/store.ts'
import { contactsChanged, Names } from './changed.ts'

/** The tables that tell what a contact bought. The setting `commerce.counts` matters as well. */
export const purchaseTables: readonly Table<Row>[] = [orders, lines, products]

/** Everything that purchases depend on. */
export function purchaseVersions(tx: ReadTx): readonly unknown[] {
  return [tx.settings.commerce.counts, ...purchaseTables.map((table) => tx.version(table))]
}

/** What the contacts of a list bought at some version, and everything that it depends on. */
interface Known<Found> {
  readonly versions: readonly unknown[]
  readonly snapshot: Snapshot
  readonly byContact: Map<string, Found>
}

/**
 * Reads something about the contacts of a list, and keeps it: after a change it is read anew only for the contacts concerned. So the result is right only
 * until the next read.
 */
function keptByList<Found>(
  readAll: (tx: Tx, storeIds: readonly string[]) => Map<string, Found>,
  readOne: (reader: Reader, contact_id: string) => Found | undefined,
) {
  const known = new WeakMap<ListRow, Known<Found>>()
  return (tx: Tx, list: ListRow): ReadonlyMap<string, Found> => {
    const versions = purchaseVersions(tx)
    const found = known.get(list)
    if (found?.versions.every((version, place) => version === versions[place])) return found.byContact
    const snapshot = tx.snapshot(purchaseTables)
    const changed = snapshot && found && contactsChanged(snapshot, found.snapshot)
    if (!changed) {
      const ofList = tx.range(stores.byList, { list_id: list.id }).all()
      const byContact = readAll(
        tx,
        ofList.map(({ id }) => id),
      )
      if (snapshot) known.set(list, { versions, snapshot, byContact })
      return byContact
    }
    const { byContact } = found
    for (const contact_id of changed) {
      const own = readOne(snapshot, contact_id)
      if (own) byContact.set(contact_id, own)
      else byContact.delete(contact_id)
    }
    known.set(list, { versions, snapshot, byContact })
    return byContact
  }
}

/** What each contact with counted orders bought in the stores of a list. */
export const purchasesOf = keptByList(
  (tx, storeIds) => sumUp(storeIds.flatMap((store_id) => countedIn(tx, tx.range(orders.inStore, { store_id }).all()))),
  purchasesOfContact,
)

/** The lines of the counted orders of each contact in the stores of a list. */
export const basketsOf = keptByList((tx, storeIds) => {
  const baskets = new Baskets(tx)
  for (const store_id of storeIds) {
    const counted = countedIn(tx, tx.range(orders.inStore, { store_id }).all())
    const buyers = new Map(counted.map(({ id, contact_id }) => [id, contact_id]))
    tx.range(lines.of, { store_id, owner: 'order' }).each((line) => {
      const contact_id = buyers.get(line.owner_id)
      if (contact_id !== undefined) baskets.add(contact_id, line)
    })
  }
  return baskets.byContact
}, basketOfContact)

/** What a contact bought. Returns `undefined` without counted orders. */
export function purchasesOfContact(reader: Reader, contact_id: string): Purchases | undefined {
  return sumUp(ordersOfContact(reader, contact_id)).get(contact_id)
}

/** The lines of the counted orders of a contact. Returns `undefined` if there are none. */
export function basketOfContact(reader: Reader, contact_id: string): Basket | undefined {
  const baskets = new Baskets(reader)
  for (const order of ordersOfContact(reader, contact_id))
    reader.range(lines.of, asOwner('order', order)).each((line) => baskets.add(contact_id, line))
  return baskets.byContact.get(contact_id)
}

/** The counted orders of a contact, all of which are in stores of the contact's list. */
function ordersOfContact(reader: Reader, contact_id: string): OrderRow[] {
  return countedIn(reader, reader.range(orders.ofContact, { contact_id }).all())
}

/** The orders that count and have a contact. */
function countedIn(reader: Reader, rows: readonly OrderRow[]): OrderRow[] {
  return rows.filter((order) => order.contact_id !== '' && isCounted(reader, order))
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
  readonly #names: Names

  constructor(reader: Reader) {
    this.#names = new Names(reader)
  }

  add(contact_id: string, line: LineRow): void {
    let basket = this.byContact.get(contact_id)
    if (!basket) this.byContact.set(contact_id, (basket = { items: 0, products: [] }))
    basket.items += line.quantity
    const product = this.#names.of(line)
    if (!basket.products.includes(product)) basket.products.push(product)
  }
}
