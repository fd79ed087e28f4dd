import { describe, expect, test } from 'vitest'
import type { World } from '../../src/kit/client/index.ts'
import { withoutBrowser } from '../public/browser.ts'
import { inspected, json } from './inspected.ts'
import { LIST } from './staged.ts'

const STORE = '/ecommerce/stores/acme-shop'

describe.skipIf(withoutBrowser)('the cards of rows', () => {
  const { world: makeWorld, open } = inspected()

  /** Sends a campaign to the list of the scenario starter, which skips two people, and opens and clicks it once. */
  async function sendCampaign(world: World): Promise<string> {
    for (const name of ['bob', 'eve']) {
      const body = { email_address: `${name}@acme.test`, status: 'unsubscribed' }
      await world.fetch(`/lists/${LIST}/members`, json('POST', body))
    }
    await world.fetch(`/lists/${LIST}/members`, json('POST', { email_address: 'ann@acme.test', status: 'subscribed' }))
    await world.trigger('campaign.send', { list_id: LIST, subject_line: 'January news' })
    await world.clock.advance({ until: 'idle' })
    const { rows } = await world.state.table('campaigns', { text: 'January news' })
    const id = String(rows[0]?.['id'])
    await world.trigger('campaign.click', { campaign_id: id, email_address: 'ann@acme.test' })
    return id
  }

  test('the card of a campaign begins with what became of it, and with whom it skipped, before the chain, which is folded', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    const id = await sendCampaign(world)
    const { page } = await open(world, { page: 'state', table: 'campaigns', id })
    await page.getByRole('heading', { name: 'campaign January news' }).waitFor()
    const figure = (name: string) => page.locator('.figures div', { hasText: name }).locator('dd')
    await figure('clicked').waitFor()
    expect(await figure('opened').innerText()).toBe('1')
    expect(await figure('clicked').innerText()).toBe('1')
    expect(Number(await figure('emails').innerText())).toBeGreaterThan(1)
    const skipped = page.locator('.non-events li', { hasText: 'bob@acme.test' })
    expect(await skipped.innerText()).toContain('bob@acme.test and 1 more')
    await skipped.locator('summary').click()
    expect(await skipped.innerText()).toContain('eve@acme.test')
    const step = page.locator('.chain li').first()
    expect(await step.isVisible()).toBe(false)
    await page.getByRole('heading', { name: 'Causes and consequences' }).click()
    await step.waitFor()
  })

  test('a campaign leads to its recipients, a customer to the orders, and an order to its lines', async () => {
    const world = await makeWorld({ scenario: 'shop' })
    const customer = { id: 'c-9', email_address: 'ada@links.test', opt_in_status: true }
    const lines = [{ id: '1', product_id: 'felt-hat', product_variant_id: 'felt-hat-red', quantity: 2, price: 20 }]
    const order = { id: 'o-links', customer, currency_code: 'EUR', order_total: 40, lines }
    expect((await world.fetch(`${STORE}/orders`, json('POST', order))).status).toBe(200)
    const { page } = await open(world, { page: 'state', table: 'store_customers', id: 'acme-shop,c-9' })
    await page.locator('.detail').getByRole('link', { name: '1 orders' }).click()
    await page.locator('.row.state', { hasText: 'o-links' }).click()
    await page.locator('.detail').getByRole('link', { name: '1 lines' }).click()
    await page.locator('.row.state', { hasText: '2 × 20.00' }).waitFor()

    const other = await makeWorld({ scenario: 'starter' })
    const id = await sendCampaign(other)
    const { rows } = await other.state.table('recipients', { text: id })
    const second = await open(other, { page: 'state', table: 'campaigns', id })
    await second.page
      .locator('.detail')
      .getByRole('link', { name: `${rows.length} recipients` })
      .click()
    await second.page.getByText(`${rows.length} rows`).waitFor()
  })

  test('what changed is told by its title, not by its key', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch(`/lists/${LIST}/members`, json('POST', { email_address: 'zoe@acme.test', status: 'subscribed' }))
    const { page } = await open(world, { page: 'state', compare: '1' })
    await page.locator('summary', { hasText: 'Members' }).waitFor()
    await page.getByRole('link', { name: 'zoe@acme.test', exact: true }).click()
    await page.getByRole('heading', { name: 'member zoe@acme.test' }).waitFor()
  })

  test('no table is called by its raw name before its words are there', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch(`/lists/${LIST}/members`, json('POST', { email_address: 'zoe@acme.test', status: 'subscribed' }))
    const [call] = await world.requests.list({ operation: 'addMember' })
    const { page } = await open(world, { page: 'home' })
    await page.locator('.code pre').first().waitFor()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/state$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(new URL(`?world=${world.id}&page=requests&id=${call?.id}`, page.url()).href)
    await page.getByRole('heading', { name: 'What it changed' }).waitFor()
    expect(await page.locator('.detail .change').count()).toBe(0)
    release()
    await page.locator('.detail .change', { hasText: 'Members' }).first().waitFor()
  })
})
