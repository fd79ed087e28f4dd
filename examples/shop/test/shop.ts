import type { World } from 'maildouble/client'
import { test as base } from 'maildouble/vitest'
import { emailApi } from '../src/email-api.ts'
import type { Cart, Customer, Order, Product, PromoRule, Shop, Store } from '../src/shop.ts'
import { type ShopData, sync } from '../src/sync.ts'

export { expect } from 'maildouble/vitest'

/** The list of the scenario `starter`, two of its subscribers, and two strangers. */
export const LIST = 'aaaaaaaaaa'
export const ADA = 'ada@acme.test'
export const BOB = 'bob@globex.test'
export const EVE = 'eve@example.com'
export const FINN = 'finn@example.com'

export const STORE: Store = {
  id: 'hats',
  list_id: LIST,
  name: 'Hats & Caps',
  platform: 'hatshop',
  domain: 'hats.example.com',
  currency_code: 'EUR',
}
export const HAT: Product = {
  id: 'hat',
  title: 'Hat',
  variants: [
    { id: 'hat-blue', title: 'Blue', price: 20 },
    { id: 'hat-red', title: 'Red', price: 22 },
  ],
}
export const CAP: Product = { id: 'cap', title: 'Cap', variants: [{ id: 'cap', title: 'Cap', price: 12 }] }
export const ADA_CUSTOMER: Customer = { id: 'ada', email_address: ADA, opt_in_status: true }
export const TEN_PERCENT: PromoRule = { id: 'TEN', description: 'Ten percent', amount: 0.1, type: 'percentage', target: 'total' }

const [blueHat, redHat, cap] = [
  { id: '1', product_id: 'hat', product_variant_id: 'hat-blue', quantity: 1, price: 20 },
  { id: '2', product_id: 'hat', product_variant_id: 'hat-red', quantity: 1, price: 22 },
  { id: '3', product_id: 'cap', product_variant_id: 'cap', quantity: 2, price: 12 },
]
export const LINES = { blueHat, redHat, cap }

export const orderOf = (id: string, order: Partial<Order> = {}): Order => ({
  id,
  customer: ADA_CUSTOMER,
  currency_code: 'EUR',
  order_total: 20,
  lines: [blueHat],
  ...order,
})
export const cartOf = (id: string, cart: Partial<Cart> = {}): Cart => ({
  id,
  customer: ADA_CUSTOMER,
  checkout_url: `https://hats.example.com/checkout/${id}`,
  currency_code: 'EUR',
  order_total: 42,
  lines: [blueHat, redHat],
  ...cart,
})
export const DATA: ShopData = { store: STORE, customers: [ADA_CUSTOMER], products: [HAT], promoRules: [TEN_PERCENT], orders: [] }

/** The email service's API for a shop. Its pauses take no real time: they advance the world's clock instead. */
export function apiOf(world: World) {
  return emailApi(`${world.baseUrl}/3.0`, world.apiKey, (ms) => world.clock.advance(ms))
}

/** Marks this moment. The result lists the calls that the shop has made since, as operations with their statuses. */
export async function callsSince(world: World) {
  const before = await world.requests.list()
  return async () => (await world.requests.list()).slice(before.length).map(({ operation, status }) => `${operation} ${status}`)
}

/** The owner of the account sets up an email about carts that are left for an hour. */
export async function remindOfCarts(world: World) {
  const delay = { amount: 1, type: 'hour', action: 'ecomm_abandoned_cart' } as const
  const emails = [{ subject_line: 'You left something behind', html: '*|CART:LINES|*', delay }]
  const workflow = { list_id: LIST, store_id: STORE.id, workflow_type: 'abandonedCart', status: 'sending', emails } as const
  await world.trigger('automation.create', workflow)
}

/** A test with its own account at the email service (`world`), and a shop (`shop`) that has been synced. */
export const test = base.extend<{ shop: Shop }>({
  shop: async ({ world }, use) => use((await sync(apiOf(world), DATA)).shop),
})
