import { expect } from 'vitest'
import type { Body } from '../mock.ts'
import { STORE, withProduct } from './commerce-world.ts'
import { ADA } from './member-world.ts'

export const CARTS = `${STORE}/carts`
export const CART = `${CARTS}/basket`
export const LINES = `${CART}/lines`
export const LINE = { id: '1', product_id: 'hat', product_variant_id: 'hat-blue', quantity: 2, price: 17.5 }
export const ADA_CUSTOMER = { id: 'c1', email_address: ADA, opt_in_status: true }
export const NEW = { id: 'basket', customer: ADA_CUSTOMER, currency_code: 'usd', order_total: '38.50', lines: [LINE] }

/** A world with a store, a hat, and a cart with one line. */
export async function withCart(fields: object = {}) {
  const world = await withProduct()
  const { status } = await world.call(`POST ${CARTS}`, { ...NEW, ...fields })
  expect(status).toBe(200)
  return world
}

type World = Awaited<ReturnType<typeof withProduct>>

/** Makes a call that must be refused, and checks that it changes nothing. */
export async function refused({ call, handle }: World, line: string, body?: unknown): Promise<Body> {
  const before = handle().world
  const answer = await call(line, body)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(handle().world).toBe(before)
  return answer.body
}
