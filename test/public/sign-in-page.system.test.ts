import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'
import type { Body } from '../mock.ts'
import { openBrowser, withoutBrowser } from './browser.ts'

const STATE = `"'><script>document.title='hit'</script> & ä %41 +\n\r\n\r\0`

/** The lowest contrast between text and background on a page. */
const LOWEST_CONTRAST = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number)
  const light = ([r, g, b]) =>
    [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)
  const behind = (element) => {
    const color = channels(getComputedStyle(element).backgroundColor)
    return color[3] === 0 ? behind(element.parentElement) : color
  }
  const ratio = (element) => {
    const [a, b] = [light(channels(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x)
    return (a + 0.05) / (b + 0.05)
  }
  return Math.min(...[...document.querySelectorAll('h1, p, dt, dd, button')].map(ratio))
})()`

describe.skipIf(withoutBrowser)('the sign-in page in a browser', () => {
  let application: Server
  let server: RunningServer
  let browser: Browser
  let world: Body
  /** The application's own response to the redirect. */
  let shown = ''

  beforeAll(async () => {
    application = createServer((_, response) => response.setHeader('content-type', 'text/html').end(`<h1>Back</h1>${shown}`))
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
    const redirect_uri = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`
    server = await startServer({ scenario: 'empty', clock: { mode: 'frozen', rate: 0 }, oauth: { redirect_uri } })
    world = await (await fetch(`${server.url}/_control/worlds/default`)).json()
    browser = await openBrowser()
  })

  afterEach(async () => {
    shown = ''
    for (const context of browser.contexts()) await context.close()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await new Promise((resolve) => application.close(resolve).closeAllConnections())
  })

  const address = (changes: Record<string, string> = {}) => {
    const { client_id, redirect_uri } = world.oauth
    const asked = { response_type: 'code', client_id, redirect_uri, state: STATE, ...changes }
    return `${server.url}/oauth2/authorize?${new URLSearchParams(asked)}`
  }

  /** Opens the page and records every browser complaint and additional request. */
  async function open(options: BrowserContextOptions = {}, url = address()): Promise<{ page: Page; noticed: string[] }> {
    const noticed: string[] = []
    const page = await (await browser.newContext(options)).newPage()
    page.on('console', (message) => noticed.push(message.text()))
    page.on('pageerror', (error) => noticed.push(error.message))
    page.on('request', (request) => noticed.push(request.url()))
    await page.goto(url)
    return { page, noticed }
  }

  const approve = (page: Page) => page.getByRole('button', { name: 'Log in and approve' })
  const refuse = (page: Page) => page.getByRole('button', { name: 'Refuse' })

  /** The parameters of the redirect to the application. */
  async function broughtBack(page: Page): Promise<Record<string, string>> {
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    expect(page.url().startsWith(world.oauth.redirect_uri)).toBe(true)
    return Object.fromEntries(new URL(page.url()).searchParams)
  }

  test('the sign-in page approves by a click, and the resulting code can be exchanged for a token', async () => {
    const { page } = await open()
    await approve(page).click()
    const { code = '', state } = await broughtBack(page)
    expect(state).toBe(STATE)
    const body = new URLSearchParams({ grant_type: 'authorization_code', code, ...world.oauth })
    expect((await fetch(`${server.url}/oauth2/token`, { method: 'POST', body })).status).toBe(200)
  })

  test('a click on the refusal of the sign-in page returns access_denied to the application', async () => {
    const { page } = await open()
    await refuse(page).click()
    expect(await broughtBack(page)).toEqual({ error: 'access_denied', error_description: 'The user refused.', state: STATE })
  })

  test('the sign-in page works with the keyboard, with the buttons in order and a visible focus', async () => {
    const { page } = await open()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    const outline = () => page.evaluate<string>('getComputedStyle(document.activeElement).outlineWidth')
    await page.keyboard.press('Tab')
    expect([await focused(), await outline()]).toEqual(['Log in and approve', '3px'])
    await page.keyboard.press('Tab')
    expect([await focused(), await outline()]).toEqual(['Refuse', '3px'])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    expect(Object.keys(await broughtBack(page))).toEqual(['code', 'state'])
  })

  test('the sign-in page works without scripts', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await approve(page).click()
    expect(Object.keys(await broughtBack(page))).toEqual(['code', 'state'])
  })

  test('the sign-in page in a browser is labelled for screen readers', async () => {
    const { page } = await open()
    expect(await page.title()).toBe('Approve Your application · maildouble')
    expect(await page.getAttribute('html', 'lang')).toBe('en')
    const { client_id, redirect_uri } = world.oauth
    expect(await page.locator('body').ariaSnapshot()).toBe(
      [
        '- main:',
        '  - heading "Your application asks for access to Acme" [level=1]',
        '  - paragraph: If you approve, it can read and change everything in this account until you take the approval back.',
        '  - term: You log in as',
        '  - definition: acme (olive@acme.test)',
        '  - term: Application',
        `  - definition: Your application (${client_id})`,
        '  - term: You return to',
        `  - definition: ${redirect_uri}`,
        '  - button "Log in and approve"',
        '  - button "Refuse"',
        '  - paragraph: "This is a test double: no password is required."',
      ].join('\n'),
    )
  })

  test('the sign-in page runs nothing from the request, loads nothing, and causes no browser complaints', async () => {
    const { page, noticed } = await open()
    expect(noticed).toEqual([address()])
    expect(await page.title()).not.toContain('hit')
  })

  test.each(['light', 'dark'] as const)('the sign-in page is readable in the %s color scheme', async (colorScheme) => {
    for (const url of [address(), address({ client_id: 'nobody' })]) {
      const { page } = await open({ colorScheme }, url)
      expect(await page.evaluate<number>(LOWEST_CONTRAST)).toBeGreaterThan(4.5)
      const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      expect(ground).toBe(colorScheme === 'light' ? 'rgb(244, 245, 247)' : 'rgb(13, 17, 23)')
    }
  })

  test('the sign-in page fits a width of 320 pixels, with buttons large enough for touch', async () => {
    const narrow = { viewport: { width: 320, height: 640 } }
    const { page } = await open(narrow)
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth')
    expect(await width()).toBe(320)
    for (const button of [approve(page), refuse(page)]) {
      const box = await button.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.x ?? 0) + (box?.width ?? 321)).toBeLessThanOrEqual(320)
    }
    await page.goto(address({ client_id: 'x'.repeat(200) }))
    expect(await width()).toBe(320)
  })

  test('the sign-in page in a browser rejects a form sent from a page of another origin', async () => {
    const { page } = await open()
    const fields = await page.evaluate<[string, string][]>(
      "[...document.querySelectorAll('input')].map(({ name, value }) => [name, value])",
    )
    const inputs = fields.map(
      ([name, value]) => `<input name="${name}" value="${value.replaceAll(/[&"<]/g, (c) => `&#${c.charCodeAt(0)};`)}">`,
    )
    shown = `<form method="post" action="${server.url}/oauth2/authorize">${inputs.join('')}<button name="decision" value="approve">Win</button></form>`
    await page.goto(world.oauth.redirect_uri)
    await page.getByRole('button', { name: 'Win' }).click()
    await page.getByRole('heading', { name: 'This sign-in cannot continue' }).waitFor()
    expect(await page.locator('p').first().textContent()).toBe('The form was sent by a page of another site.')
  })

  test('the sign-in page in a browser cannot be embedded in a frame', async () => {
    const { page } = await open()
    shown = `<iframe src="${address().replaceAll('&', '&amp;')}"></iframe>`
    await page.goto(world.oauth.redirect_uri)
    const inner = (): string | undefined =>
      page
        .frames()
        .find((each) => each.parentFrame())
        ?.url()
    await expect.poll(inner).toBe('chrome-error://chromewebdata/')
  })
})
