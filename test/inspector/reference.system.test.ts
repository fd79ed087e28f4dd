import { describe, expect, test } from 'vitest'
import { withoutBrowser } from '../public/browser.ts'
import { PHONE } from './combinations.ts'
import { inspected } from './inspected.ts'

const PHONES = (['light', 'dark'] as const).map((colorScheme) => ({
  viewport: { width: PHONE.width, height: PHONE.height },
  colorScheme,
}))

describe.skipIf(withoutBrowser)('the API reference of the inspector', () => {
  const { world: makeWorld, open, server } = inspected()

  test('the API reference tries out a call in the world that is shown, with its key, and loads nothing from elsewhere', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'reference' })
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const reference = page.frameLocator('iframe[title="API reference"]')
    await reference.getByText('ping', { exact: true }).first().click()
    await reference.locator('.nav-bar-path').filter({ hasText: "Check the service's health" }).first().click()
    await reference
      .getByRole('button', { name: /execute/i })
      .first()
      .click()
    await expect
      .poll(async () => (await world.requests.list()).map(({ operation, status }) => [operation, status]))
      .toEqual([['ping', 200]])
    expect(addresses.filter((address) => !address.startsWith(`${server().url}/`))).toEqual([])
  })

  test.each(PHONES)(
    'the API reference lists and opens operations on a phone by keys alone, in $colorScheme colours',
    async (phone) => {
      const world = await makeWorld()
      const { page } = await open(world, { page: 'reference' }, phone)
      const reference = page.frameLocator('iframe[title="API reference"]')
      const press = async (name: string): Promise<void> => {
        await reference.getByRole('button', { name }).first().focus()
        await page.keyboard.press('Enter')
      }
      await press('ping')
      await press("Check the service's health")
      await reference
        .getByRole('button', { name: /execute/i })
        .first()
        .waitFor()
      const ground = (selector: string): Promise<unknown> =>
        reference
          .locator(selector)
          .first()
          .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor)
      const accent = await page.evaluate(`(() => {
      document.body.style.background = 'var(--accent-bg)'
      return getComputedStyle(document.body).backgroundColor
    })()`)
      await expect.poll(() => ground('.endpoint-head.expanded')).toBe(accent)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      expect(await reference.locator('openapi-explorer').evaluate(({ ownerDocument }) => ownerDocument.body.scrollWidth)).toBe(
        390,
      )
    },
  )

  test('the API reference has the fonts of the inspector and the whole height of a phone, and its scrolling part takes the focus', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'reference' }, PHONES[0])
    const reference = page.frameLocator('iframe[title="API reference"]')
    const operations = reference.getByRole('region', { name: 'Operations' })
    await operations.waitFor()
    expect(await operations.getAttribute('tabindex')).toBe('0')
    expect(await reference.getByRole('main').count()).toBe(0)
    const own = await page.evaluate('getComputedStyle(document.body).fontFamily')
    expect(await operations.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).fontFamily)).toBe(
      own,
    )
    const box = await reference.locator('openapi-explorer').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0)
  })

  test('the inspector has a reference of the control API as well', async () => {
    const world = await makeWorld()
    const { page } = await open(world, { page: 'reference' })
    await page.getByRole('button', { name: 'Control API' }).click()
    await page.frameLocator('iframe[title="API reference"]').getByText('maildouble control API').first().waitFor()
  })
})
