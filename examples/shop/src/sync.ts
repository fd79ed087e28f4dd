import { type Operation, runBatches } from './batch.ts'
import { savePromoRule } from './catalogue.ts'
import { alreadyExists, type EmailApi } from './email-api.ts'
import { PLACEHOLDER, saveOrder, withLines } from './orders.ts'
import { type Customer, openStore, type Order, type Product, type PromoRule, type Shop, type Store, storePath } from './shop.ts'

/** Everything that a shop has when it is connected to the email service. */
export interface ShopData {
  readonly store: Store
  readonly customers: readonly Customer[]
  readonly products: readonly Product[]
  readonly promoRules: readonly PromoRule[]
  readonly orders: readonly Order[]
}

/** What was not written, and why. */
export interface Failure {
  readonly id: string
  readonly why: string
}

/**
 * Brings a shop to the email service, and can be repeated at any time. While `is_syncing` is on, the service sends no email about the carts and
 * orders of the past. A sync that breaks leaves it on: nothing is sent until the next sync has finished.
 */
export async function sync(api: EmailApi, data: ShopData): Promise<{ readonly shop: Shop; readonly failed: readonly Failure[] }> {
  const storeId = await openStore(api, { ...data.store, is_syncing: true })
  const path = storePath(storeId)
  const products = [...data.products, PLACEHOLDER]
  const shop = { api, storeId, listId: data.store.list_id, catalogue: new Map(products.map((product) => [product.id, product])) }

  const refused = [
    ...(await runBatches(api, data.customers.map(put(`${path}/customers`)))),
    ...(await runBatches(api, products.map(put(`${path}/products`)))),
  ]
  for (const rule of data.promoRules) await savePromoRule(shop, rule, `https://${data.store.domain}/?code=${rule.id}`)
  const failed = refused.map(({ item, error }) => ({ id: item.id, why: error.detail }))
  // Only now, since the lines of an order name products: the service does not carry out its batches in their order.
  failed.push(...(await syncOrders(shop, data.orders)))

  await api.call('PATCH', path, { is_syncing: false })
  return { shop, failed }
}

/** Orders that are there are done. For each other refusal, the order is written once more alone, which can repair it. */
async function syncOrders(shop: Shop, orders: readonly Order[]): Promise<Failure[]> {
  const path = `${storePath(shop.storeId)}/orders`
  const refused = await runBatches(
    shop.api,
    orders.map((item) => ({ item, method: 'POST', path, body: withLines(item) })),
  )
  const failed: Failure[] = []
  for (const { item } of refused.filter(({ error }) => !alreadyExists(error)))
    await saveOrder(shop, item).catch((error: Error) => failed.push({ id: item.id, why: error.message }))
  return failed
}

/** PUT makes a record or changes it, so that a repeated sync does no harm. */
function put(path: string) {
  return <Item extends { readonly id: string }>(item: Item): Operation<Item> => ({
    item,
    method: 'PUT',
    path: `${path}/${encodeURIComponent(item.id)}`,
    body: item,
  })
}
