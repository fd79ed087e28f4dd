import { describe, expect, test } from 'vitest'
import type { World } from '../../src/kit/client/index.ts'
import { withoutBrowser } from '../public/browser.ts'
import { COMBINATIONS, showIn } from './combinations.ts'
import { flawsOf } from './flaws.ts'
import { firstList, inspected, json } from './inspected.ts'

const STORES = '/ecommerce/stores'

const line = { id: '1', product_id: 'mug', product_variant_id: 'mug', quantity: 2, price: 24.95 }

/** Makes a store with a product, an order and a cart. */
async function makeStore(world: World, id: string, name: string): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const { status } = await world.fetch(path, json('POST', body))
    expect(status).toBe(200)
  }
  const customer = { id: 'c-1', email_address: `ada@${id}.test`, opt_in_status: true, first_name: 'Ada', last_name: 'Lovelace' }
  await post(STORES, {
    id,
    list_id: await firstList(world),
    name,
    currency_code: 'EUR',
    domain: `${id}.test`,
    email_address: `hello@${id}.test`,
  })
  await post(`${STORES}/${id}/products`, {
    id: 'mug',
    title: 'A blue mug',
    variants: [{ id: 'mug', title: 'Mug', price: 24.95 }],
  })
  const sold = { customer, currency_code: 'EUR', order_total: 49.9, lines: [line] }
  await post(`${STORES}/${id}/orders`, { ...sold, id: 'o-1001', financial_status: 'paid' })
  await post(`${STORES}/${id}/carts`, { ...sold, id: 'basket' })
}

describe.skipIf(withoutBrowser)('stores in the inspector', () => {
  const { world: makeWorld, open } = inspected({ scenario: 'starter' })

  async function shop(): Promise<World> {
    const world = await makeWorld({ scenario: 'starter' })
    await makeStore(world, 'acme', 'Acme Shop')
    await makeStore(world, 'globex', 'Globex Shop')
    return world
  }

  test('the rows of a store begin with what they are about, and totals are money', async () => {
    const world = await shop()
    const { page } = await open(world, { page: 'state' })
    await page.getByRole('heading', { name: 'Stores' }).waitFor()
    await page.getByRole('link', { name: /^Stores/ }).click()
    await page.getByRole('link', { name: /^Acme Shop/ }).waitFor()
    const first = async (table: string): Promise<string> => {
      await page.goto(new URL(`?world=${world.id}&page=state&table=${table}`, page.url()).href)
      return (await page.locator('.row.state').first().innerText()).replaceAll(/\s+/g, ' ')
    }
    expect(await first('store_orders')).toBe('o-1001 49.90 EUR · paid · c-1 acme,o-1001')
    expect(await first('store_carts')).toBe('basket 49.90 EUR · c-1 acme,basket')
    expect(await first('store_customers')).toBe('ada@acme.test acme,c-1')
    expect(await first('store_products')).toBe('A blue mug acme,mug')
    expect(await first('store_lines')).toMatch(/^mug 2 × 24\.95/)
  })

  test('an order of one of two stores has its own history, and its amounts are money', async () => {
    const world = await shop()
    const { page } = await open(world, { page: 'state', table: 'store_orders', id: 'globex,o-1001' })
    await page
      .getByText(/^The order o-1001 of the store Globex Shop exists\. POST \/3\.0\/ecommerce\/stores\/globex\/orders/)
      .waitFor()
    expect(await page.getByRole('row', { name: /^order_total/ }).innerText()).toMatch(/\b49\.90$/)
    await page.getByRole('link', { name: 'globex', exact: true }).click()
    await page.getByRole('heading', { name: 'store Globex Shop' }).waitFor()
  })

  test('an order is picked by its id with the store filled in, and then only orders of the store are offered', async () => {
    const world = await shop()
    const { page } = await open(world, { page: 'act', trigger: 'order.update' })
    const order = page.getByRole('combobox', { name: /^order_id/ })
    await order.fill('o-1001')
    await page.getByRole('option', { name: /49\.90 EUR.*Globex Shop/ }).click()
    expect(await page.getByRole('combobox', { name: /^store_id/ }).inputValue()).toBe('globex')
    await order.fill('o-1')
    await expect.poll(() => page.locator('.picker').getByRole('option').count()).toBe(1)
  })

  test.each(COMBINATIONS)('the pages about stores have no flaw: $width pixels, $colorScheme', async (combination) => {
    const world = await shop()
    const { width, height, colorScheme } = combination
    const { page } = await open(world, { page: 'state', table: 'store_orders' }, { viewport: { width, height }, colorScheme })
    const pages = [
      [{ page: 'state', table: 'store_orders' }, '.row.state'],
      [{ page: 'state', table: 'store_orders', id: 'acme,o-1001' }, '.detail .history'],
      [{ page: 'timeline' }, '.item-row'],
    ] as const
    for (const [address, loaded] of pages) {
      await page.goto(new URL(`?${new URLSearchParams({ world: world.id, ...address })}`, page.url()).href)
      await page.locator(loaded).first().waitFor()
      await showIn(page, combination)
      expect(await flawsOf(page, combination)).toEqual([])
    }
  })
})
