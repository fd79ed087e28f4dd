import { describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { withoutBrowser } from '../public/browser.ts'
import { firstList, hook, inspected, json, receiver } from './inspected.ts'

describe.skipIf(withoutBrowser)('the chain in the inspector', () => {
  const { world: makeWorld, open } = inspected()

  test('the details of a call lead over the chain to the webhook and back, and to the row and its chain', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    const list = await firstList(world)
    await using target = await receiver(500)
    await hook(world, list, target.url)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    await world.clock.advance({ by: 0 })
    const [request] = await world.requests.list({ operation: 'addMember' })
    const { page } = await open(world, { page: 'requests', id: request?.id ?? '' })
    const chain = page.locator('.chain', { hasText: 'attempt 1: answered 500' })
    await chain.waitFor()
    expect(await chain.locator('[aria-current=true]').textContent()).toContain(`POST /3.0/lists/${list}/members`)
    await page.getByText('the last was answered 500; the next attempt is due in 60 s').waitFor()
    // What did not happen stands before the chain.
    const sections = await page.locator('.detail .section h3').allTextContents()
    expect(sections.indexOf('What did not happen')).toBeLessThan(sections.indexOf('Causes and consequences'))
    expect(await page.getByRole('button', { name: 'Advance 1 min' }).count()).toBe(1)

    await chain.getByRole('link', { name: /^subscribe to/ }).click()
    await page.getByRole('heading', { name: /subscribe/ }).waitFor()
    await expect.poll(() => chain.locator('[aria-current=true]').textContent()).toContain('subscribe to')
    await chain.getByRole('link', { name: /ada@example.com/ }).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await expect.poll(() => chain.locator('[aria-current=true]').textContent()).toContain('ada@example.com')
    await page.getByRole('heading', { name: 'Causes and consequences' }).click()
    await chain.getByRole('link', { name: /^POST/ }).click()
    await page.getByRole('heading', { name: /addMember/ }).waitFor()
  })

  test('the details of a call say why there was no webhook and no email, with a link to what is in the way', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    const list = await firstList(world)
    await using target = await receiver(200)
    const body = { url: target.url, events: { subscribe: true }, sources: { user: true, admin: true, api: false } }
    await world.fetch(`/lists/${list}/webhooks`, json('POST', body))
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    const [request] = await world.requests.list({ operation: 'addMember' })
    const { page } = await open(world, { page: 'requests', id: request?.id ?? '' })
    await page.getByText('the change came from the API, and the webhook leaves out the source `api`').waitFor()
    await page.getByText('No email that asks for a confirmation').waitFor()
    // The remedy is one click.
    await page.getByRole('button', { name: 'Turn on source api' }).click()
    await page.getByText('Done.').waitFor()
    const { webhooks }: Body = await (await world.fetch(`/lists/${list}/webhooks`)).json()
    expect(webhooks).toMatchObject([{ sources: { api: true } }])
    await page
      .getByRole('link', { name: /^webhook / })
      .first()
      .click()
    // The strip above has marks whose hidden titles hold the URL as well.
    await page.locator('.detail').getByText(target.url).first().waitFor()
    expect(new URL(page.url()).searchParams.get('table')).toBe('webhooks')
  })

  test('the details of an email lead to the call that sent it', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    const list = await firstList(world)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'p@example.com', status: 'pending' }))
    const { page } = await open(world, { page: 'emails', id: '1' })
    await page.getByRole('heading', { name: 'Causes and consequences' }).waitFor()
    await page.getByRole('link', { name: `POST /3.0/lists/${list}/members` }).click()
    await page.getByRole('heading', { name: /addMember/ }).waitFor()
  })

  test('a batch that waits for the frozen clock says so in the details of its row', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch('/batches', json('POST', { operations: [{ method: 'GET', path: '/ping' }] }))
    const { rows } = await world.state.table('batches')
    const { page } = await open(world, { page: 'state', table: 'batches', id: String(rows[0]?.['id']) })
    await page.getByText(/is prepared: due in 0\.2 s .* and the clock is frozen/).waitFor()
  })

  test('the jobs of a chain lead to their items in the timeline, before and after they ran', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch('/batches', json('POST', { operations: [{ method: 'GET', path: '/ping' }] }))
    const [request] = await world.requests.list({ operation: 'createBatch' })
    const { page } = await open(world, { page: 'requests', id: request?.id ?? '' })
    await page
      .locator('.chain')
      .getByRole('link', { name: /is prepared$/ })
      .click()
    await page.locator('.item-row.on.ahead', { hasText: 'is prepared' }).waitFor()
    await world.clock.advance({ until: 'idle' })
    await page.locator('.item-row.on:not(.ahead)', { hasText: 'is prepared' }).waitFor()
    await page.goBack()
    await page
      .locator('.chain')
      .getByRole('link', { name: /finishes$/ })
      .click()
    await page.locator('.item-row.on:not(.ahead)', { hasText: 'finishes' }).waitFor()
    await page
      .locator('.detail')
      .getByRole('heading', { name: /finishes$/ })
      .waitFor()
  })

  test('a job of a chain in a part of the timeline leads to its item outside of this part', async () => {
    const world = await makeWorld({ scenario: 'starter' })
    await world.fetch('/batches', json('POST', { operations: [{ method: 'GET', path: '/ping' }] }))
    await world.clock.advance({ until: 'idle' })
    const [request] = await world.requests.list({ operation: 'createBatch' })
    const id = `request:${request?.id}`
    const { page } = await open(world, { page: 'timeline', id, from: id, to: id, hide: 'jobs' })
    await page
      .locator('.chain')
      .getByRole('link', { name: /is prepared$/ })
      .click()
    await page.locator('.item-row.on', { hasText: 'is prepared' }).waitFor()
  })

  test('the trigger of a chain leads to its item in the timeline', async () => {
    const world = await makeWorld({ scenario: 'starter', settings: { webhooks: { mode: 'record' } } })
    const list = await firstList(world)
    await hook(world, list, 'http://127.0.0.1:9/hook')
    await world.trigger('member.subscribe', { list_id: list, email_address: 'ada@example.com' })
    const [delivery] = await world.deliveries.list({ event: 'subscribe' })
    const { page } = await open(world, { page: 'webhooks', id: String(delivery?.id) })
    await page.locator('.chain').getByRole('link', { name: 'the trigger member.subscribe' }).click()
    await page.locator('.item-row.on', { hasText: 'member.subscribe' }).waitFor()
  })

  test('the trigger of a chain that changed nothing is no link, since the timeline does not show it', async () => {
    const world = await makeWorld({ scenario: 'starter', settings: { webhooks: { mode: 'record' } } })
    const list = await firstList(world)
    await hook(world, list, 'http://127.0.0.1:9/hook')
    await world.trigger('event.emit', { event: 'subscribe', list_id: list })
    const [delivery] = await world.deliveries.list({ event: 'subscribe' })
    const { page } = await open(world, { page: 'webhooks', id: String(delivery?.id) })
    await page.locator('.chain').getByText('the trigger event.emit').waitFor()
    expect(await page.locator('.chain').getByRole('link', { name: 'the trigger event.emit' }).count()).toBe(0)
  })
})
