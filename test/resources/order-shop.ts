import { makeProduct } from '../../src/service/rules/products/make.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { storeOrThrow, stores } from '../../src/service/model/stores/store.ts'
import type { Body } from '../mock.ts'
import { withReaders } from './campaign-world.ts'
import { STORE, withProduct } from './commerce-world.ts'
import { ADA, ID } from './member-world.ts'

export const ORDERS = `${STORE}/orders`
export const ORDER = `${ORDERS}/o-1`
export const LINES = `${ORDER}/lines`
export const LINE = { id: '1', product_id: 'hat', product_variant_id: 'hat-blue', quantity: 2, price: 17 }
export const NEW = {
  id: 'o-1',
  customer: { id: 'c-1', email_address: ADA, opt_in_status: true },
  currency_code: 'usd',
  order_total: 41.75,
  lines: [LINE],
}

/** A store with a product of two variants and an order of one line. */
export async function withOrder(fields: object = {}, store: Parameters<typeof withProduct>[1] = {}) {
  const variants = [
    { id: 'hat-blue', title: 'Blue' },
    { id: 'hat-red', title: 'Red', image_url: 'red.png' },
  ]
  const world = await withProduct({ variants, image_url: 'hat.png' }, store)
  const { status, body, text } = await world.call(`POST ${ORDERS}`, { ...NEW, ...fields })
  if (status !== 200) throw new Error(text)
  /** Makes a call that must be refused: nothing may change. Returns the answer. */
  const refused = async (line: string, given?: unknown): Promise<Body> => {
    const before = world.handle().world
    const answer = await world.call(line, given)
    if (answer.status < 400) throw new Error(`${line} was not refused: ${answer.text}`)
    if (world.handle().world !== before) throw new Error(`${line} was refused, but has changed the world.`)
    return answer.body
  }
  /** Makes a call after the store has become one that the API can only read. */
  const inLockedStore = async (line: string): Promise<Body> => {
    await world.plant((tx) => tx.put(stores, { ...storeOrThrow(tx, { store_id: 'acme-shop' }), read_only: true }))
    return (await world.call(line, undefined, /^(?:DELETE|GET) /.test(line) ? {} : { raw: '{' })).body
  }
  return { ...world, order: body, refused, inLockedStore }
}

/** A list of three readers with a store, and a shorthand for orders of a reader. */
export async function withReadersShop(settings: NonNullable<Parameters<typeof withReaders>[1]>['settings'] = {}) {
  const world = await withReaders({}, { settings })
  await world.plant((tx) => {
    const store = makeStore(tx, { id: 'acme-shop', list_id: ID, name: 'Acme Shop', currency_code: 'USD' })
    makeProduct(tx, store, { id: 'hat', title: 'Hat', variants: [{ id: 'hat-blue', title: 'Blue' }] })
  })
  let made = 0
  const order = async (name: string, fields: object = {}): Promise<Body> => {
    const customer = { id: name, email_address: `${name}@acme.test` }
    const { status, body, text } = await world.call(`POST ${ORDERS}`, { ...NEW, id: `o-${++made}`, customer, ...fields })
    if (status !== 200) throw new Error(text)
    return body
  }
  return { ...world, order }
}
