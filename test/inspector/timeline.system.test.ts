import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withoutBrowser } from '../public/browser.ts'
import { firstList, hook, inspected, json, receiver } from './inspected.ts'

/** The names of the items that are lit up, the latest first. */
function related(page: Page): Promise<string[]> {
  return page.locator('.item.related .badge').allTextContents()
}

describe.skipIf(withoutBrowser)('the timeline of the inspector', () => {
  const { world: makeWorld, open } = inspected()

  test('a call selected in the timeline highlights its changes, its webhook and the pending retry', async () => {
    await using target = await receiver(500)
    const world = await makeWorld()
    const list = await firstList(world)
    await hook(world, list, target.url)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    const { page } = await open(world, { page: 'timeline' })
    await page.getByRole('button', { name: /in 1 min The delivery 2/ }).waitFor()
    await page.getByRole('button', { name: /addMember: 200/ }).click()
    await expect.poll(() => related(page)).toEqual(['in 1 min', 'webhook', 'change', 'call'])
    expect(await page.locator('.joint').count()).toBe(3)
    await page.getByRole('button', { name: /change members: 1 row added/ }).waitFor()
  })

  test('the timeline shows the jobs that ran for all calls, each with its original call and its changes', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    const operations = [{ method: 'PATCH', path: `/lists/${list}`, body: '{"name":"New"}' }]
    await world.fetch('/batches', json('POST', { operations }))
    await world.clock.advance({ until: 'idle' })
    const { page } = await open(world, { page: 'timeline' })
    await page.getByRole('button', { name: /job The batch .* is prepared/ }).waitFor()
    await page.getByRole('button', { name: /job The batch .* finishes/ }).waitFor()
    await page.getByRole('button', { name: /createBatch: 200/ }).click()
    // The operation of the batch is a call with changes of its own.
    await page.locator('.item.related', { hasText: 'updateList: 200' }).waitFor()
    await page.locator('.item.related', { hasText: /lists: 1 row changed/ }).waitFor()
    expect((await related(page)).filter((name) => name === 'job')).toHaveLength(3)
    await page.locator('.item', { hasText: 'is prepared' }).getByRole('link', { name: 'Details' }).click()
    await page.getByRole('heading', { name: /^batch/ }).waitFor()
  })

  test('the timeline shows a fault that fired with its call, and a delivery fault with its webhook', async () => {
    await using target = await receiver(200)
    const world = await makeWorld()
    const list = await firstList(world)
    await hook(world, list, target.url)
    await world.faults.add({ match: { operation: 'getLists' }, effect: { problem: { preset: 'TooManyRequests' } } })
    await world.deliveryFaults.add({ match: { event: 'subscribe' }, effect: 'drop' })
    await world.fetch('/lists')
    await world.fetch('/ping', { headers: { 'x-trigger-error': 'InternalServerError' } })
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    const { page } = await open(world, { page: 'timeline' })
    await page.getByRole('button', { name: /fault delivery fault 1 in subscribe/ }).waitFor()
    await page.getByRole('button', { name: /fault X-Trigger-Error in GET/ }).waitFor()
    await page.getByRole('button', { name: /fault fault 1 in getLists: problem/ }).click()
    await expect.poll(() => related(page)).toEqual(['fault', 'call'])
  })

  test('the timeline shows a trigger by its changes', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    await world.trigger('member.unsubscribe', { list_id: list, email_address: 'ada@example.com' })
    const { page } = await open(world, { page: 'timeline' })
    await page.getByRole('button', { name: /change members: 1 row changed.*, by the trigger member\.unsubscribe/ }).waitFor()
  })

  test('a lane of the timeline that is switched off is left out, and stays off after a reload', async () => {
    const world = await makeWorld()
    await world.fetch('/lists')
    await world.fetch('/ping', { headers: { 'x-trigger-error': 'InternalServerError' } })
    const { page } = await open(world, { page: 'timeline' })
    await page.getByRole('button', { name: /X-Trigger-Error/ }).waitFor()
    await page.getByRole('button', { name: 'faults', exact: true }).click()
    await page.getByRole('button', { name: /X-Trigger-Error/ }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: /getLists: 200/ }).waitFor()
    expect(await page.getByRole('button', { name: /X-Trigger-Error/ }).count()).toBe(0)
  })

  test('j and k move through the items of the timeline', async () => {
    const world = await makeWorld()
    await world.fetch('/lists')
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'timeline' })
    await page.getByRole('button', { name: /ping: 200/ }).waitFor()
    await page.keyboard.press('j')
    await page.locator('.item-row.on', { hasText: 'ping' }).waitFor()
    await page.keyboard.press('j')
    await page.locator('.item-row.on', { hasText: 'getLists' }).waitFor()
  })
})
