import { describe, expect, test } from 'vitest'
import { carts } from '../../src/service/model/carts/cart.ts'
import { customers } from '../../src/service/model/customers/customer.ts'
import { lines } from '../../src/service/model/lines/line.ts'
import { eventsIn } from '../../src/service/rules/resource-events.ts'
import { makeCart } from '../../src/service/rules/carts/make.ts'
import { ADA_CUSTOMER, CART, CARTS, LINE, LINES, NEW, refused, withCart } from './cart-world.ts'
import { STORE, withProduct } from './commerce-world.ts'
import { ADA, AT_START, GRACE, ID, LATER, relsIn } from './member-world.ts'

describe('createCart', () => {
  test('createCart answers the cart with its customer and lines, and blanks for what was not sent', async () => {
    const { call } = await withProduct()
    const { body } = await call(`POST ${CARTS}`, NEW)
    expect(body).toMatchObject({
      id: 'basket',
      customer: { ...ADA_CUSTOMER, orders_count: 0 },
      campaign_id: '',
      checkout_url: '',
      currency_code: 'USD',
      order_total: 38.5,
      tax_total: 0,
      created_at: AT_START,
      updated_at: AT_START,
    })
    expect(relsIn(body.customer)).toEqual(['self', 'parent', 'update', 'upsert', 'delete'])
    const [line] = body.lines
    expect(line).toMatchObject({ ...LINE, product_title: 'Hat', product_variant_title: 'Blue' })
    expect(relsIn(line)).toEqual(['self', 'parent', 'update', 'delete'])
  })

  test('createCart takes a number as an id, and answers its text', async () => {
    const { call } = await withProduct()
    expect((await call(`POST ${CARTS}`, { ...NEW, id: 77 })).body.id).toBe('77')
    expect((await call(`GET ${CARTS}/77`)).status).toBe(200)
    expect((await call(`POST ${CARTS}`, { ...NEW, id: '77' })).body.detail).toContain('already exists in the account')
  })

  test('createCart saves the customer, and makes its contact', async () => {
    const { row, plant } = await withCart()
    expect(await row()).toMatchObject({ status: 'subscribed' })
    expect(await plant((tx) => tx.range(customers.key).all())).toMatchObject([{ id: 'c1', made_contact: true }])
  })

  test('createCart takes a known customer by the id only', async () => {
    const { call } = await withCart()
    const { body } = await call(`POST ${CARTS}`, { ...NEW, id: 'b2', customer: { id: 'c1' } })
    expect(body.customer).toMatchObject(ADA_CUSTOMER)
  })

  const NO_PRODUCT = 'A product with the provided ID does not exist in the account for this list.'
  const NO_VARIANT = 'A product with the provided variant ID does not exist in the account for this list.'
  const NO_CAMPAIGN = 'A campaign with the provided ID does not exist in the account for this list.'
  const TAKEN = 'Not processed. A cart with the provided ID already exists in the account.'
  const SAME = 'The email address of a customer may not be changed later.'

  test.each([
    [{ id: 'basket', customer: { id: 'c2', email_address: 'nobody' } }, 400, 'Bad Request', TAKEN],
    [{ customer: { id: 'x'.repeat(51) }, lines: [{ ...LINE, product_id: 'cap' }] }, 404, 'Resource Not Found', ''],
    [{ customer: { id: 'c2' } }, 400, 'Invalid Resource', ''],
    [{ customer: { id: 'c1', email_address: GRACE }, campaign_id: 'none' }, 400, 'Bad Request', SAME],
    [{ customer: { id: 'c2', email_address: 'nobody' } }, 400, 'Customer Was Not Saved', 'nobody cannot be imported'],
    [{ lines: [LINE, { ...LINE, id: '2', product_id: 'cap' }], campaign_id: 'none' }, 400, 'Bad Request', NO_PRODUCT],
    [{ lines: [{ ...LINE, product_variant_id: 'hat-red' }] }, 400, 'Bad Request', NO_VARIANT],
    [{ lines: [LINE, LINE] }, 400, 'Bad Request', 'already exists in the account'],
    [{ campaign_id: 'none' }, 400, 'Bad Request', NO_CAMPAIGN],
  ])('createCart with %j is refused with %i %s, and nothing is written', async (fields, status, title, phrase) => {
    const world = await withCart()
    const body = await refused(world, `POST ${CARTS}`, {
      ...NEW,
      id: 'b2',
      customer: { id: 'c2', email_address: GRACE },
      ...fields,
    })
    expect(body).toMatchObject({ status, title, detail: expect.stringContaining(phrase) })
    if (title === 'Invalid Resource') expect(body.errors).toMatchObject([{ field: 'customer.email_address' }])
    expect(await world.row(GRACE)).toBeUndefined()
  })

  test('createCart takes a campaign of the list, and an empty text for none', async () => {
    const { call } = await withCart({ campaign_id: '' })
    const { body } = await call('POST /3.0/campaigns', { type: 'regular', recipients: { list_id: ID } })
    expect((await call(`PATCH ${CART}`, { campaign_id: body.id })).body.campaign_id).toBe(body.id)
    await call(`DELETE /3.0/campaigns/${body.id}`)
    expect((await call(`PATCH ${CART}`, { campaign_id: body.id, tax_total: 1 })).body.campaign_id).toBe(body.id)
    expect((await call(`PATCH ${CART}`, { campaign_id: '' })).body.campaign_id).toBe('')
    expect((await call(`PATCH ${CART}`, { campaign_id: body.id })).body.detail).toContain('A campaign with the provided ID')
  })

  test('createCart on a store whose list was deleted is refused before the id is compared', async () => {
    const world = await withCart()
    await world.call(`DELETE /3.0/lists/${ID}`)
    expect(await refused(world, `POST ${CARTS}`, NEW)).toMatchObject({
      title: 'Bad Request',
      detail: expect.stringContaining('was deleted'),
    })
    expect(await refused(world, `PATCH ${CART}`, { customer: { id: 'c2', email_address: GRACE } })).toMatchObject({
      title: 'Bad Request',
    })
    expect((await world.call(`PATCH ${CART}`, { customer: { id: 'c1', opt_in_status: false }, order_total: 1 })).status).toBe(200)
    expect((await world.call(`DELETE ${CART}`)).status).toBe(204)
  })

  test('carts for contacts who are not on the list are refused if the world requires them', async () => {
    const world = await withProduct()
    const { call, path } = world
    await call('PATCH /_control/settings', { commerce: { cart_contact: 'require' } })
    expect(await refused(world, `POST ${CARTS}`, { ...NEW, lines: [{ ...LINE, product_id: 'cap' }] })).toMatchObject({
      title: 'Bad Request',
      detail: `The contact ${ADA} was not found in audience.`,
    })
    await call(`PUT ${path}/${ADA}`, { email_address: ADA, status_if_new: 'transactional' })
    expect((await call(`POST ${CARTS}`, NEW)).status).toBe(200)
    await call(`DELETE ${path}/${ADA}`)
    expect(await refused(world, `PATCH ${CART}`, { customer: { id: 'c1' } })).toMatchObject({
      detail: expect.stringContaining('not found in audience'),
    })
  })

  test('a cart brings an archived contact of a known customer back', async () => {
    const { call, path, row } = await withCart()
    await call(`DELETE ${path}/${ADA}`)
    await call(`POST ${CARTS}`, { ...NEW, id: 'b2', customer: { id: 'c1' } })
    expect(await row()).toMatchObject({ status: 'subscribed' })
  })

  test('createCart tells other resources of the new cart', async () => {
    const { plant, store } = await withProduct()
    const events = await plant((tx) => {
      makeCart(tx, store, NEW, { ip: '127.0.0.1', source: 'api' })
      return eventsIn(tx)
    })
    expect(events.at(-1)).toMatchObject({ type: 'cart.changed', before: undefined, after: { id: 'basket' } })
  })
})

describe('getCarts', () => {
  test('getCarts lists the carts, oldest first', async () => {
    const { call } = await withCart()
    await call(`POST ${CARTS}`, { ...NEW, id: 'a' })
    const { body } = await call(`GET ${CARTS}`)
    expect(body).toMatchObject({ store_id: 'acme-shop', carts: [{ id: 'basket' }, { id: 'a' }], total_items: 2 })
  })
})

describe('updateCart', () => {
  test('updateCart changes the given members, and ignores the id', async () => {
    const { call, pass } = await withCart({ checkout_url: 'https://shop.acme.test/1' })
    await pass('PT5M')
    const { body } = await call(`PATCH ${CART}`, { id: 9, order_total: 1.00005, tax_total: '0.5', currency_code: 'eur' })
    expect(body).toMatchObject({
      id: 'basket',
      order_total: 1.0001,
      tax_total: 0.5,
      currency_code: 'EUR',
      checkout_url: 'https://shop.acme.test/1',
      created_at: AT_START,
      updated_at: LATER,
    })
  })

  test('updateCart without a change keeps updated_at', async () => {
    const { call, pass } = await withCart()
    await pass('PT5M')
    for (const body of [{}, { lines: [] }, { ...NEW, customer: { id: 'c1' } }, { lines: [{ id: '1', price: '17.50' }] }])
      expect((await call(`PATCH ${CART}`, body)).body.updated_at).toBe(AT_START)
  })

  test('updateCart merges the customer, and another one takes the cart over', async () => {
    const { call, row } = await withCart()
    expect((await call(`PATCH ${CART}`, { customer: { id: 'c1', company: 'Acme' } })).body.customer).toMatchObject({
      ...ADA_CUSTOMER,
      company: 'Acme',
    })
    const { body } = await call(`PATCH ${CART}`, { customer: { id: 'c2', email_address: GRACE } })
    expect(body.customer).toMatchObject({ id: 'c2', opt_in_status: false })
    expect(await row(GRACE)).toMatchObject({ status: 'transactional' })
    await call(`DELETE ${STORE}/customers/c1`)
    expect((await call(`GET ${CART}`)).status).toBe(200)
  })

  test('updateCart merges lines: known ids change, new ones are added, and the others stay', async () => {
    const { call, pass } = await withCart()
    await pass('PT5M')
    const second = { ...LINE, id: '2', quantity: 1 }
    const { body } = await call(`PATCH ${CART}`, { lines: [{ id: '1', quantity: 5 }, second] })
    expect(body).toMatchObject({ lines: [{ ...LINE, quantity: 5 }, second], updated_at: LATER })
    expect((await call(`PATCH ${CART}`, { lines: [{ id: '2', price: 1 }] })).body.lines).toMatchObject([
      { id: '1', quantity: 5 },
      { id: '2', price: 1 },
    ])
  })

  test('updateCart finds a line without an id by its product and variant, if there is one', async () => {
    const world = await withCart()
    const entry = { product_id: 'hat', product_variant_id: 'hat-blue', quantity: 9 }
    expect((await world.call(`PATCH ${CART}`, { lines: [entry] })).body.lines).toMatchObject([{ id: '1', quantity: 9 }])
    await world.call(`POST ${LINES}`, { ...LINE, id: '2' })
    for (const unclear of [entry, { ...entry, product_id: 'cap' }])
      expect(await refused(world, `PATCH ${CART}`, { lines: [{ id: '1', quantity: 1 }, unclear] })).toMatchObject({
        title: 'Invalid Resource',
        errors: [{ field: 'lines.item:1' }],
      })
  })

  test.each([
    [{ lines: [{ id: '2', product_id: 'hat' }] }, 'Invalid Resource', ''],
    [{ lines: [{ id: '1', product_id: 'cap' }] }, 'Bad Request', 'A product with the provided ID'],
    [{ lines: [{ id: '1', product_variant_id: 'red' }] }, 'Bad Request', 'A product with the provided variant ID'],
    [{ customer: { id: 'c1', email_address: GRACE } }, 'Bad Request', 'not be changed'],
    [{ customer: { id: 'c2', email_address: 'nobody' } }, 'Customer Was Not Saved', ''],
    [{ order_total: 1, campaign_id: 'none' }, 'Bad Request', 'A campaign with the provided ID'],
    [{ customer: { company: 'Acme' } }, 'Invalid Resource', ''],
    [{ order_total: null }, 'Invalid Resource', ''],
  ])('updateCart with %j is refused as %s, and nothing is written', async (body, title, phrase) => {
    const world = await withCart()
    expect(await refused(world, `PATCH ${CART}`, body)).toMatchObject({ title, detail: expect.stringContaining(phrase) })
  })
})

describe('deleteCart', () => {
  test('deleteCart answers 204, removes the lines and frees the id', async () => {
    const { call, plant } = await withCart()
    await call(`POST ${CARTS}`, { ...NEW, id: 'b2' })
    expect((await call(`DELETE ${CART}`)).status).toBe(204)
    expect(await plant((tx) => tx.range(lines.of).all())).toMatchObject([{ owner_id: 'b2' }])
    expect((await call(`POST ${CARTS}`, NEW)).status).toBe(200)
  })

  test('deleteStore and deleteCustomer delete carts with their lines', async () => {
    for (const path of [STORE, `${STORE}/customers/c1`]) {
      const { call, plant } = await withCart()
      await call(`DELETE ${path}`)
      expect(await plant((tx) => tx.range(carts.key).count + tx.range(lines.key).count)).toBe(0)
    }
  })
})
