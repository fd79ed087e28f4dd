import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../src/kit/client/index.ts'
import { TEST_TIMEOUT_MS } from '../deadline.ts'
import { withoutBrowser } from '../public/browser.ts'
import { inspected } from './inspected.ts'

const CALLS = 20_000
const CALLS_TEXT = CALLS.toLocaleString('en')

/** More rows than ever fit on the screen of the test: a list that draws all its rows has a thousand times as many. */
const ROWS_MAX = 80

/** Scrolls the list of a page to its end. */
function scrollToEnd(page: Page): Promise<unknown> {
  return page.evaluate(`document.querySelector('.windowed').scrollTo(0, 1e9)`)
}

/** A call in the list. Its row says what it does before its path; its details may show its path as well. */
function listed(page: Page, path: string): Locator {
  return page.locator('.windowed').getByTitle(`/3.0${path}`, { exact: true })
}

function rows(page: Page): Promise<number> {
  return page.locator('.windowed .slot').count()
}

describe.skipIf(withoutBrowser)(`a world with ${CALLS_TEXT} calls`, () => {
  const { world: makeWorld, open, fetch } = inspected({ journalBytes: 256 * 1024 * 1024 })
  let world: World

  beforeAll(async () => {
    world = await makeWorld({ settings: { connections: 0 } })
    const headers = { authorization: `Bearer ${world.apiKey}` }
    // The id of the oldest call is in its path, so that the ends of the list can be told apart.
    for (let n = 0; n < CALLS; n++) {
      const answer = await fetch(`/_worlds/${world.id}/3.0/${n % 1_000 === 7 ? 'nowhere' : 'ping'}?n=${n}`, { headers })
      await answer.body?.cancel()
    }
  }, TEST_TIMEOUT_MS)

  test('the inspector lists all calls of a large world, scrolls to the first one, and draws only those in sight', async () => {
    const { page } = await open(world)
    await listed(page, `/ping?n=${CALLS - 1}`).waitFor()
    expect(await page.locator('.results').textContent()).toContain(`${CALLS_TEXT} calls`)
    expect(await page.locator('nav .count').first().textContent()).toBe(CALLS_TEXT)
    expect(await rows(page)).toBeLessThan(ROWS_MAX)
    await scrollToEnd(page)
    await listed(page, '/ping?n=0').waitFor()
    expect(await rows(page)).toBeLessThan(ROWS_MAX)
  })

  test('the inspector filters the calls of a large world on the server, by text, by outcome, and by both', async () => {
    const { page } = await open(world)
    await listed(page, `/ping?n=${CALLS - 1}`).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('n=1717')
    // 1717, and 17170 to 17179.
    await page.locator('.results').getByText(`11 of ${CALLS_TEXT} calls`).waitFor()
    await listed(page, '/ping?n=17170').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Refused' }).click()
    await page.locator('.results').getByText(`20 of ${CALLS_TEXT} calls`).waitFor()
    await scrollToEnd(page)
    await listed(page, '/nowhere?n=7').waitFor()
    await page.getByRole('searchbox').fill('n=13007')
    await page.locator('.results').getByText(`1 of ${CALLS_TEXT} calls`).waitFor()
    expect(await rows(page)).toBe(1)
  })

  test('a call that arrives while the reader looks at old calls does not move them', async () => {
    const { page } = await open(world)
    await listed(page, `/ping?n=${CALLS - 1}`).waitFor()
    await page.evaluate(`document.querySelector('.windowed').scrollTo(0, 31 * ${CALLS / 2})`)
    const inSight = listed(page, `/ping?n=${CALLS / 2 - 10}`)
    // What is loaded later makes the strip above the list higher, and the words of the call others.
    await page.locator('.strip .mark-of').first().waitFor()
    await inSight.getByText("Check the service's health").waitFor()
    const before = await inSight.boundingBox()
    await world.fetch('/lists')
    await page
      .locator('.results')
      .getByText(/^20,001 calls/)
      .waitFor()
    await expect.poll(() => inSight.boundingBox()).toEqual(before)
  })

  test('the timeline of a large world shows all calls as few entries, and the strip says which part it shows', async () => {
    const { page } = await open(world, { page: 'timeline' })
    await page.locator('.item-row').first().waitFor()
    // The strip is drawn once its width is known, which may be later than the first row.
    await page.locator('.mark-of').nth(10).waitFor()
    expect(await page.locator('.mark-of').count()).toBeLessThanOrEqual(120)
    expect(await rows(page)).toBeLessThan(ROWS_MAX)
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByText(/^latest [\d,]+ of 20,00\d$/).waitFor()
  })
})

describe.skipIf(withoutBrowser)('a table with 100,000 rows', () => {
  const { world: makeWorld, open } = inspected()

  test('the inspector scrolls to the end of a table of 100,000 rows and searches it on the server, and draws only the rows in sight', async () => {
    const world = await makeWorld({ scenario: 'big-audience' })
    const { rows: last, total } = await world.state.table('members', { offset: 99_999, count: 1 })
    expect(total).toBe(100_000)
    const address = String(last[0]?.['email_address'])
    const { page } = await open(world, { page: 'state', table: 'members' })
    await page.getByText('100,000 rows').waitFor()
    expect(await rows(page)).toBeLessThan(ROWS_MAX)
    await scrollToEnd(page)
    await page.getByText(address, { exact: true }).waitFor()
    expect(await rows(page)).toBeLessThan(ROWS_MAX)
    await page.getByRole('searchbox').fill(address)
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.locator('.row.state').click()
    await page.getByRole('heading', { name: `member ${address}` }).waitFor()
  })
})
