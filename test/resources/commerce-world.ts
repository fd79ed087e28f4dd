import { makeProduct, type NewProduct } from '../../src/service/rules/products/make.ts'
import { makeStore, type NewStore } from '../../src/service/rules/stores/make.ts'
import { ID, withList } from './member-world.ts'

export const STORES = '/3.0/ecommerce/stores'
export const STORE = `${STORES}/acme-shop`

/** A world with a list and a store of it, `acme-shop`, and shorthands for tests about e-commerce. */
export async function withStore(fields: Partial<NewStore> = {}, plan: Parameters<typeof withList>[1] = {}) {
  const world = await withList({}, plan)
  const store = await world.plant((tx) =>
    makeStore(tx, { id: 'acme-shop', list_id: ID, name: 'Acme Shop', currency_code: 'USD', ...fields }),
  )
  return { ...world, store }
}

export const PRODUCTS = `${STORE}/products`
export const HAT = `${PRODUCTS}/hat`

/** The same world with a product of one variant, `hat-blue`. */
export async function withProduct(fields: Partial<NewProduct> = {}, storeFields: Partial<NewStore> = {}) {
  const world = await withStore(storeFields)
  await world.plant((tx) =>
    makeProduct(tx, world.store, { id: 'hat', title: 'Hat', variants: [{ id: 'hat-blue', title: 'Blue' }], ...fields }),
  )
  return world
}
