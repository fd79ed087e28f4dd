import { describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { withoutBrowser } from '../public/browser.ts'
import { hook, inspected, json, receiver } from './inspected.ts'
import { LIST } from './staged.ts'

const CARTS = '/ecommerce/stores/acme-shop/carts'

describe.skipIf(withoutBrowser)('the remedies for what did not happen', () => {
  const { world: makeWorld, open } = inspected()

  test('a webhook that failed is advanced to its next attempt, and at last sent again', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await using target = await receiver(500)
    await hook(world, LIST, target.url)
    await world.fetch(`/lists/${LIST}/members`, json('POST', { email_address: 'ada@remedy.test', status: 'subscribed' }))
    await world.clock.advance({ by: 0 })
    const [delivery] = await world.deliveries.list({ event: 'subscribe' })
    const id = String(delivery?.id)
    const { page } = await open(world, { page: 'webhooks', id })
    await page.getByRole('button', { name: 'Advance 1 min' }).click()
    await expect.poll(() => page.locator('.attempts > li').count()).toBe(2)
    await world.clock.advance({ until: 'idle' })
    const failed = (await world.deliveries.get(Number(id))).attempts.length
    await page.getByRole('button', { name: 'Send the webhook again' }).click()
    await expect.poll(async () => (await world.deliveries.get(Number(id))).attempts.length).toBe(failed + 1)
  })

  test('the fault that answered a call is lifted', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.faults.add({ match: { operation: 'ping' }, when: {}, effect: { problem: { preset: 'TooManyRequests' } } })
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'requests' })
    await page.getByRole('button', { name: 'Lift the fault' }).click()
    await page.getByText('Done.').waitFor()
    expect(await world.faults.list()).toEqual([])
    expect((await world.fetch('/ping')).status).toBe(200)
  })

  test('a cart gets the address to check out without which no email goes out', async () => {
    const world = await makeWorld({ scenario: 'shop' })
    const cart = {
      id: 'forgotten',
      customer: { id: 'c-9', email_address: 'ada@remedy.test', opt_in_status: true },
      currency_code: 'EUR',
      order_total: 40,
      lines: [{ id: '1', product_id: 'felt-hat', product_variant_id: 'felt-hat-red', quantity: 2, price: 20 }],
    }
    expect((await world.fetch(CARTS, json('POST', cart))).status).toBe(200)
    const { page } = await open(world, { page: 'requests' })
    await page.getByRole('button', { name: 'Give the cart a checkout address' }).click()
    await page.getByText('Done.').waitFor()
    const changed: Body = await (await world.fetch(`${CARTS}/forgotten`)).json()
    expect(changed.checkout_url).toContain('https://')
  })
})
