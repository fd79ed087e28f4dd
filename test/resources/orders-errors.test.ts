import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import type { Body } from '../mock.ts'
import { GRACE, ID } from './member-world.ts'
import { LINE, LINES, NEW, ORDER, ORDERS, withOrder } from './order-shop.ts'
import { missing } from '../service-texts.ts'

const SECOND = { ...NEW, id: 'o-2', customer: { id: 'c-2', email_address: GRACE } }
const NO_PRODUCT = 'A product with the provided ID does not exist in the account for this list.'
const NO_VARIANT = 'A product with the provided variant ID does not exist in the account for this list.'
const NO_CAMPAIGN = 'A campaign with the provided ID does not exist in the account for this list.'
const RED = { ...LINE, id: '2', product_variant_id: 'hat-red' }

const fieldsIn = (body: Body): string[] => body.errors.map(({ field }: Body) => field).toSorted()
const invalid = (...fields: readonly string[]) => ({
  status: 400,
  title: 'Invalid Resource',
  errors: fields.map((field) => expect.objectContaining({ field })),
})
const badRequest = (detail: unknown) => ({ status: 400, title: 'Bad Request', detail })

describe('createOrder refuses bodies that do not fit the schema', () => {
  test('missing members have one entry for each object, in the order of the schema', async () => {
    const { refused } = await withOrder()
    expect((await refused(`POST ${ORDERS}`, {})).errors).toEqual([
      { field: '', message: missing('id', 'customer', 'currency_code', 'order_total', 'lines') },
    ])
    const { errors } = await refused(`POST ${ORDERS}`, {
      ...SECOND,
      customer: {},
      lines: [LINE, { id: '2', quantity: 1 }],
      promos: [{}],
    })
    expect(errors).toEqual([
      { field: 'customer', message: missing('id') },
      { field: 'promos.item:0', message: missing('code', 'amount_discounted', 'type') },
      { field: 'lines.item:1', message: missing('product_id', 'product_variant_id', 'price') },
    ])
  })

  test.each(['999999999999.9999', '500000000000.0001', 5e11 + 1, '-500000000001'])(
    'an amount that cannot keep its four decimals is refused (%s)',
    async (order_total) => {
      const { refused } = await withOrder()
      expect(await refused(`POST ${ORDERS}`, { ...SECOND, order_total })).toMatchObject(invalid('order_total'))
    },
  )

  test.each(['499999999999.9999', '499999999999.9998', '-500000000000', '0.0001'])(
    'the amount %s keeps its digits',
    async (order_total) => {
      const { call } = await withOrder()
      const { text } = await call(`POST ${ORDERS}`, { ...SECOND, order_total })
      expect(text).toContain(`"order_total":${order_total},`)
    },
  )

  test('everything that is wrong is reported at once', async () => {
    const { refused } = await withOrder()
    const body = await refused(`POST ${ORDERS}`, {
      ...SECOND,
      id: 2,
      order_total: 'a lot',
      tax_total: 1e13,
      tracking_code: 'other',
      currency_code: 'US',
      processed_at_foreign: 'soon',
      landing_site: null,
      promos: [{ code: 'A', amount_discounted: 1, type: 'free' }],
      lines: [
        { ...LINE, id: 1, product_id: 2, product_variant_id: 3, quantity: '2', price: true },
        { ...LINE, quantity: -1 },
      ],
    })
    expect(body).toMatchObject({ status: 400, title: 'Invalid Resource' })
    expect(fieldsIn(body)).toEqual(
      [
        'id',
        'order_total',
        'tax_total',
        'tracking_code',
        'currency_code',
        'processed_at_foreign',
        'landing_site',
        'promos.item:0.type',
        'lines.item:0.id',
        'lines.item:0.product_id',
        'lines.item:0.product_variant_id',
        'lines.item:0.quantity',
        'lines.item:0.price',
        'lines.item:1.quantity',
      ].toSorted(),
    )
  })

  test('the product that a new line brings must have the id of the line, if the store does not have the product', async () => {
    const { refused } = await withOrder()
    const product = { id: 'cup', title: 'Cup', variants: [{ id: 'm', title: 'M' }] }
    const line = { ...LINE, id: '2', product_id: 'mug', product }
    expect(await refused(`POST ${ORDERS}`, { ...SECOND, lines: [LINE, line] })).toMatchObject(invalid('lines.item:1.product.id'))
    expect(await refused(`POST ${LINES}`, line)).toMatchObject(invalid('product.id'))
    const incomplete = { ...line, product: { id: 'mug', variants: [{}] } }
    const { errors } = await refused(`POST ${ORDERS}`, { ...SECOND, lines: [incomplete] })
    expect(errors.map(({ field }: Body) => field)).toEqual(['lines.item:0.product', 'lines.item:0.product.variants.item:0'])
  })
})

describe('createOrder refuses what cannot be', () => {
  test('createOrder refuses an id that is taken', async () => {
    const { refused } = await withOrder()
    expect(await refused(`POST ${ORDERS}`, { ...SECOND, id: 'o-1', lines: [{ ...LINE, product_id: 'none' }] })).toMatchObject(
      badRequest('Not processed. An order with the provided ID already exists in the account.'),
    )
  })

  test('createOrder refuses a new customer without an address, one with another address, and one with a long id', async () => {
    const { refused } = await withOrder()
    const order = (customer: object) => refused(`POST ${ORDERS}`, { ...SECOND, customer })
    expect(await order({ id: 'c-2' })).toMatchObject(invalid('customer.email_address'))
    expect(await order({ id: 'c-1', email_address: GRACE })).toMatchObject(badRequest(expect.stringContaining('not be changed')))
    expect(await order({ id: 'x'.repeat(51), email_address: GRACE })).toMatchObject({ status: 404, title: 'Resource Not Found' })
    expect(await order({ id: 'c-2', email_address: 'nobody' })).toMatchObject({ status: 400, title: 'Customer Was Not Saved' })
  })

  test('createOrder refuses a line with an unknown product or variant, in the order of the lines, and no customer is made', async () => {
    const { refused, call, path } = await withOrder()
    const order = (...lines: readonly object[]) => refused(`POST ${ORDERS}`, { ...SECOND, lines, campaign_id: 'none' })
    expect(await order(LINE, { ...RED, product_id: 'none' })).toMatchObject(badRequest(NO_PRODUCT))
    expect(await order(LINE, { ...RED, product_variant_id: 'none' })).toMatchObject(badRequest(NO_VARIANT))
    expect(await order({ ...LINE, product_variant_id: 'none' }, { ...RED, product_id: 'none' })).toMatchObject(
      badRequest(NO_VARIANT),
    )
    expect((await call(`GET ${path}/${GRACE}`)).status).toBe(404)
  })

  test('createOrder refuses two lines with one id', async () => {
    const { refused } = await withOrder()
    expect(await refused(`POST ${ORDERS}`, { ...SECOND, lines: [LINE, { ...RED, id: '1' }] })).toMatchObject(
      badRequest('Not processed. A line with the provided ID already exists in the account.'),
    )
  })

  test('createOrder refuses a campaign that is unknown or of another list', async () => {
    const { refused, plant, call } = await withOrder()
    const campaign = await plant((tx) => makeCampaign(tx, makeList(tx, { id: 'ffffffffff', name: 'Other' }), {}))
    for (const campaign_id of ['none', campaign.id]) {
      expect(await refused(`POST ${ORDERS}`, { ...SECOND, campaign_id })).toMatchObject(badRequest(NO_CAMPAIGN))
      expect(await refused(`PATCH ${ORDER}`, { campaign_id })).toMatchObject(badRequest(NO_CAMPAIGN))
    }
    expect((await call(`POST ${ORDERS}`, { ...SECOND, campaign_id: '' })).status).toBe(200)
  })

  test('createOrder refuses an order in a store whose list was deleted; reads, changes and deletion go on', async () => {
    const { refused, call } = await withOrder()
    await call(`DELETE /3.0/lists/${ID}`)
    expect(await refused(`POST ${ORDERS}`, { ...SECOND, customer: { id: 'c-1' } })).toMatchObject(badRequest(expect.any(String)))
    expect((await call(`PATCH ${ORDER}`, { financial_status: 'paid' })).body.financial_status).toBe('paid')
    expect((await call(`DELETE ${ORDER}`)).status).toBe(204)
  })
})

describe('updateOrder refuses', () => {
  test('updateOrder refuses new lines that are incomplete, and lines without an id that name no line or several', async () => {
    const { refused } = await withOrder({ lines: [LINE, { ...LINE, id: '1b' }] })
    const { product_id, product_variant_id } = LINE
    const entries = [{ id: '9', price: 1 }, { product_id, product_variant_id }, { product_id }, { id: '1', quantity: 3 }]
    const { errors, title } = await refused(`PATCH ${ORDER}`, { lines: entries })
    expect(title).toBe('Invalid Resource')
    expect(errors).toEqual([
      { field: 'lines.item:0', message: missing('product_id', 'product_variant_id', 'quantity') },
      { field: 'lines.item:1', message: 'An id is needed: 2 lines have this product and variant.' },
      { field: 'lines.item:2', message: 'An id is needed: 0 lines have this product and variant.' },
    ])
  })

  test('updateOrder refuses an unknown product or variant', async () => {
    const { refused } = await withOrder()
    const change = (line: object) => refused(`PATCH ${ORDER}`, { financial_status: 'paid', lines: [line] })
    expect(await change({ id: '1', product_id: 'none' })).toMatchObject(badRequest(NO_PRODUCT))
    expect(await change({ ...RED, product_variant_id: 'none' })).toMatchObject(badRequest(NO_VARIANT))
    const customer = { id: 'c-1', email_address: GRACE }
    expect(await refused(`PATCH ${ORDER}`, { customer })).toMatchObject(badRequest(expect.stringContaining('not be changed')))
  })
})

describe('lines of an order refuse', () => {
  test('lines of an order refuse an id that is taken', async () => {
    const { refused } = await withOrder()
    expect(await refused(`POST ${LINES}`, LINE)).toMatchObject(badRequest(expect.stringContaining('already exists')))
  })

  test('lines of an order refuse an unknown product or variant', async () => {
    const { refused } = await withOrder()
    expect(await refused(`POST ${LINES}`, { ...RED, product_id: 'none' })).toMatchObject(badRequest(NO_PRODUCT))
    expect(await refused(`PATCH ${LINES}/1`, { product_variant_id: 'none' })).toMatchObject(badRequest(NO_VARIANT))
  })

  test('lines of an order refuse the deletion of the last line, by saying what to delete', async () => {
    const { refused } = await withOrder()
    expect(await refused(`DELETE ${LINES}/1`)).toMatchObject(badRequest(expect.stringContaining('Delete the order itself')))
  })
})

describe('paths of orders', () => {
  test('an id is compared exactly, and a slash in a path belongs to it', async () => {
    const { call } = await withOrder({ id: 'a/b %' })
    expect((await call(`GET ${ORDERS}/a%2Fb%20%25`)).body.id).toBe('a/b %')
  })
})
