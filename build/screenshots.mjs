// Takes the screenshots in docs/images/: each page of the inspector, light and dark. Needs Chromium, and the package in dist/.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const ROOT = resolve(import.meta.dirname, '..')
const OUT = resolve(ROOT, 'docs/images')
const SIZE = { width: 1280, height: 800 }

/** @type {typeof import('../src/index.ts')} */
const { startServer } = await import(pathToFileURL(resolve(ROOT, 'dist/index.js')).href)
/** @type {typeof import('../src/client/index.ts')} */
const { connect } = await import(pathToFileURL(resolve(ROOT, 'dist/client.js')).href)

// The addresses of webhooks are in the pictures, so their port is fixed.
const receiver = createServer((request, response) => {
  request.resume()
  response.writeHead(request.url?.includes('broken') ? 500 : 200).end('ok')
})
await new Promise((done) => receiver.listen(5000, '127.0.0.1', () => done(undefined)))
const server = await startServer({ scenario: 'empty' })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const { world, call, delivery, row } = await story()
  mkdirSync(OUT, { recursive: true })
  /** @type {{ readonly [name: string]: Record<string, string> }} */
  const pages = {
    requests: { id: call },
    timeline: { page: 'timeline', at: `request:${call}` },
    state: { page: 'state', table: 'members', q: 'acme.test', id: row },
    webhooks: { page: 'webhooks', id: delivery },
    emails: { page: 'emails', id: '1' },
    faults: { page: 'faults' },
    act: { page: 'act', trigger: 'member.bounce' },
    contract: { page: 'contract' },
  }
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const context = await browser.newContext({ viewport: SIZE, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(`${server.url}/_inspector/?${new URLSearchParams({ world: world.id, ...address })}`, { waitUntil: 'load' })
      await page.locator('main > *').first().waitFor()
      await page.waitForFunction('performance.getEntriesByType("resource").length > 8')
      await page.waitForTimeout(1_000)
      await page.screenshot({ path: resolve(OUT, `${name}-${colorScheme}.png`) })
    }
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
  receiver.close()
}

/** A world in which something of each kind has happened, with the ids of the call and the webhook to show. */
async function story() {
  const world = await connect(server).worlds.create({ id: 'nobody-signs-up-twice', scenario: 'starter' })
  const { lists } = /** @type {{ lists: { id: string }[] }} */ (await (await world.fetch('/lists?count=10')).json())
  const list = lists[0]?.id ?? ''
  const send = (/** @type {string} */ path, /** @type {string} */ method, /** @type {unknown} */ body) =>
    world.fetch(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const sources = { user: true, admin: true, api: true }
  await send(`/lists/${list}/webhooks`, 'POST', {
    url: 'http://127.0.0.1:5000/hooks',
    events: { subscribe: true, unsubscribe: true },
    sources,
  })
  await send(`/lists/${list}/webhooks`, 'POST', { url: 'http://127.0.0.1:5000/broken', events: { unsubscribe: true }, sources })
  await world.clock.advance('PT30S')
  await send(`/lists/${list}/members`, 'POST', {
    email_address: 'grace@acme.test',
    status: 'subscribed',
    merge_fields: { FNAME: 'Grace' },
  })
  await world.clock.advance('PT80S')
  await send(`/lists/${list}/members`, 'POST', { email_address: 'grace@acme.test', status: 'subscribed' })
  await world.faults.add({
    match: { operation: 'addMember' },
    when: { first: 1 },
    effect: { problem: { preset: 'TooManyRequests' } },
  })
  await send(`/lists/${list}/members`, 'POST', { email_address: 'alan@acme.test', status: 'pending' })
  await send(`/lists/${list}/members`, 'POST', { email_address: 'alan@acme.test', status: 'pending' })
  await world.clock.advance('PT1M')
  const answer = await send(`/lists/${list}/members/grace@acme.test`, 'PATCH', {
    status: 'unsubscribed',
    reason: 'too many emails',
  })
  await world.deliveries.waitForAll({ event: 'unsubscribe' }, 2)
  await world.clock.advance('PT30S')
  await world.fetch(`/lists/${list}?fields=stats`)
  await send('/batches', 'POST', { operations: [{ method: 'GET', path: '/lists' }] })
  const failed = (await world.deliveries.list({ status: 'retrying' }))[0]
  const { rows } = await world.state.table('members', { text: 'grace@acme.test' })
  const row = String(rows[0]?.['contact_id'])
  return { world, row, call: answer.headers.get('x-request-id') ?? '', delivery: String(failed?.id ?? 1) }
}
