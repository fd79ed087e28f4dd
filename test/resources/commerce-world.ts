import { makeStore, type NewStore } from '../../src/service/resources/stores/make.ts'
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
