import { describe, expect, test } from 'vitest'
import { CONNECTION_LANGUAGES, connectionCode } from '../../src/kit/client/connection-code.ts'
import { withoutBrowser } from '../public/browser.ts'
import { firstList, hook, inspected, json, receiver } from './inspected.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

describe.skipIf(withoutBrowser)('the door of the inspector', () => {
  const { world: makeWorld, open, server } = inspected()

  test('the bare address of the inspector shows the home page, which says what this is', async () => {
    const { page } = await open(await makeWorld())
    await page.goto(`${server().url}/`)
    await page.getByText(/answers your application with the service's own API/).waitFor()
    expect(await page.title()).toBe('Home · default · maildouble')
  })

  test('the home page has the code for each language and client, for the world that is shown', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'home' })
    for (const [name, { title }] of Object.entries(CONNECTION_LANGUAGES)) {
      await page.getByRole('button', { name: title, exact: true }).click()
      const expected = connectionCode(name as keyof typeof CONNECTION_LANGUAGES, world)
      await expect.poll(() => page.locator('.code h4').allInnerTexts()).toEqual(expected.map(({ client }) => client))
      expect(await page.locator('.code pre').allInnerTexts()).toEqual(expected.map(({ code }) => code))
    }
  })

  test('a first call is sent from the home page with the key of the world, and leads to the list of calls', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'home' })
    await page.getByLabel(/^GET /).fill('/ping')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('"health_status"').waitFor()
    expect((await world.requests.list()).map(({ operation, status }) => [operation, status])).toEqual([['ping', 200]])
    await page.getByRole('link', { name: 'Open the call in Requests' }).click()
    await page.getByRole('heading', { name: /ping/ }).waitFor()
  })

  test('the bar copies the base URL and the key on every page', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'state' }, { permissions: ['clipboard-read', 'clipboard-write'] })
    const copied = (): Promise<unknown> => page.evaluate('navigator.clipboard.readText()')
    await page.getByRole('button', { name: /^Copy the base URL/ }).click()
    await page.getByText('The base URL is copied.').waitFor()
    expect(await copied()).toBe(world.baseUrl)
    await page.getByRole('button', { name: /^Copy the key/ }).click()
    await page.getByText('The key is copied.').waitFor()
    expect(await copied()).toBe(world.apiKey)
  })

  test('the page of worlds compares them, the one with the latest call first, and leads to that call', async () => {
    await using target = await receiver(500)
    const quiet = await makeWorld({ id: 'quiet' })
    const busy = await makeWorld({ id: 'busy', scenario: 'starter' })
    const list = await firstList(busy)
    await hook(busy, list, target.url)
    await busy.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    await busy.faults.add({ effect: { latency: 1 }, match: { operation: 'ping' } })
    await busy.clock.advance('PT1S')
    await busy.fetch('/nowhere')
    const { page } = await open(quiet, { page: 'worlds' })
    const row = page.locator('tbody tr').first()
    await expect
      .poll(() => row.locator('th, td').allInnerTexts())
      .toEqual([
        'busy',
        'starter',
        '2026-01-15 09:00:01 frozen',
        expect.stringMatching(/^GET \/3\.0\/nowhere 404 .* ago$/),
        '4',
        '1',
        '1',
        '1',
      ])
    await row.getByRole('link', { name: 'busy' }).click()
    await page.getByRole('button', { name: 'World busy' }).waitFor()
    await page.getByRole('heading', { name: /No operation/ }).waitFor()
    await busy.delete()
    await quiet.delete()
  })

  test('the page of worlds is shown although the world of the address is gone', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.getByText('No calls yet').waitFor()
    await world.delete()
    await page.getByRole('link', { name: 'All worlds' }).click()
    await page.getByRole('row', { name: /default/ }).waitFor()
  })

  test('the newest call is selected on arrival at the list of calls, and not on a phone, where it would hide the list', async () => {
    const world = await makeWorld()
    await world.fetch('/lists')
    await world.fetch('/ping')
    const { page } = await open(world)
    await page.getByRole('heading', { name: /ping/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Select a call').waitFor()
    const { page: phone } = await open(world, {}, PHONE)
    await phone.locator('.row.call').first().waitFor()
    expect(new URL(phone.url()).searchParams.has('id')).toBe(false)
  })

  test('"Run until idle" is the main button only while a job is pending', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    const button = page.getByRole('button', { name: 'Run until idle' })
    await expect.poll(() => button.getAttribute('class')).toBe('idle quiet')
    await world.fetch('/batches', json('POST', { operations: [{ method: 'GET', path: '/lists' }] }))
    await expect.poll(() => button.getAttribute('class')).toBe('idle primary')
    await button.click()
    await expect.poll(() => button.getAttribute('class')).toBe('idle quiet')
  })

  test('a row in the list of calls names the error, what the call caused, and what was ignored', async () => {
    await using target = await receiver(200)
    const world = await makeWorld()
    const list = await firstList(world)
    await hook(world, list, target.url)
    const member = { email_address: 'ada@example.com', status: 'subscribed', shoe_size: 38 }
    await world.fetch(`/lists/${list}/members`, json('POST', member))
    await world.fetch('/nowhere')
    const { page } = await open(world)
    await page.getByRole('link', { name: /POST Add a member.* · ada@example.com.*1 webhook.*ignored: shoe_size.*200/ }).waitFor()
    await page.getByRole('link', { name: /GET .*\/nowhere.*ResourceNotFound.*404/ }).waitFor()
  })

  test('advances and triggers are rows between the calls, with their own details', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.clock.advance('PT1H')
    await world.trigger('member.subscribe', { list_id: list, email_address: 'ada@example.com' })
    await world.fetch('/ping')
    const { page } = await open(world)
    await expect
      .poll(() => page.locator('.row .path').allInnerTexts())
      .toEqual([
        "Check the service's health /ping",
        'member.subscribe ada@example.com',
        'The clock advanced by PT1H',
        expect.stringMatching(/lists.*count=1/),
      ])
    await page.getByText('2 calls, 2 actions between them').waitFor()
    await page.getByRole('link', { name: /The clock advanced/ }).click()
    await page.getByRole('heading', { name: 'The clock advanced by PT1H' }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'member.subscribe ada@example.com' }).waitFor()
    await page.getByRole('button', { name: 'Refused' }).click()
    await page.getByText('No call matches').waitFor()
  })

  test('the list of calls says how many match, of how many', async () => {
    const world = await makeWorld()
    for (const path of ['/lists', '/ping', '/ping']) await world.fetch(path)
    const { page } = await open(world, { q: 'ping' })
    await page.getByText('2 of 3 calls').waitFor()
  })

  test('a phone has the heading of the inspector for screen readers', async () => {
    const { page } = await open(await makeWorld(), {}, PHONE)
    await page.getByText('No calls yet').waitFor()
    expect(await page.getByRole('heading', { level: 1, name: 'maildouble' }).count()).toBe(1)
  })

  test('the coverage of the contract lists the called resource with the most gaps first, and counts the untouched ones', async () => {
    const world = await makeWorld()
    for (const path of ['/ping', '/lists', '/campaigns']) await world.fetch(path)
    const { page } = await open(world, { page: 'contract' })
    await page.locator('.coverage summary').first().waitFor()
    const gaps = (await page.locator('.coverage .count').allInnerTexts()).map((text) =>
      Number.parseInt(text.replace(',', ''), 10),
    )
    expect(gaps).toEqual(gaps.toSorted((a, b) => b - a))
    expect(gaps).toHaveLength(3)
    await page.getByText(/\d+ resources untouched/).waitFor()
  })

  test('short JSON is in one line, and a closed object shows its first members', async () => {
    const world = await makeWorld()
    await world.fetch('/nowhere', json('POST', { tags: ['a', 'b'], six: { a: 1, b: 2, c: 3, d: 4, e: { f: 1 }, g: 'x' } }))
    const { page } = await open(world)
    const request = page.locator('section', { hasText: 'Request' }).locator('.json').first()
    await expect.poll(() => request.innerText()).toContain('"tags": ["a", "b"],')
    expect(await request.innerText()).toContain('"six": { a: 1, b: 2, c: 3, … 3 more }')
  })
})

describe.skipIf(withoutBrowser)('the inspector of a server that stops', () => {
  const { world: makeWorld, open, server } = inspected()

  test('the inspector tells a person how to start a server again, and keeps what it has loaded', async () => {
    const world = await makeWorld()
    await world.fetch('/ping')
    const { page } = await open(world)
    await page.getByRole('heading', { name: /ping/ }).waitFor()
    const { port } = new URL(server().url)
    await server().stop()
    await page.getByRole('alert').getByText(`npx maildouble serve --port ${port}`).waitFor()
    await page.getByRole('heading', { name: /ping/ }).waitFor()
  })
})
