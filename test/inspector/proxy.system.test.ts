import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutBrowser } from '../public/browser.ts'
import { freePort } from '../servers/free-port.ts'
import { firstList, hook, inspected, json, receiver } from './inspected.ts'
import { prefixProxy } from './prefix-proxy.ts'

const PREFIX = '/tools/mail'

describe.skipIf(withoutBrowser).each([
  ['passes the Host header on', true],
  ['sends the name of the server as Host', false],
] as const)('the inspector behind a path prefix, through a reverse proxy that %s', async (_, keepsHost) => {
  const [port, serverPort] = [await freePort(), await freePort()]
  const publicUrl = `http://127.0.0.1:${port}${PREFIX}`
  let proxy: Server
  beforeAll(async () => {
    proxy = await prefixProxy({ port, prefix: PREFIX, serverPort, keepsHost })
  })
  afterAll(() => proxy.close().closeAllConnections())
  const { world: makeWorld, open } = inspected({ port: serverPort, publicUrl, controlToken: 'correct-horse' })
  /** The token that the page keeps for the tab. */
  const signedIn = async (world: Parameters<typeof open>[0], address: Readonly<Record<string, string>> = {}) => {
    const opened = await open(world, address)
    const addresses: string[] = []
    opened.page.on('request', (request) => addresses.push(request.url()))
    await opened.page.getByLabel('Control token').fill('correct-horse')
    await opened.page.keyboard.press('Enter')
    return { ...opened, elsewhere: () => addresses.filter((each) => !each.startsWith(`${publicUrl}/`)) }
  }

  test('behind a path prefix, a browser that opens the root is led to the inspector, which asks for the token and keeps it', async () => {
    const world = await makeWorld()
    const { page } = await open(world)
    await page.goto(`${publicUrl}/`)
    await page.getByLabel('Control token').fill('correct-horse')
    await page.keyboard.press('Enter')
    const home = page.getByRole('heading', { name: 'A stand-in for your email-marketing service' })
    await home.waitFor()
    expect(page.url()).toBe(`${publicUrl}/_inspector/`)
    await page.reload()
    await home.waitFor()
    expect(await page.context().cookies()).toEqual([])
  })

  test('behind a path prefix, a call appears by the stream of events, and everything is loaded from below the prefix', async () => {
    const world = await makeWorld()
    const { page, elsewhere } = await signedIn(world)
    await page.getByText(`curl -u any:${world.apiKey} ${publicUrl}/_worlds/${world.id}/3.0/lists`).waitFor()
    await world.fetch('/lists?count=3')
    await page.getByRole('link', { name: /GET .*\/lists\?count=3/ }).click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('button', { name: 'Send it once' }).click()
    await page.getByText('It was answered with 200.').waitFor()
    await expect.poll(async () => (await world.requests.list()).length).toBe(2)
    expect(elsewhere()).toEqual([])
  })

  test('behind a path prefix, a webhook and an email with its link are shown', async () => {
    await using target = await receiver(200)
    const world = await makeWorld()
    const list = await firstList(world)
    await hook(world, list, target.url)
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'ada@example.com', status: 'subscribed' }))
    await world.fetch(`/lists/${list}/members`, json('POST', { email_address: 'bob@example.com', status: 'pending' }))
    const { page, elsewhere } = await signedIn(world, { page: 'emails', id: '1' })
    const link = page.frameLocator('iframe[title="The email"]').getByRole('link').first()
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${publicUrl}/_worlds/${world.id}/_public/confirm/`))
    await page.goto(new URL(`?world=${world.id}&page=webhooks`, page.url()).href)
    await page.getByRole('link', { name: /subscribe/ }).waitFor()
    expect(elsewhere()).toEqual([])
  })

  test('behind a path prefix, the API reference sends a call to the world that is shown', async () => {
    const world = await makeWorld()
    const { page, elsewhere } = await signedIn(world, { page: 'reference' })
    const reference = page.frameLocator('iframe[title="API reference"]')
    await reference.getByText('ping', { exact: true }).first().click()
    await reference.locator('.nav-bar-path').filter({ hasText: "Check the service's health" }).first().click()
    await reference
      .getByRole('button', { name: /execute/i })
      .first()
      .click()
    await expect.poll(async () => (await world.requests.list()).map(({ operation }) => operation)).toEqual(['ping'])
    expect(elsewhere()).toEqual([])
  })
})
