import { describe, expect, test } from 'vitest'
import type { World } from '../../src/kit/client/index.ts'
import type { Body } from '../mock.ts'
import { withoutBrowser } from '../public/browser.ts'
import { SCREENS, showIn } from './combinations.ts'
import { flawsOf } from './flaws.ts'
import { firstList, inspected, json, search } from './inspected.ts'

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
  const promos = [{ code: 'WELCOME', amount_discounted: 4.5, type: 'fixed' }]
  await post(`${STORES}/${id}/orders`, { ...sold, id: 'o-1001', financial_status: 'paid', promos })
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
    expect(await first('store_orders')).toBe('o-1001 49.90 EUR · paid · ada@acme.test c-1 acme,o-1001')
    expect(await first('store_carts')).toBe('basket 49.90 EUR · ada@acme.test c-1 acme,basket')
    expect(await first('store_customers')).toBe('ada@acme.test acme,c-1')
    expect(await first('store_products')).toBe('A blue mug acme,mug')
    expect(await first('store_lines')).toMatch(/^A blue mug 2 × 24\.95/)
    expect(await first('store_variants')).toBe('Mug 24.95 · A blue mug acme,mug,mug')
  })

  test('an order of one of two stores has its own history, and its amounts are money', async () => {
    const world = await shop()
    const { page } = await open(world, { page: 'state', table: 'store_orders', id: 'globex,o-1001' })
    await page
      .getByText(
        /^The order o-1001 of ada@globex\.test in the store Globex Shop exists\. POST \/3\.0\/ecommerce\/stores\/globex\/orders/,
      )
      .waitFor()
    expect(await page.getByRole('row', { name: /^order_total/ }).innerText()).toMatch(/\b49\.90$/)
    expect(await page.locator('.facts').first().innerText()).toBe('globex,o-1001 · 49.90 EUR · paid · ada@globex.test c-1')
    expect(await page.getByRole('row', { name: /^promos/ }).innerText()).toContain('"amount_discounted": 4.50')
    const customer = page.getByRole('row', { name: /^customer_id/ })
    expect(await customer.innerText()).toMatch(/\bada@globex\.test c-1$/)
    await customer.getByRole('link').click()
    await page.getByRole('heading', { name: 'customer ada@globex.test' }).waitFor()
    await page.getByRole('link', { name: 'Globex Shop', exact: true }).first().click()
    await page.getByRole('heading', { name: 'store Globex Shop' }).waitFor()
  })

  test('an order is picked by its id with the store filled in, and then only orders of the store are offered', async () => {
    const world = await shop()
    const { page } = await open(world, { page: 'act', trigger: 'order.update' })
    const order = page.getByRole('combobox', { name: /^order_id/ })
    await search(order, 'o-1001')
    await page.getByRole('option', { name: /49\.90 EUR.*Globex Shop/ }).click()
    await expect.poll(() => page.getByRole('combobox', { name: /^store_id/ }).inputValue()).toBe('globex')
    await order.fill('o-1')
    await expect.poll(() => page.locator('.picker').getByRole('option').count()).toBe(1)
  })

  test('the lines of an order are picked product by product, with the variants of the product, and sent', async () => {
    const world = await shop()
    const variants = [
      { id: 'hat-s', title: 'Small', price: 30 },
      { id: 'hat-l', title: 'Large', price: 35.5 },
    ]
    await world.fetch(`${STORES}/acme/products`, json('POST', { id: 'hat', title: 'A felt hat', variants }))
    const { page } = await open(world, { page: 'act', trigger: 'order.place', given: '{"store_id":"acme"}' })
    const first = page.getByRole('group', { name: 'lines 1' })
    await page.getByRole('combobox', { name: 'email_address' }).fill('grace@acme.test')
    await search(first.getByRole('combobox', { name: /^product_id/ }), 'mug')
    await page.getByRole('option', { name: /A blue mug/ }).click()
    await page.getByRole('button', { name: 'Add to lines' }).click()
    const second = page.getByRole('group', { name: 'lines 2' })
    await search(second.getByRole('combobox', { name: /^product_id/ }), 'felt')
    await page.getByRole('option', { name: /A felt hat/ }).click()
    await second.getByRole('combobox', { name: /^product_variant_id/ }).click()
    await expect.poll(() => page.locator('.picker').getByRole('option').allInnerTexts()).toHaveLength(2)
    await page.getByRole('option', { name: /Large.*35\.50/ }).click()
    await page.getByRole('button', { name: 'Add to lines' }).click()
    await page.getByRole('button', { name: 'Remove lines 3' }).click()
    await page.getByRole('button', { name: 'Make it happen' }).click()
    await page.getByText('order.place has happened.').waitFor()
    const { rows } = await world.state.table('store_lines', { store_id: 'acme', text: 'o2' })
    expect(rows.filter(({ owner_id }) => owner_id === 'o2')).toMatchObject([
      { product_id: 'mug', product_variant_id: 'mug' },
      { product_id: 'hat', product_variant_id: 'hat-l', price: 355_000 },
    ])
  })

  test('a variant that is picked fills in its product', async () => {
    const world = await shop()
    const { page } = await open(world, { page: 'act', trigger: 'cart.fill', given: '{"store_id":"acme"}' })
    const first = page.getByRole('group', { name: 'lines 1' })
    await first.getByRole('combobox', { name: /^product_variant_id/ }).click()
    await page.getByRole('option', { name: /Mug.*A blue mug/ }).click()
    await expect.poll(() => first.getByRole('combobox', { name: /^product_id/ }).inputValue()).toBe('mug')
  })

  test('a row of the campaigns lets a winner be picked of it, not with it', async () => {
    const world = await shop()
    const list_id = await firstList(world)
    const campaign = { type: 'regular', recipients: { list_id }, settings: { title: 'January news' } }
    const { id }: Body = await (await world.fetch('/campaigns', json('POST', campaign))).json()
    const { page } = await open(world, { page: 'state', table: 'campaigns', id })
    await page.getByRole('button', { name: /^Let something happen/ }).click()
    await page.getByRole('link', { name: 'The winner of a test is picked' }).click()
    await expect.poll(() => page.getByRole('combobox', { name: /^campaign_id/ }).inputValue()).toBe(id)
    expect(await page.getByRole('combobox', { name: /^combination_id/ }).inputValue()).toBe('')
  })

  test('on a phone, the names of fields break between their words only', async () => {
    const world = await shop()
    const viewport = { width: 390, height: 844 }
    const { page } = await open(world, { page: 'state', table: 'store_orders', id: 'acme,o-1001' }, { viewport })
    await page.getByRole('rowheader', { name: 'processed_at_foreign' }).waitFor()
    expect(await page.locator('.fields th span').count()).toBeGreaterThan(50)
    const broken = await page.evaluate(`[...document.querySelectorAll('.fields th span')]
      .filter((word) => new Set([...word.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)).size > 1)
      .map((word) => word.textContent)`)
    expect(broken).toEqual([])
  })

  test.each(SCREENS)('the pages about stores have no flaw: $width pixels, $colorScheme', async (combination) => {
    const world = await shop()
    const { width, height, colorScheme } = combination
    const { page } = await open(world, { page: 'state', table: 'store_orders' }, { viewport: { width, height }, colorScheme })
    const pages = [
      [{ page: 'state', table: 'store_orders' }, '.row.state'],
      [{ page: 'state', table: 'store_orders', id: 'acme,o-1001' }, '.detail .history'],
      [{ page: 'state', table: 'store_lines', id: 'acme,order,o-1001,1' }, '.detail .fields'],
      [{ page: 'act', trigger: 'order.place' }, '.detail fieldset'],
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
