import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../src/kit/double/start.ts'
import type { Body } from '../mock.ts'
import { openBrowser, withoutBrowser } from './browser.ts'

/** A list of the scenario `starter`, and a person who is not on it. */
const PAM = 'pam@acme.test'
const LIST = 'cccccccccc'

describe.skipIf(withoutBrowser)('the subscribe form in a browser', () => {
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

  /** Calls the API, or the control API. */
  const api = async (method: string, path: string, body?: object): Promise<Body> => {
    const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' }
    const response = await fetch(server.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return response.json()
  }

  test('the subscribe form in a browser can be filled in and confirmed without scripts and without a mouse', async () => {
    await api('PATCH', `/3.0/lists/${LIST}`, { double_optin: true })
    const colour = {
      name: 'Colour',
      tag: 'COLOUR',
      type: 'radio',
      public: true,
      required: true,
      options: { choices: ['red', 'blue'] },
    }
    await api('POST', `/3.0/lists/${LIST}/merge-fields`, colour)

    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${server.url}/_public/s/${LIST}`)
    await page.getByLabel('Email address').fill('nobody')
    await page.getByLabel('First Name').fill('Ada')
    await page.getByLabel('First Name').press('Enter')
    expect(await page.getByRole('alert').textContent()).toBe('Please look again at: Email address, Colour.')
    expect(await page.getByLabel('First Name').inputValue()).toBe('Ada')

    await page.getByLabel('Email address').fill(PAM)
    await page.getByRole('group', { name: 'Colour' }).getByLabel('blue').press('Space')
    await page.getByRole('button', { name: 'Subscribe' }).press('Enter')
    await expect.poll(() => page.getByRole('heading').textContent()).toBe('Almost finished')

    const { emails } = await api('GET', `/_control/emails?to=${PAM}&wait=PT2M`)
    await page.goto(emails[0].links[0])
    expect(await page.getByRole('heading').textContent()).toBe('Subscription confirmed')
    const member = await api('GET', `/3.0/lists/${LIST}/members/${PAM}`)
    expect(member).toMatchObject({ status: 'subscribed', merge_fields: { FNAME: 'Ada', COLOUR: 'blue' } })
    await context.close()
  })
})
