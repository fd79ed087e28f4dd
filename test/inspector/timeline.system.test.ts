import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withoutBrowser } from '../public/browser.ts'
import { waitUntilDrawn } from './combinations.ts'
import { firstList, hook, inspected, json, receiver } from './inspected.ts'

/** The names of the rows that are lit up, the latest first. */
function related(page: Page): Promise<string[]> {
  return page.locator('.item-row.related > .badge').evaluateAll((badges) => badges.map(({ textContent }) => textContent ?? ''))
}

/** The words of the rows, the latest first. */
function words(page: Page): Promise<string[]> {
  return page.locator('.item-row .words').allTextContents()
}

const row = (page: Page, hasText: string | RegExp) => page.locator('.item-row', { hasText })

const member = (email_address: string) => json('POST', { email_address, status: 'subscribed' })

describe.skipIf(withoutBrowser)('the timeline of the inspector', () => {
  const { world: makeWorld, open } = inspected()

  test('the timeline orders calls of a frozen world by their changes, and now is in view above them', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    for (const name of ['new', 'bob', 'eve']) await world.fetch(`/lists/${list}/members`, member(`${name}@acme.test`))
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'timeline' })
    await row(page, 'ping').waitFor()
    expect(await words(page)).toEqual([
      expect.stringContaining('ping'),
      expect.stringMatching(/^addMember eve@acme.test/),
      expect.stringMatching(/^addMember bob@acme.test/),
      expect.stringMatching(/^addMember new@acme.test/),
      expect.stringContaining('getLists'),
    ])
    const [now, first] = [await page.locator('.now-row').boundingBox(), await row(page, 'ping').boundingBox()]
    expect(now && first && now.y < first.y).toBe(true)
  })

  test('a click on a mark selects it, opens its details beside the list, and lights its causes and consequences', async () => {
    await using target = await receiver(500)
    const world = await makeWorld()
    const list = await firstList(world)
    await hook(world, list, target.url)
    await world.fetch(`/lists/${list}/members`, member('ada@example.com'))
    const { page } = await open(world, { page: 'timeline' })
    await row(page, 'in 1 min').waitFor()
    await page.locator('.mark-of', { hasText: 'addMember ada@example.com' }).first().click()
    await expect.poll(() => related(page)).toEqual(['webhook', 'webhook', 'call'])
    expect(await page.locator('.joint').count()).toBe(2)
    await page.getByRole('heading', { name: /^addMember/ }).waitFor()
    await page.locator('.detail').getByText('Causes and consequences').waitFor()
    await page.reload()
    await page.locator('.item-row.on', { hasText: 'addMember' }).waitFor()
  })

  test('the areas of the marks of a lane do not cover their neighbours', async () => {
    const world = await makeWorld()
    for (let n = 0; n < 40; n++) await world.fetch(n % 2 ? '/ping' : '/lists')
    const { page } = await open(world, { page: 'timeline' })
    await page.locator('.mark-of').nth(39).waitFor()
    const areas = await page
      .locator('.mark-of .target')
      .evaluateAll((all) => all.map((each) => [Number(each.getAttribute('x')), Number(each.getAttribute('width'))] as const))
    const overlaps = areas.filter(
      ([x = 0], index) => index > 0 && x + 0.01 < (areas[index - 1]?.[0] ?? 0) + (areas[index - 1]?.[1] ?? 0),
    )
    expect(overlaps).toEqual([])
  })

  test('calls that are alike are one entry, which a click opens and the keys + and - zoom', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    for (let n = 0; n < 20; n++) await world.fetch(`/lists/${list}/members`, member(`m${n}@acme.test`))
    // Only a list that is too long has entries for several.
    for (let n = 0; n < 110; n++) await world.fetch('/ping')
    const { page } = await open(world, { page: 'timeline' })
    await row(page, '20 × addMember').click()
    await page.getByRole('heading', { name: '20 × addMember' }).waitFor()
    await page.locator('.detail').getByRole('link', { name: 'addMember m19@acme.test' }).waitFor()
    await page.keyboard.press('+')
    await row(page, 'addMember m19@acme.test').waitFor()
    expect(await page.locator('.item-row').count()).toBe(20)
    await page.keyboard.press('-')
    await row(page, '20 × addMember').waitFor()
  })

  test('a part that is drawn on the chart is zoomed to, and the key 0 shows everything again', async () => {
    const world = await makeWorld()
    for (const path of ['/lists', '/ping', '/templates', '/campaigns']) await world.fetch(path)
    const { page } = await open(world, { page: 'timeline' })
    const [from, to] = await Promise.all(
      ['ping', 'getTemplates'].map((name) => page.locator('.mark-of', { hasText: name }).boundingBox()),
    )
    if (!from || !to) throw new Error('A mark is missing.')
    await page.mouse.move(from.x + 8, from.y + 40)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 4, to.y + 40, { steps: 4 })
    await page.mouse.up()
    await page.getByText('zoomed: 2 entries').waitFor()
    await expect.poll(() => words(page)).toEqual([expect.stringContaining('getTemplates'), expect.stringContaining('ping')])
    await page.keyboard.press('0')
    await row(page, 'getCampaigns').waitFor()
  })

  test('eight days of a scenario timeline show its jobs by name, a row for each day, and the future collapsed above now', async () => {
    const world = await makeWorld({ scenario: 'newsletter-live' })
    await world.clock.advance('P8D')
    const { page } = await open(world, { page: 'timeline' })
    await page.getByRole('button', { name: /\d+ jobs until 2027-01-14/ }).waitFor()
    await page.locator('.day-row', { hasText: 'Friday, 2026-01-23 today' }).waitFor()
    expect(await page.locator('.item-row .time').first().textContent()).toMatch(/^2026-01-23 /)
    await expect.poll(() => page.locator('.chart .date').allTextContents()).toContain('2026-01-22')
    await page.locator('.windowed').evaluate((list) => list.scrollTo(0, 1e9))
    await page.locator('.day-row', { hasText: 'Thursday, 2026-01-22 yesterday' }).waitFor()
    await row(page, 'The scenario sends the campaign Acme Weekly, week 1').waitFor()
    await row(page, '1,308 emails of Acme Weekly, week 1').click()
    await page.locator('.detail').getByText('of 1,308').waitFor()
    await page.locator('.windowed').evaluate((list) => list.scrollTo(0, 0))
    await page.getByRole('button', { name: /jobs until/ }).click()
    await row(page, /The scenario sends the campaign Acme Insiders, letter 1.*in 2 days/).waitFor()
  })

  test('the timeline shows the jobs that ran for all calls, and each leads to its object', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(
      '/batches',
      json('POST', { operations: [{ method: 'PATCH', path: `/lists/${list}`, body: '{"name":"New"}' }] }),
    )
    await world.clock.advance({ until: 'idle' })
    const { page } = await open(world, { page: 'timeline' })
    await row(page, 'createBatch').click()
    await expect.poll(() => related(page)).toEqual(['job', 'call', 'job', 'job', 'call'])
    await row(page, /The batch \S+ is prepared/).click()
    await page.locator('.detail').getByText('What it caused').waitFor()
    await page.locator('.detail').getByRole('link', { name: 'Details' }).click()
    await page.getByRole('heading', { name: /^batch/ }).waitFor()
  })

  test('the timeline shows faults with their calls and webhooks, and triggers with their changes', async () => {
    await using target = await receiver(200)
    const world = await makeWorld()
    const list = await firstList(world)
    await hook(world, list, target.url)
    await world.faults.add({ match: { operation: 'getLists' }, effect: { problem: { preset: 'TooManyRequests' } } })
    await world.deliveryFaults.add({ match: { event: 'subscribe' }, effect: 'drop' })
    await world.fetch('/lists')
    await world.fetch('/ping', { headers: { 'x-trigger-error': 'InternalServerError' } })
    await world.fetch(`/lists/${list}/members`, member('ada@example.com'))
    await world.trigger('member.unsubscribe', { list_id: list, email_address: 'ada@example.com' })
    const { page } = await open(world, { page: 'timeline' })
    await row(page, 'subscribe ada@example.com').filter({ hasText: 'delivery fault 1' }).first().waitFor()
    await row(page, 'X-Trigger-Error').waitFor()
    await row(page, /getLists.*fault 1: problem/).waitFor()
    await row(page, /member\.unsubscribe ada@example\.com.*Members/).waitFor()
    expect(await page.locator('.chart').getByText('Faults', { exact: true }).count()).toBe(1)
  })

  test('a lane of the timeline that is switched off is left out, and stays off after a reload', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'pending' }))
    const { page } = await open(world, { page: 'timeline' })
    await row(page, 'to ada@example.com').waitFor()
    await page.getByRole('button', { name: 'emails', exact: true }).click()
    await row(page, 'to ada@example.com').waitFor({ state: 'detached' })
    await page.reload()
    await row(page, 'addMember').waitFor()
    expect(await row(page, 'to ada@example.com').count()).toBe(0)
  })

  test('the timeline shows what was asked for last, even if two questions come before the browser draws', async () => {
    const world = await makeWorld()
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'timeline' })
    await row(page, 'ping').waitFor()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const earlier: Request[] = []
    const isEarlier = ({ pathname, searchParams }: URL): boolean =>
      pathname.endsWith('/timeline') && searchParams.get('kinds')?.includes('job') === true
    await page.route(isEarlier, async (route) => {
      earlier.push(route.request())
      await held
      await route.continue()
    })
    await page.evaluate(`(() => {
      const [frame, late] = [requestAnimationFrame, []]
      window.requestAnimationFrame = (draw) => late.push(draw)
      window.drawLate = () => {
        window.requestAnimationFrame = frame
        for (const draw of late) draw(0)
      }
    })()`)
    for (const name of ['emails', 'jobs']) await page.getByRole('button', { name, exact: true }).click()
    await page.evaluate('drawLate()')
    await row(page, 'ping').waitFor()
    release()
    for (const request of earlier) await request.response()
    await waitUntilDrawn(page)
    expect(await words(page)).toEqual([expect.stringContaining('ping')])
  })

  test('j and k move through the items of the timeline', async () => {
    const world = await makeWorld()
    await world.fetch('/lists')
    await world.fetch('/ping')
    const { page } = await open(world, { page: 'timeline' })
    await row(page, 'ping').waitFor()
    await page.keyboard.press('j')
    await page.locator('.item-row.on', { hasText: 'ping' }).waitFor()
    await page.keyboard.press('j')
    await page.locator('.item-row.on', { hasText: 'getLists' }).waitFor()
  })

  test('the strip holds an old selected call, now is apart from what is shown, lists say what is gone, and one load makes each call once', async () => {
    const world = await makeWorld()
    for (let n = 0; n < 60; n++) await world.fetch(n % 2 ? '/ping' : '/lists')
    const [first] = await world.requests.list({ limit: 1 })
    const { page } = await open(world, { page: 'requests', id: first?.id ?? '' })
    await page.locator('.strip .mark-of.on').first().waitFor()
    await page.locator('.strip path.later').waitFor({ state: 'attached' })
    const calls: string[] = []
    page.on('request', (request) => void (request.url().includes('/_control/') && calls.push(request.url())))
    await page.route(/\/requests\?/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), evicted: 7 } })
    })
    await page.reload()
    await page.locator('.strip .mark-of.on').first().waitFor()
    await page.getByText('7 older entries are no longer kept').waitFor()
    await page.getByText('Causes and consequences').or(page.getByText('What it changed')).first().waitFor()
    expect(calls.filter((url, index) => calls.indexOf(url) !== index)).toEqual([])
    await page.goto(
      page
        .url()
        .replace('page=requests', 'page=timeline')
        .replace(/&id=[^&]+/, `&to=request:${first?.id}`),
    )
    await page.getByRole('button', { name: 'Show later entries' }).click()
    await page.getByRole('button', { name: 'Show later entries' }).waitFor({ state: 'detached' })
  })
})
