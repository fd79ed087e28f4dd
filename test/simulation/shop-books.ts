import { expect } from 'vitest'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { carts } from '../../src/service/model/carts/cart.ts'
import { customers } from '../../src/service/model/customers/customer.ts'
import { asOwner, lines } from '../../src/service/model/lines/line.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { members } from '../../src/service/model/members/member.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { images, products, variants } from '../../src/service/model/products/product.ts'
import { promoCodes, promoRules } from '../../src/service/model/promos/promo.ts'
import { stores } from '../../src/service/model/stores/store.ts'
import type { Body, mock } from '../mock.ts'

/** Everything in stores belongs together, and the orders of the account are those of its stores. */
export async function expectShopsToBalance({ call, plant }: Pick<ReturnType<typeof mock>, 'call' | 'plant'>): Promise<void> {
  await plant(expectShopsToBeWhole)
  const { body } = await call('GET /3.0/ecommerce/stores?count=1000')
  if (body.stores.length > 0) await expectOrdersToPartition(call, body.stores)
}

/** Every row of a store belongs to rows that exist: laws 7, 9 and 10. */
function expectShopsToBeWhole(tx: Tx): void {
  const storeRows = tx.range(stores.key).all()
  const listOf = new Map(storeRows.map(({ id, list_id }) => [id, list_id]))
  const domains = storeRows.map(({ domain_key }) => domain_key).filter((domain) => domain !== '')
  expect(new Set(domains).size, 'the domains of stores').toBe(domains.length)
  const contents: Readonly<Record<string, readonly { readonly store_id: string }[]>> = {
    customers: tx.range(customers.key).all(),
    products: tx.range(products.key).all(),
    variants: tx.range(variants.key).all(),
    images: tx.range(images.key).all(),
    carts: tx.range(carts.key).all(),
    orders: tx.range(orders.key).all(),
    lines: tx.range(lines.key).all(),
    'promo rules': tx.range(promoRules.key).all(),
    'promo codes': tx.range(promoCodes.key).all(),
  }
  for (const [what, rows] of Object.entries(contents))
    for (const { store_id } of rows) expect(listOf.has(store_id), `${what} of the store ${store_id}`).toBe(true)
  for (const { store_id, id: product_id } of tx.range(products.key).all())
    expect(tx.range(variants.ofProduct, { store_id, product_id }).count, `variants of ${product_id}`).toBeGreaterThan(0)
  for (const part of [...tx.range(variants.key).all(), ...tx.range(images.key).all()])
    expect(tx.first(products.key, { store_id: part.store_id, id: part.product_id }), `the product of ${part.id}`).toBeDefined()
  for (const { store_id, promo_rule_id, id } of tx.range(promoCodes.key).all())
    expect(tx.first(promoRules.key, { store_id, id: promo_rule_id }), `the rule of ${id}`).toBeDefined()
  for (const cart of tx.range(carts.key).all()) {
    const { store_id, customer_id } = cart
    expect(tx.first(customers.key, { store_id, id: customer_id }), `the customer of the cart ${cart.id}`).toBeDefined()
    expect(tx.range(lines.of, asOwner('cart', cart)).count, `lines of the cart ${cart.id}`).toBeGreaterThan(0)
  }
  for (const { store_id, id, customer_id, contact_id, former_customer } of tx.range(orders.key).all()) {
    const customer = tx.first(customers.key, { store_id, id: customer_id })
    expect(former_customer === undefined, `the former customer of the order ${id}`).toBe(customer !== undefined)
    if (customer) expect(contact_id, `the contact of the order ${id}`).toBe(customer.contact_id)
    expect(tx.range(lines.of, { store_id, owner: 'order', owner_id: id }).count, `lines of the order ${id}`).toBeGreaterThan(0)
  }
  for (const { store_id, owner, owner_id, ...line } of tx.range(lines.key).all()) {
    const key = { store_id, id: owner_id }
    expect(owner === 'cart' ? tx.first(carts.key, key) : tx.first(orders.key, key), `the ${owner} of a line`).toBeDefined()
    const variant = tx.first(variants.key, { store_id, product_id: line.product_id, id: line.product_variant_id })
    if (line.last_known === undefined) expect(variant, `the variant of the line ${line.id} of ${owner_id}`).toBeDefined()
  }
  for (const { store_id, id, contact_id } of tx.range(customers.key).all()) {
    const list_id = listOf.get(store_id) ?? ''
    if (contact_id === '' || !tx.first(lists.key, { id: list_id })) continue
    expect(tx.first(members.key, { contact_id }), `the contact of the customer ${id}`).toMatchObject({ list_id })
  }
}

/** Law 5: the filters of orders partition the orders of the account, which are those of all stores. */
async function expectOrdersToPartition(call: ReturnType<typeof mock>['call'], all: readonly Body[]): Promise<void> {
  const keysAt = async (path: string): Promise<string[]> => {
    const { body } = await call(`GET /3.0/ecommerce${path}${path.includes('?') ? '&' : '?'}count=1000`)
    expect(body.orders, path).toHaveLength(body.total_items)
    return body.orders.map(({ store_id, id }: Body) => `${store_id} ${id}`).toSorted()
  }
  const { body } = await call('GET /3.0/ecommerce/orders?count=1000')
  const account: readonly Body[] = body.orders
  const union = await Promise.all(all.map(({ id }) => keysAt(`/stores/${encodeURIComponent(id)}/orders`)))
  expect(await keysAt('/orders')).toEqual(union.flat().toSorted())
  const [reached, others] = [await keysAt('/orders?has_outreach=true'), await keysAt('/orders?has_outreach=false')]
  expect([...reached, ...others].toSorted()).toEqual(await keysAt('/orders'))
  for (const [name, values] of [
    ['campaign_id', account.map(({ campaign_id }) => campaign_id)],
    ['outreach_id', account.map(({ outreach }) => outreach?.id)],
    ['customer_id', account.map(({ customer }) => customer.id)],
  ] as const) {
    for (const value of new Set(values)) {
      if (!value) continue
      const named = account.filter((_order, place) => values[place] === value)
      const keys = named.map(({ store_id, id }) => `${store_id} ${id}`).toSorted()
      expect(await keysAt(`/orders?${name}=${encodeURIComponent(value)}`), `${name} ${value}`).toEqual(keys)
    }
  }
}
