import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withoutBrowser } from '../public/browser.ts'
import { firstList, inspected, json } from './inspected.ts'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** What the checker found on a page: the rule, and the first element that breaks it. */
const FOUND = `axe.run(document, { iframes: false }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes[0].html + ' ' + (nodes[0].any[0]?.message ?? '')))`

const PAGES: readonly Readonly<Record<string, string>>[] = [
  { page: 'home' },
  { page: 'worlds' },
  { page: 'requests' },
  { page: 'timeline' },
  { page: 'timeline', id: 'email:1' },
  { page: 'state' },
  { page: 'state', table: 'members' },
  { page: 'state', compare: '1' },
  { page: 'webhooks' },
  { page: 'emails', id: '1' },
  { page: 'faults' },
  { page: 'act', trigger: 'member.bounce' },
  { page: 'act', trigger: 'time' },
  { page: 'bundle' },
  { page: 'contract' },
  { page: 'contract', part: 'assumptions' },
]

describe.skipIf(withoutBrowser)('the accessibility of the inspector', () => {
  const { world: makeWorld, open } = inspected()

  test('no page of the inspector breaks a rule of axe, in light and in dark colours', async () => {
    const world = await makeWorld()
    const list = await firstList(world)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'pending' }))
    await world.fetch('/nowhere')
    await world.faults.add({ effect: { latency: 1 } })
    for (const address of PAGES) {
      const { page } = await open(world, address, { colorScheme: 'light' })
      await page.locator('nav .count').first().waitFor()
      await page.locator('main .hint, main .row, main li, main article, main .section, main td').first().waitFor()
      await page.evaluate(AXE)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`:root[data-theme='${colorScheme}']`).waitFor()
        const found = await page.evaluate(FOUND)
        expect({ address, colorScheme, found }).toEqual({ address, colorScheme, found: [] })
      }
      await page.context().close()
    }
  })

  test("every menu of the inspector's bar stays on the screen of a phone", async () => {
    const world = await makeWorld()
    const { page } = await open(world, {}, { viewport: { width: 390, height: 844 } })
    for (const name of [/^World /, 'Snapshots', /^Clock mode/]) {
      await page.getByRole('button', { name }).click()
      const box = await page.locator('.panel').boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
      await page.keyboard.press('Escape')
      await page.locator('.panel').waitFor({ state: 'detached' })
    }
  })

  test("the current page is in sight in the inspector's navigation on a phone", async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'contract' }, { viewport: { width: 390, height: 844 } })
    await page.locator('nav .count').first().waitFor()
    const current = page.locator('nav [aria-current]')
    await expect
      .poll(async () => {
        const box = await current.boundingBox()
        return box !== null && box.x >= 0 && box.x + box.width <= 390
      })
      .toBe(true)
  })

  test('no page of the inspector is wider than a phone of 320 pixels', async () => {
    const world = await makeWorld()
    await world.fetch('/lists?count=1')
    for (const address of PAGES) {
      const { page } = await open(world, address, { viewport: { width: 320, height: 640 } })
      await page.locator('nav .count').first().waitFor()
      expect({ address, width: await page.evaluate('document.documentElement.scrollWidth') }).toEqual({ address, width: 320 })
    }
  })
})
