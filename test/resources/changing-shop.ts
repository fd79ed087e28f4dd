import type { Tx } from '../../src/kernel/world/tx.ts'
import { customers } from '../../src/service/model/customers/customer.ts'
import { makeCustomer, removeCustomer } from '../../src/service/rules/customers/make.ts'
import type { ListRow } from '../../src/service/model/lists/list.ts'
import { members } from '../../src/service/model/members/member.ts'
import { changeOrder, makeOrder, removeOrder } from '../../src/service/rules/orders/make.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { changeProduct, makeProduct, removeProduct } from '../../src/service/rules/products/make.ts'
import { products } from '../../src/service/model/products/product.ts'
import { makeStore, removeStore } from '../../src/service/rules/stores/make.ts'
import { stores } from '../../src/service/model/stores/store.ts'

const CALLER = { ip: '', source: 'api', quiet: true } as const
const HAT = { id: 'hat', title: 'Hat', variants: [{ id: 'blue', title: 'Blue' }] }

/** Changes of what the contacts of a list bought, and of whose orders these are. */
export const SHOP_CHANGES = [
  'order',
  'cancel',
  'pay',
  'lines',
  'drop order',
  'drop customer',
  'relink',
  'retitle',
  'drop product',
  'drop store',
] as const

/** Makes a store of a list that sells hats. */
export function makeShop(tx: Tx, list: ListRow): void {
  const store = makeStore(tx, { id: `shop-${tx.count('test.shops')}`, list_id: list.id, name: 'Shop', currency_code: 'USD' })
  makeProduct(tx, store, HAT)
}

/** Makes a change in the store of a list; `place` decides which order, customer or contact it is about. */
export function changeShop(tx: Tx, kind: (typeof SHOP_CHANGES)[number], place: number, list: ListRow): void {
  const store = tx.first(stores.byList, { list_id: list.id })
  if (!store) return makeShop(tx, list)
  const store_id = store.id
  const order = picked(tx.range(orders.inStore, { store_id }).all(), place)
  const customer = picked(tx.range(customers.key, { store_id }).all(), place)
  const hat = tx.first(products.key, { store_id, id: HAT.id })
  const member = picked(tx.range(members.onList, { list_id: list.id, archived: false }).all(), place)
  const email_address = member?.email_address ?? ''
  const line = { id: '1', product_id: HAT.id, product_variant_id: 'blue', quantity: 1 + (place % 3), price: 10 }
  if (kind === 'order' && !hat) makeProduct(tx, store, HAT)
  else if (kind === 'order' && member) {
    const buyer = customer?.contact_id === member.contact_id ? customer.id : `c-${member.contact_id}`
    const id = `o-${tx.count('test.orders')}`
    const financial_status = place % 2 ? 'paid' : 'pending'
    const given = {
      id,
      customer: { id: buyer, email_address },
      financial_status,
      currency_code: 'USD',
      order_total: 10,
      lines: [line],
    }
    makeOrder(tx, store, given, CALLER)
  } else if (kind === 'cancel' && order)
    changeOrder(tx, store, order, { cancelled_at_foreign: '2026-01-15T09:00:00+00:00' }, CALLER)
  else if (kind === 'pay' && order) changeOrder(tx, store, order, { financial_status: 'paid', order_total: 20 }, CALLER)
  else if (kind === 'lines' && order) changeOrder(tx, store, order, { lines: [{ id: '1', quantity: 1 + (place % 4) }] }, CALLER)
  else if (kind === 'drop order' && order) removeOrder(tx, store, order)
  else if (kind === 'drop customer' && customer) removeCustomer(tx, store, customer)
  else if (kind === 'relink' && customer && member) {
    removeCustomer(tx, store, customer)
    makeCustomer(tx, store, { id: customer.id, email_address }, CALLER)
  } else if (kind === 'retitle' && hat) changeProduct(tx, hat, { title: place % 2 ? 'Hat' : 'Cap' })
  else if (kind === 'drop product' && hat) removeProduct(tx, hat)
  else if (kind === 'drop store') removeStore(tx, store)
}

function picked<R>(rows: readonly R[], place: number): R | undefined {
  return rows[place % Math.max(rows.length, 1)]
}
