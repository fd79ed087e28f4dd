import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../src/kit/double/start.ts'
import type { Body } from '../mock.ts'
import { EACH_TYPE } from '../resources/survey-world.ts'
import { openBrowser, withoutBrowser } from './browser.ts'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const FOUND = `axe.run(document, { iframes: false }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`

/** What axe finds on a page. */
async function problemsOf(page: Page): Promise<unknown> {
  await page.evaluate(AXE)
  return page.evaluate(FOUND)
}

/** A list of the scenario `starter`, and a person who is not on it. */
const LIST = 'aaaaaaaaaa'
const NORA = 'nora@acme.test'

describe.skipIf(withoutBrowser)('the page of a survey in a browser', () => {
  let server: RunningServer
  let browser: Browser
  beforeAll(async () => {
    server = await startServer({ scenario: 'starter', clock: { mode: 'frozen', rate: 0 } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const api = async (method: string, path: string, body?: object): Promise<Body> => {
    const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' }
    const response = await fetch(server.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return response.json()
  }

  const published = async (): Promise<Body> => {
    const { id } = await api('POST', `/3.0/lists/${LIST}/surveys`, { title: 'Hats', sections: EACH_TYPE })
    return api('POST', `/3.0/lists/${LIST}/surveys/${id}/actions/publish`)
  }

  test('the page of a survey in a browser can be filled in without scripts', async () => {
    const { id, hosted_url } = await published()
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(hosted_url)
    const other = page.getByRole('group', { name: 'Which hat?' })
    await other.getByRole('radio', { name: 'Another one' }).check()
    await other.getByRole('textbox').fill('A bowler')
    await page.getByLabel('Red').check()
    await page.getByLabel('Blue').check()
    await page.getByLabel('Which size?').selectOption('Large')
    await page.getByRole('group', { name: 'How good?' }).getByLabel('4').check()
    await page.getByLabel('What else?').fill('Nothing')
    await page.getByLabel('Your name?').fill('Nora')
    await page.getByLabel('Your address?').fill('nobody')
    await page.getByLabel('Keep me posted').check()
    await page.getByRole('button', { name: 'Send' }).press('Enter')
    expect(await page.getByRole('alert').textContent()).toBe('Please look again at: Your address?')
    expect(await page.getByLabel('What else?').inputValue()).toBe('Nothing')
    expect(await page.getByLabel('Red').isChecked()).toBe(true)

    await page.getByLabel('Your address?').fill(NORA)
    await page.getByRole('button', { name: 'Send' }).press('Enter')
    await expect.poll(() => page.getByRole('heading').textContent()).toBe('Thank you')
    const { responses } = await api('GET', `/3.0/reporting/surveys/${id}/responses`)
    expect(responses).toMatchObject([{ is_new_contact: true, contact: { email: NORA, full_name: 'Nora', status: 'Subscribed' } }])
    const { results } = await api('GET', `/3.0/reporting/surveys/${id}/responses/${responses[0].response_id}`)
    expect(results.map(({ answer }: Body) => answer)).toEqual(['A bowler', 'Red, Blue', 'Large', '4', 'Nothing', 'Nora', NORA])
    await context.close()
  })

  test('the page of a survey in a browser has no violations of accessibility rules', async () => {
    const { hosted_url } = await published()
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    await page.goto(hosted_url)
    expect(await problemsOf(page)).toEqual([])
    await page.evaluate("document.querySelector('form').noValidate = true")
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => page.getByRole('alert').count()).toBe(1)
    expect(await problemsOf(page)).toEqual([])
    await context.close()
  })
})
