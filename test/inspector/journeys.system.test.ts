import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../src/kit/client/index.ts'
import { withoutBrowser } from '../public/browser.ts'
import { type Combination, DESKTOP, PHONE, SCREENS, showIn } from './combinations.ts'
import { inspected, json, memberStatus, receiver, search } from './inspected.ts'
import { LIST, stage } from './staged.ts'

const row = (page: Page, hasText: string | RegExp) => page.locator('.item-row', { hasText })

describe.skipIf(withoutBrowser)('the inspector on desktops and phones, in light and in dark colours', () => {
  const { world: makeWorld, open, maildouble } = inspected({ scenario: 'starter' })
  let target: Awaited<ReturnType<typeof receiver>>
  beforeAll(async () => {
    target = await receiver(500)
  })
  afterAll(() => target?.[Symbol.asyncDispose]())

  async function openIn(world: World, address: Readonly<Record<string, string>>, combination: Combination): Promise<Page> {
    const { width, height, colorScheme } = combination
    const { page } = await open(world, address, {
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    return page
  }

  /** On a phone, the details are in the place of the list. */
  async function backToList(page: Page, { width }: Combination): Promise<void> {
    if (width < 800) await page.getByRole('button', { name: /^← Back/ }).click()
  }

  test.each(SCREENS)('a timeline is read by its marks: $width pixels, $colorScheme', async (combination) => {
    const world = await makeWorld({ scenario: 'starter' })
    const members = `/lists/${LIST}/members`
    for (let n = 1; n <= 30; n++)
      await world.fetch(members, json('POST', { email_address: `reader-${n}@acme.test`, status: 'subscribed' }))
    for (let n = 1; n <= 45; n++) await world.fetch(n % 3 === 0 ? `${members}?count=5` : `/lists/${LIST}`)
    const page = await openIn(world, { page: 'timeline' }, combination)

    // Reads came after writes, so they are nearer to now, which is above all of them.
    await page.locator('.item-row').first().waitFor()
    const words = await page.locator('.item-row .words').allTextContents()
    const isRead = words.map((each) => /getList|getMembers/.test(each))
    expect(isRead).toEqual(isRead.toSorted((a, b) => Number(b) - Number(a)))
    const [now, latest] = [await page.locator('.now-row').boundingBox(), await page.locator('.item-row').first().boundingBox()]
    expect(now && latest && now.y < latest.y).toBe(true)

    // A click in the middle of each area selects the entry of its own mark.
    const marks = page.locator('.mark-of')
    await marks.first().waitFor()
    const count = await marks.count()
    for (const index of new Set([0, Math.floor(count / 2), count - 1])) {
      const mark = marks.nth(index)
      const box = await mark.locator('.target').boundingBox()
      if (!box) throw new Error('The mark is not drawn.')
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      await page.locator('.detail article h2').waitFor()
      await expect.poll(() => mark.getAttribute('class')).toContain(' on')
      const name = (await mark.locator('title').textContent())?.replace(/^[\d-]+ [\d:]+ /, '') ?? ''
      await backToListOf(page, combination)
      await expect.poll(() => page.locator('.item-row').count()).toBeGreaterThan(0)
      // They are drawn again once the chart has its width back.
      await expect.poll(() => marks.count()).toBe(count)
      expect(name).not.toBe('')
    }

    // A part that is drawn on the chart, and everything again.
    const boxes = (await Promise.all((await marks.all()).map((each) => each.boundingBox()))).flatMap((box) => box ?? [])
    const centres = boxes.map(({ x, width }) => x + width / 2).toSorted((one, other) => one - other)
    const [from = 0, to = 0] = [centres[0], centres.at(-1)]
    const chart = await page.locator('.chart.zoomable').boundingBox()
    const y = (chart?.y ?? 0) + (chart?.height ?? 0) - 12
    await page.mouse.move(from + 4, y)
    await page.mouse.down()
    await page.mouse.move(to + 4, y, { steps: 4 })
    await page.mouse.up()
    await page.getByText(/^zoomed: |^latest /).waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByText(/^zoomed: /).waitFor({ state: 'detached' })
  })

  /** Leaves the details of the timeline, with the list in view again. */
  async function backToListOf(page: Page, combination: Combination): Promise<void> {
    await backToList(page, combination)
    if (combination.width >= 800) {
      const selected = await page.locator('.item-row.on').boundingBox()
      const list = await page.locator('.windowed').boundingBox()
      expect(selected && list && selected.y >= list.y - 1 && selected.y + selected.height <= list.y + list.height + 1).toBe(true)
    }
  }

  test.each([PHONE])('days and the future of a timeline are told apart: $width pixels, $colorScheme', async (combination) => {
    const world = await makeWorld({ scenario: 'newsletter-live' })
    await world.clock.advance('P8D')
    const page = await openIn(world, { page: 'timeline' }, combination)
    await page.locator('.day-row', { hasText: 'Friday, 2026-01-23 today' }).waitFor()
    await page.locator('.now-row').waitFor()
    await page.getByRole('button', { name: /^▸ \d+ jobs until 2027-01-14/ }).click()
    await row(page, /The scenario sends the campaign Acme Insiders, letter 1.*in 2 days/).waitFor()
    await page.getByRole('button', { name: /^▾ \d+ jobs until/ }).click()
    await page.locator('.windowed').evaluate((list) => list.scrollTo(0, 1e9))
    await row(page, '1,308 emails of Acme Weekly, week 1').click()
    await page.locator('.detail').getByText('of 1,308').waitFor()
    await page.getByRole('button', { name: 'Show only these 1,308' }).click()
    await page.getByText(/latest \d+ of 1,308/).waitFor()
  })

  test.each(SCREENS)('a call is followed to its webhook, its row and back: $width pixels, $colorScheme', async (combination) => {
    const { world, call } = await stage(await makeWorld({ scenario: 'starter' }), target.url)
    const page = await openIn(world, { page: 'requests', id: call }, combination)
    const chain = page.locator('.chain')
    await chain
      .getByRole('link', { name: /^subscribe to/ })
      .first()
      .click()
    await page.locator('.attempts > li').nth(1).waitFor()
    await chain
      .getByRole('link', { name: /grace@acme\.test/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.getByRole('heading', { name: 'Causes and consequences' }).click()
    await chain
      .getByRole('link', { name: /^the trigger|^POST/ })
      .first()
      .waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByRole('heading', { name: /^addMember/ }).waitFor()
    await page.getByText('the webhook leaves out the source').first().waitFor()

    // The same call once more, and not twice.
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.locator('.send-again').getByText('grace@acme.test').waitFor()
    await page.getByRole('button', { name: 'Send it once' }).dblclick()
    await page.getByText('It was answered with 400.').waitFor()
    await page.getByRole('button', { name: 'Copy as', exact: true }).click()
    await page.getByRole('button', { name: /^Vitest test/ }).click()
    await page.getByText('The test is copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('status: 400')
    await page.getByRole('button', { name: 'Fail the next one' }).click()
    await page.getByRole('button', { name: '429 Too Many Requests' }).click()
    await page.getByText(/is armed for the next addMember/).waitFor()
  })

  test.each(SCREENS)('forms let people act, fail calls and read emails: $width pixels, $colorScheme', async (combination) => {
    const { world, email } = await stage(await makeWorld({ scenario: 'starter' }), target.url)
    const page = await openIn(world, { page: 'act' }, combination)
    await page.getByRole('link', { name: 'A member unsubscribes' }).click()
    const address = page.getByRole('combobox', { name: /^email_address/ })
    await search(address, 'barbara@acme')
    await expect
      .poll(() => page.locator('.picker').getByRole('option').allInnerTexts())
      .toEqual([expect.stringContaining('barbara@acme.test')])
    await address.press('ArrowDown')
    await address.press('Enter')
    await expect.poll(() => page.getByRole('combobox', { name: /^list_id/ }).inputValue()).toBe(LIST)
    await page.getByRole('button', { name: 'Make it happen' }).click()
    await page.getByText('member.unsubscribe has happened.').waitFor()
    expect(await memberStatus(world, LIST, 'barbara@acme.test')).toBe('unsubscribed')

    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Faults/ })
      .click()
    await page.locator('.fault.used-up').waitFor()
    await page.getByRole('button', { name: 'Add a fault', exact: true }).click()
    await page.getByRole('button', { name: /^Server error/ }).click()
    await page
      .locator('.seen')
      .getByText(/gets a 500/)
      .waitFor()
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await page.getByText(/^The fault \d+ is armed\.$/).waitFor()
    await page.getByRole('button', { name: 'Arm again: fault 1' }).click()
    await page.locator('.used-up').waitFor({ state: 'detached' })

    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Emails/ })
      .click()
    await page.locator('.row.email').first().waitFor()
    await page.goto(new URL(`?world=${world.id}&page=emails&id=${email}`, page.url()).href)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText(/opened it\./).waitFor()
    await page.getByRole('button', { name: 'Phone' }).click()
    const frame = page.locator('iframe.email-frame')
    await expect.poll(async () => (await frame.boundingBox())?.width).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: 'Complain' }).click()
    await page.getByText(/complained/).waitFor()

    const buffer = Buffer.from(JSON.stringify(await world.bundle()))
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Bundle/ })
      .click()
    const name = `told-${combination.width}-${combination.colorScheme}.bundle.json`
    await page.getByLabel('A bundle').setInputFiles({ name, mimeType: 'application/json', buffer })
    await page.getByText(/^(\d+) of \1 steps/).waitFor()
    await page.getByRole('button', { name: 'Step back' }).click()
    await page.getByText(/^\d+ of \d+ steps/).waitFor()
    await page.locator('.steps li.now').waitFor()
  })

  test.each([DESKTOP])(
    'the bar changes the world, its time and its snapshots: $width pixels, $colorScheme',
    async (combination) => {
      const { width, colorScheme } = combination
      const world = await makeWorld({ scenario: 'starter' })
      await world.fetch('/batches', json('POST', { operations: [{ method: 'GET', path: '/lists' }] }))
      const page = await openIn(world, { page: 'home' }, combination)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.locator('.answer').getByText('Acme News').waitFor()
      await page.getByRole('button', { name: /^Copy the key/ }).click()
      await page.getByText('The key is copied.').waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(world.apiKey)
      const idle = page.getByRole('button', { name: 'Run until idle' })
      await expect.poll(() => idle.getAttribute('class')).toBe('idle primary')
      await idle.click()
      await expect.poll(() => idle.getAttribute('class')).toBe('idle quiet')
      await page.getByRole('button', { name: 'Snapshots' }).click()
      await page.getByLabel('Name of the snapshot').fill('before')
      await page.getByRole('button', { name: 'Take' }).click()
      await page.getByText('The snapshot before is taken.').waitFor()
      const { now } = await world.clock.get()
      await page.getByRole('button', { name: '+1 day' }).click()
      await expect.poll(async () => (await world.clock.get()).now).toBe(new Date(Date.parse(now) + 86_400_000).toISOString())
      await page.getByRole('button', { name: 'Snapshots' }).click()
      await page.getByRole('button', { name: 'Restore' }).click()
      await expect.poll(async () => (await world.clock.get()).now).toBe(now)
      await page.getByRole('button', { name: `World ${world.id}` }).click()
      await page.getByRole('button', { name: 'New world…' }).click()
      const id = `made-${width}-${colorScheme}`
      await page.getByLabel('Name').fill(id)
      await page.getByRole('button', { name: 'Make the world' }).click()
      await page.getByRole('button', { name: `World ${id}` }).waitFor()
      await page.getByRole('navigation').getByRole('link', { name: 'Worlds' }).click()
      await page.getByRole('row', { name: new RegExp(id) }).waitFor()
      await page.getByRole('button', { name: `World ${id}` }).click()
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('button', { name: 'World default' }).waitFor()
      expect((await maildouble().worlds.list()).map((each) => each.id)).not.toContain(id)
    },
  )

  test.each([PHONE])('a page that falls behind moves nothing: $width pixels, $colorScheme', async (combination) => {
    const world = await makeWorld({ scenario: 'starter' })
    const page = await openIn(world, { page: 'requests' }, combination)
    await page.getByText('No calls yet').waitFor()
    await showIn(page, combination)
    const places = (): Promise<unknown> =>
      Promise.all([page.getByRole('group', { name: 'Clock' }), page.getByRole('navigation')].map((each) => each.boundingBox()))
    const before = await places()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/requests?*', async (route) => {
      await held
      await route.continue()
    })
    await page.route('**/stream*', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'event: gap\ndata: {"lost":312}\n\n' }),
    )
    await page.reload()
    await page.getByText('Loading missed events…').waitFor()
    await expect.poll(places).toEqual(before)
    expect(await page.locator('.connection').getAttribute('title')).toBe('312 events were missed.')
    await page.unroute('**/stream*')
    release()
    await page.getByText('Loading missed events…').waitFor({ state: 'detached' })
  })
})
