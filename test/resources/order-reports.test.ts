import { describe, expect, test } from 'vitest'
import type { CampaignRow } from '../../src/service/model/campaigns/campaign.ts'
import { makeLandingPage } from '../../src/service/rules/landing-pages/make.ts'
import { makeBlank } from '../../src/service/model/fields.ts'
import {
  productFields,
  type ProductRow,
  products,
  variantFields,
  type VariantRow,
  variants,
} from '../../src/service/model/products/product.ts'
import { moneyIn } from '../../src/service/model/requests/money.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { withReaders } from './campaign-world.ts'
import { STORE } from './commerce-world.ts'
import { changeOrder, placeOrder, type PlacedOrder } from './order-world.ts'

const ZEROS = { total_orders: 0, total_spent: 0, total_revenue: 0 }

/** A store with a list of readers, a campaign to them, and its orders. */
async function withSales() {
  const world = await withReaders()
  await world.plant((tx) => makeStore(tx, { id: 'acme-shop', list_id: world.list.id, name: 'Acme', currency_code: 'EUR' }))
  const campaign = await world.send()
  const order = (fields: PlacedOrder = {}) => world.plant((tx) => placeOrder(tx, { campaign_id: campaign.id, ...fields }))
  const summaryOf = async ({ id }: Pick<CampaignRow, 'id'>) =>
    (await world.call(`GET /3.0/campaigns/${id}`)).body.report_summary.ecommerce
  return { ...world, campaign, order, summaryOf }
}

describe('the sales of a campaign', () => {
  test('its report and its summary show the orders that belong to it', async () => {
    const { order, reportOf, summaryOf, campaign } = await withSales()
    expect((await reportOf(campaign)).ecommerce).toEqual({ ...ZEROS, currency_code: 'EUR' })
    await order({ order_total: 41.75, tax_total: 3.25, shipping_total: 4.5 })
    await order({ order_total: 10 })
    await order({ campaign_id: '' })
    const sales = { total_orders: 2, total_spent: 51.75, total_revenue: 44 }
    expect((await reportOf(campaign)).ecommerce).toEqual({ ...sales, currency_code: 'EUR' })
    expect(await summaryOf(campaign)).toEqual(sales)
  })

  test('a refund beyond the totals makes sums negative', async () => {
    const { order, reportOf, campaign } = await withSales()
    await order({ order_total: -5, shipping_total: 2 })
    expect((await reportOf(campaign)).ecommerce).toMatchObject({ total_orders: 1, total_spent: -5, total_revenue: -7 })
  })

  test('orders that are not processed, without a financial status, or cancelled do not count', async () => {
    const { order, reportOf, campaign } = await withSales()
    await order({ processed_at_foreign: 0 })
    await order({ financial_status: '' })
    await order({ cancelled_at_foreign: 1 })
    expect((await reportOf(campaign)).ecommerce).toMatchObject(ZEROS)
  })

  test('a campaign with parts has the sums of its parts and of the orders that name itself', async () => {
    const { send, order, reportOf, summaryOf } = await withSales()
    const parent = await send({ type: 'variate' })
    const [a, b] = [await send({ type: 'variate', parent_id: parent.id }), await send({ type: 'variate', parent_id: parent.id })]
    await order({ campaign_id: a.id, order_total: 1 })
    await order({ campaign_id: b.id, order_total: 2 })
    await order({ campaign_id: parent.id, order_total: 4 })
    expect((await reportOf(a)).ecommerce.total_spent).toBe(1)
    expect((await reportOf(parent)).ecommerce).toMatchObject({ total_orders: 3, total_spent: 7 })
    expect(await summaryOf(parent)).toEqual({ total_orders: 3, total_spent: 7, total_revenue: 7 })
  })

  test('after the store was deleted, a report has zeros and the currency USD', async () => {
    const { order, reportOf, campaign, call } = await withSales()
    await order()
    await call(`DELETE ${STORE}`)
    expect((await reportOf(campaign)).ecommerce).toEqual({ ...ZEROS, currency_code: 'USD' })
  })
})

const HAT = { store_id: 'acme-shop', id: 'hat', title: 'Hat', image_url: 'https://acme.test/hat.png' }
const BLUE = { store_id: 'acme-shop', product_id: 'hat', id: 'hat-blue', title: 'Blue', sku: 'H-1', image_url: '' }

function plantProduct(tx: Tx, product: Partial<ProductRow>, ...ofProduct: Partial<VariantRow>[]): void {
  tx.insert(products, { ...makeBlank(productFields), ...HAT, ...product })
  for (const variant of ofProduct)
    tx.insert(variants, { ...makeBlank(variantFields), created_at: 0, updated_at: 0, ...BLUE, ...variant })
}

describe('getProductActivity', () => {
  async function withProducts() {
    const world = await withSales()
    await world.plant((tx) => {
      plantProduct(tx, {}, {}, { id: 'hat-red', sku: 'H-2', image_url: 'https://acme.test/red.png' })
      plantProduct(tx, { id: 'apron', title: 'Apron', image_url: '' }, { product_id: 'apron', id: 'apron', sku: 'A' })
    })
    const sold = async (query = '') =>
      (await world.call(`GET /3.0/reports/${world.campaign.id}/ecommerce-product-activity${query}`)).body
    return { ...world, sold }
  }

  test('each sold variant is one row with what its orders brought', async () => {
    const { order, sold, plant } = await withProducts()
    const red = { product_variant_id: 'hat-red' }
    await order({
      lines: [
        { quantity: 2, price: 17, discount: moneyIn('0.5') },
        { ...red, quantity: 1, price: 20 },
      ],
    })
    const { id } = await order({ tracking_code: 'prec', lines: [{ ...red, quantity: 3, price: 20 }] })
    await order({ financial_status: '' })
    await order({ cancelled_at_foreign: 1 })
    await order({ campaign_id: '' })
    const row = { title: 'Hat', currency_code: 'EUR', recommendation_total: 0 }
    const redRow = { ...row, sku: 'H-2', image_url: 'https://acme.test/red.png' }
    const blueRow = {
      ...row,
      sku: 'H-1',
      image_url: 'https://acme.test/hat.png',
      total_revenue: 33.5,
      total_purchased: 2,
      recommendation_purchased: 0,
    }
    expect(await sold()).toMatchObject({
      products: [{ ...redRow, total_revenue: 80, total_purchased: 4, recommendation_purchased: 3 }, blueRow],
      total_items: 2,
    })
    await plant((tx) => changeOrder(tx, id, { cancelled_at_foreign: 1 }))
    expect((await sold()).products).toEqual([
      blueRow,
      { ...redRow, total_revenue: 20, total_purchased: 1, recommendation_purchased: 0 },
    ])
  })

  test.each([
    ['', ['Apron', 'Hat', 'Hat']],
    ['?sort_field=total_purchased', ['Hat', 'Apron', 'Hat']],
    ['?sort_field=total_purchased&sort_dir=ASC', ['Apron', 'Hat', 'Hat']],
    ['?sort_field=title', ['Apron', 'Hat', 'Hat']],
    ['?sort_field=title&sort_dir=DESC', ['Hat', 'Hat', 'Apron']],
    ['?count=1&offset=1', ['Hat']],
  ])('with %j, the products come in the order %j', async (query, titles) => {
    const { order, sold } = await withProducts()
    const apron = { product_id: 'apron', product_variant_id: 'apron', quantity: 1, price: 50 }
    await order({ lines: [{ quantity: 3, price: 5 }, { product_variant_id: 'hat-red', quantity: 1, price: 1 }, apron] })
    const body = await sold(query)
    expect(body.products.map(({ title }: { title: string }) => title)).toEqual(titles)
    expect(body.total_items).toBe(3)
  })

  test('a deleted product keeps its last title and image, without its stock keeping unit', async () => {
    const { order, sold } = await withSales().then(async (world) => ({
      ...world,
      sold: async () => (await world.call(`GET /3.0/reports/${world.campaign.id}/ecommerce-product-activity`)).body.products,
    }))
    const last_known = {
      product_title: 'Old hat',
      product_category: '',
      product_variant_title: 'Blue',
      image_url: 'https://acme.test/old.png',
    }
    await order({ lines: [{ last_known }] })
    expect(await sold()).toMatchObject([{ title: 'Old hat', sku: '', image_url: 'https://acme.test/old.png' }])
  })

  test('a campaign with parts has the products of its parts', async () => {
    const { order, send, call } = await withProducts()
    const parent = await send({ type: 'variate' })
    const part = await send({ type: 'variate', parent_id: parent.id })
    await order({ campaign_id: part.id })
    const { body } = await call(`GET /3.0/reports/${parent.id}/ecommerce-product-activity`)
    expect(body.products).toMatchObject([{ title: 'Hat', total_purchased: 1 }])
  })
})

test('the results of a landing page show the orders that it brought', async () => {
  const { order, plant, call, list } = await withSales()
  const page = await plant((tx) => makeLandingPage(tx, { id: 'a1b2c3d4e5f6', list_id: list.id, name: 'Sale', title: 'Sale' }))
  const results = async () => (await call(`GET /3.0/reporting/landing-pages/${page.id}`)).body.ecommerce
  expect(await results()).toEqual({ total_revenue: 0, currency_code: 'EUR', total_orders: 0, average_order_revenue: 0 })
  const via = { campaign_id: '', outreach_id: page.id }
  await order({ ...via, order_total: 10, tax_total: 1 })
  await order({ ...via, order_total: 10, financial_status: '', processed_at_foreign: 0 })
  await order({ ...via, order_total: 10, shipping_total: 2 })
  await order({ ...via, cancelled_at_foreign: 1 })
  expect(await results()).toEqual({ total_revenue: 27, currency_code: 'EUR', total_orders: 3, average_order_revenue: 9 })
})
