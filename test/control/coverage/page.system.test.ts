import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../../src/kit/double/start.ts'
import { mock } from '../../mock.ts'
import { openBrowser, withoutBrowser } from '../../public/browser.ts'
import { browserOf } from '../../public/page.ts'

const ADDING = 'POST /3.0/lists/aaaaaaaaaa/members'

/** A double in which some parts of the contract are covered. */
async function partlyCovered() {
  const double = mock({ scenario: 'starter' })
  await double.call('GET /3.0/ping')
  await double.call(ADDING, { email_address: 'new@acme.test', status: 'subscribed' })
  await double.call(ADDING, {}, { headers: { 'x-trigger-error': 'TooManyRequests' } })
  return { ...double, ...browserOf(double) }
}

test('coverage as Markdown starts with what was tried of the called operations', async () => {
  const { open } = await partlyCovered()
  const { status, headers, text } = await open('/_control/contract/coverage?format=markdown')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(text).toMatch(
    /^# Contract coverage\n\nOf 2 operations that you call, \d+ of \d+ errors were tried\. 2 calls in 1 world since /,
  )
  expect(text).toContain('Not counted: 1 answer made by faults or on request.')
  expect(text).toMatch(/\n\| Errors \| \d+ \| \d+ \| `[█░]{20}` [\d.]+ % \|\n/)
  expect(text).toContain('<details><summary>Never called: 283 of 285 operations</summary>')
})

test('coverage as Markdown lists operations that were never called, and uncovered parts of the others', async () => {
  const { open } = await partlyCovered()
  const { text } = await open('/_control/contract/coverage?format=markdown')
  expect(text).toMatch(/\n- members: `getMembers`, `getMember`, /)
  expect(text).toContain('\n<details><summary><b>addMember</b> POST /lists/{list_id}/members: 5 of 35 met</summary>\n')
  expect(text).toContain(
    '\n- Errors: `ResourceNotFound`, `InvalidResource`, `MemberExists`, `MemberInComplianceState`, `ForgottenEmailNotSubscribed`\n',
  )
  expect(text).toContain('\n- Values of /status: `unsubscribed`, `cleaned`, `pending`, `transactional`\n')
  expect(text).not.toContain('Values of /email_type')
  expect(text).not.toContain('<b>ping</b>')
})

describe('coverage as a page', () => {
  test('the coverage page allows no scripts and no external resources, only its own style sheet', async () => {
    const { open } = await partlyCovered()
    const { status, headers, text } = await open('/_control/contract/coverage?format=html')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'; /)
    expect(text).not.toMatch(/<script|<link|<img| style=| on\w+=|https?:/)
  })

  test('the coverage page of one world names that world', async () => {
    const { open } = await partlyCovered()
    const { heading, text } = await open('/_control/contract/coverage?format=html&world=default')
    expect(heading).toBe('Contract coverage of default')
    expect(text).toContain('<p>2 calls in the world default since ')
  })
})

describe.skipIf(withoutBrowser)('the coverage page in a browser', () => {
  let server: RunningServer
  let browser: Browser
  beforeAll(async () => {
    server = await startServer({ scenario: 'starter', clock: { mode: 'frozen', rate: 0 } })
    browser = await openBrowser()
    const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' }
    await fetch(`${server.url}/3.0/ping`, { headers })
    const body = JSON.stringify({ email_address: 'new@acme.test', status: 'subscribed' })
    await fetch(`${server.url}/3.0/lists/aaaaaaaaaa/members`, { method: 'POST', headers, body })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const visit = async (run: (page: Page) => Promise<void>, options: Parameters<Browser['newContext']>[0] = {}) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(`${server.url}/_control/contract/coverage?format=html`)
    await run(page)
    expect(complaints).toEqual([])
    await context.close()
  }

  test('the coverage page in a browser opens an operation by keyboard and shows which of its parts were never covered', () =>
    visit(async (page) => {
      const operation = page.locator('details', { has: page.locator('summary', { hasText: 'addMember' }) })
      await operation.locator('summary').press('Enter')
      const line = operation.locator('li', { hasText: 'Values of /status' })
      expect((await line.innerText()).trim()).toBe('Values of /status: unsubscribed cleaned pending transactional')
    }))

  test.each(['light', 'dark'] as const)('the coverage page in a browser fits a narrow screen, in %s colours', (colorScheme) =>
    visit(
      async (page) => {
        for (const summary of await page.locator('summary').all()) await summary.press('Enter')
        const document = page.locator('html')
        const [width, screen] = await document.evaluate((root) => [root.scrollWidth, root.clientWidth])
        expect(width).toBe(screen)
        const text = await page.evaluate('getComputedStyle(document.body).color')
        expect(text).toBe(colorScheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)')
      },
      { viewport: { width: 320, height: 800 }, colorScheme, javaScriptEnabled: true },
    ),
  )
})
