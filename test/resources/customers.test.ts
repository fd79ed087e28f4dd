import { describe, expect, test } from 'vitest'
import { carts } from '../../src/service/model/carts/cart.ts'
import { customers } from '../../src/service/model/customers/customer.ts'
import { lines } from '../../src/service/model/lines/line.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { plantCart } from './commerce-rows.ts'
import { placeOrder } from './order-world.ts'
import { STORE, STORES, withStore } from './commerce-world.ts'
import { ADA, AT_START, GRACE, ID, LATER } from './member-world.ts'

const CUSTOMERS = `${STORE}/customers`
const C1 = `${CUSTOMERS}/c1`
const NEW = { id: 'c1', email_address: ADA, opt_in_status: true }

/** A world with a store and its customer `c1`, who is Ada. */
async function withCustomer(fields: object = {}, ...plan: Parameters<typeof withStore>) {
  const world = await withStore(...plan)
  const { status } = await world.call(`POST ${CUSTOMERS}`, { ...NEW, ...fields })
  expect(status).toBe(200)
  return world
}

describe('createCustomer', () => {
  test('createCustomer answers the customer with empty texts for what was not sent', async () => {
    const { call } = await withStore()
    const { body } = await call(`POST ${CUSTOMERS}`, { ...NEW, address: { city: 'London' } })
    expect(body).toMatchObject({
      ...NEW,
      sms_phone_number: '',
      company: '',
      first_name: '',
      last_name: '',
      orders_count: 0,
      total_spent: 0,
      address: { address1: '', city: 'London', country_code: '' },
      created_at: AT_START,
      updated_at: AT_START,
    })
    expect(Object.keys(body.address)).toHaveLength(8)
  })

  test('createCustomer ignores sums, and stores a phone number', async () => {
    const { call } = await withStore()
    const fields = { sms_phone_number: '+14045550102', orders_count: 9, total_spent: 99 }
    expect((await call(`POST ${CUSTOMERS}`, { ...NEW, ...fields })).body).toMatchObject({
      sms_phone_number: '+14045550102',
      orders_count: 0,
      total_spent: 0,
    })
  })

  test('two stores can have customers of the same id', async () => {
    const { call, store } = await withCustomer()
    await call(`POST ${STORES}`, { id: 'other', list_id: store.list_id, name: 'Other', currency_code: 'USD' })
    expect((await call(`POST ${STORES}/other/customers`, NEW)).status).toBe(200)
  })

  test('two customers with one address are one contact', async () => {
    const { call, plant } = await withCustomer()
    expect((await call(`POST ${CUSTOMERS}`, { ...NEW, id: 'guest', email_address: 'ADA@acme.test' })).status).toBe(200)
    const rows = await plant((tx) => tx.range(customers.inStore, { store_id: 'acme-shop' }).all())
    expect(new Set(rows.map(({ contact_id }) => contact_id)).size).toBe(1)
    expect(rows.map(({ made_contact }) => made_contact)).toEqual([true, false])
  })

  test('createCustomer rejects an address that cannot be imported, and says why', async () => {
    const { call } = await withStore()
    const { body } = await call(`POST ${CUSTOMERS}`, { ...NEW, email_address: 'nobody' })
    expect(body).toMatchObject({
      status: 400,
      title: 'Customer Was Not Saved',
      detail: 'nobody cannot be imported: nobody is not a valid email address.',
    })
    expect(body).not.toHaveProperty('errors')
  })

  test('createCustomer on a deleted list is refused before the id is compared', async () => {
    const { call } = await withCustomer()
    await call(`DELETE /3.0/lists/${ID}`)
    expect((await call(`POST ${CUSTOMERS}`, NEW)).body).toMatchObject({
      status: 400,
      title: 'Bad Request',
      detail: expect.stringContaining('was deleted'),
    })
    expect((await call(`PUT ${CUSTOMERS}/c2`, NEW)).body).toMatchObject({ status: 400, title: 'Bad Request' })
    expect((await call(`PATCH ${C1}`, { first_name: 'Ada', opt_in_status: false })).status).toBe(200)
    expect((await call(`PATCH ${C1}`, { opt_in_status: true })).status).toBe(200)
    expect((await call(`DELETE ${C1}`)).status).toBe(204)
  })
})

describe('getCustomers', () => {
  test('getCustomers lists the customers, oldest first, and finds them by address in any case', async () => {
    const { call } = await withCustomer({ id: 'z' })
    await call(`POST ${CUSTOMERS}`, { ...NEW, id: 'a', email_address: GRACE })
    const { body } = await call(`GET ${CUSTOMERS}`)
    expect(body).toMatchObject({ store_id: 'acme-shop', customers: [{ id: 'z' }, { id: 'a' }], total_items: 2 })
    expect((await call(`GET ${CUSTOMERS}?email_address=GRACE@acme.test`)).body).toMatchObject({
      customers: [{ id: 'a' }],
      total_items: 1,
    })
    expect((await call(`GET ${CUSTOMERS}?email_address=no@acme.test`)).body).toMatchObject({ customers: [], total_items: 0 })
  })
})

describe('updateCustomer', () => {
  test('updateCustomer merges the given members and those of the address', async () => {
    const { call, pass } = await withCustomer({ company: 'Acme', address: { city: 'London', country: 'UK' } })
    await pass('PT5M')
    const { body } = await call(`PATCH ${C1}`, {
      id: 'ignored',
      first_name: 'Ada',
      sms_phone_number: 'ignored',
      address: { city: 'Paris' },
    })
    expect(body).toMatchObject({
      id: 'c1',
      company: 'Acme',
      first_name: 'Ada',
      sms_phone_number: '',
      address: { city: 'Paris', country: 'UK' },
      created_at: AT_START,
      updated_at: LATER,
    })
  })

  test('updateCustomer without a change keeps updated_at', async () => {
    const { call, pass } = await withCustomer({ address: { city: 'London' } })
    await pass('PT5M')
    for (const body of [{}, { opt_in_status: true, address: { city: 'London' }, email_address: 'ADA@ACME.test' }])
      expect((await call(`PATCH ${C1}`, body)).body).toMatchObject({ updated_at: AT_START, email_address: ADA })
  })

  test.each([`PATCH ${C1}`, `PUT ${C1}`])('%s with another address is refused', async (line) => {
    const { call } = await withCustomer()
    expect((await call(line, { email_address: GRACE, first_name: 'Grace' })).body).toMatchObject({
      status: 400,
      title: 'Bad Request',
      detail: 'The email address of a customer may not be changed later.',
    })
    expect((await call(`GET ${C1}`)).body.first_name).toBe('')
  })
})

describe('setCustomer', () => {
  test('setCustomer creates an unknown customer by the id of the path, without opt-in by default', async () => {
    const { call, row } = await withStore()
    const { body } = await call(`PUT ${C1}`, { id: 'other', email_address: ADA, sms_phone_number: '+14045550102' })
    expect(body).toMatchObject({ id: 'c1', email_address: ADA, opt_in_status: false, sms_phone_number: '+14045550102' })
    expect(await row()).toMatchObject({ status: 'transactional' })
  })

  test('setCustomer changes a known customer, and the second time nothing', async () => {
    const { call, pass } = await withCustomer({ company: 'Acme' })
    await pass('PT5M')
    const change = { first_name: 'Ada', sms_phone_number: '+14045550102' }
    const { body } = await call(`PUT ${C1}`, change)
    expect(body).toMatchObject({ ...change, company: 'Acme', opt_in_status: true, updated_at: LATER })
    await pass('PT5M')
    expect((await call(`PUT ${C1}`, change)).body).toEqual(body)
  })

  test('setCustomer of a new customer needs an address, and an id that fits', async () => {
    const { call } = await withStore()
    expect((await call(`PUT ${C1}`, { opt_in_status: true })).body).toMatchObject({
      status: 400,
      title: 'Invalid Resource',
      errors: [{ field: 'email_address' }],
    })
    const long = `${CUSTOMERS}/${'x'.repeat(51)}`
    expect((await call(`PUT ${long}`, {})).body.errors).toMatchObject([{ field: 'id' }, { field: 'email_address' }])
    expect((await call(`PUT ${long}`, { email_address: ADA })).body.errors).toMatchObject([{ field: 'id' }])
    expect((await call(`PUT ${CUSTOMERS}/a%01`, { email_address: ADA })).body.errors).toMatchObject([{ field: 'id' }])
    expect((await call(`PUT ${CUSTOMERS}/a%2Fb`, { email_address: ADA })).body.id).toBe('a/b')
  })

  test('setCustomer rejects an address that cannot be imported', async () => {
    const { call } = await withStore()
    expect((await call(`PUT ${C1}`, { email_address: 'nobody' })).body.title).toBe('Customer Was Not Saved')
  })
})

describe('deleteCustomer', () => {
  test('a deleted customer stays a member of the list', async () => {
    const { call, row } = await withCustomer()
    expect((await call(`DELETE ${C1}`)).status).toBe(204)
    expect((await call(`GET ${CUSTOMERS}`)).body.total_items).toBe(0)
    expect(await row()).toMatchObject({ status: 'subscribed' })
  })

  test('deleteCustomer deletes the carts of the customer with their lines', async () => {
    const { call, plant } = await withCustomer()
    await call(`POST ${CUSTOMERS}`, { ...NEW, id: 'c2' })
    await plant((tx) => ['c1', 'c2'].forEach((id) => plantCart(tx, id)))
    await call(`DELETE ${C1}`)
    expect(await plant((tx) => tx.range(carts.key).all())).toMatchObject([{ customer_id: 'c2' }])
    expect(await plant((tx) => tx.range(lines.of).all())).toMatchObject([{ owner_id: 'cart-of-c2' }])
  })

  test('orders keep a deleted customer as last known, and a new customer with its id takes them over', async () => {
    const { call, plant, row } = await withCustomer({ first_name: 'Ada' })
    const ada = (await row())?.contact_id ?? ''
    await plant((tx) => placeOrder(tx, { id: 'o1', customer_id: 'c1', contact_id: ada, order_total: 12.5 }))
    await plant((tx) => placeOrder(tx, { id: 'o2', customer_id: 'c1', contact_id: ada, order_total: 1, cancelled_at_foreign: 1 }))
    expect((await call(`GET ${C1}`)).body).toMatchObject({ orders_count: 1, total_spent: 12.5 })
    await call(`DELETE ${C1}`)
    const order = () => plant((tx) => tx.first(orders.key, { store_id: 'acme-shop', id: 'o1' }))
    expect(await order()).toMatchObject({
      contact_id: ada,
      former_customer: { id: 'c1', first_name: 'Ada', orders_count: 1, total_spent: 125_000 },
    })
    expect((await order())?.former_customer).not.toHaveProperty('seq')
    await call(`POST ${CUSTOMERS}`, { ...NEW, email_address: GRACE })
    const grace = (await row(GRACE))?.contact_id
    expect(await order()).toMatchObject({ contact_id: grace, former_customer: undefined })
    expect((await call(`GET ${C1}`)).body).toMatchObject({ orders_count: 1, total_spent: 12.5 })
  })

  test('deleteStore deletes the customers of the store only', async () => {
    const { call, plant } = await withCustomer()
    await call(`POST ${STORES}`, { id: 'other', list_id: ID, name: 'Other', currency_code: 'USD' })
    await call(`POST ${STORES}/other/customers`, NEW)
    await call(`DELETE ${STORE}`)
    expect(await plant((tx) => tx.range(customers.key).all())).toMatchObject([{ store_id: 'other' }])
  })
})
