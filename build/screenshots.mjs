// Takes screenshots of the inspector. Without an argument, that in docs/images/. With a folder, pictures to
// look at: each page, also empty and with errors, light and dark, as wide as a desktop and as a phone. Needs Chromium, and the package
// in dist/.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = process.argv[2]

/** @typedef {Record<string, string>} Address The parameters of the address of a page. */
/** @typedef {{ readonly name: string, readonly address: Address, readonly act?: (page: import('playwright-core').Page) => Promise<unknown> }} Shot */

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** @type {readonly ('light' | 'dark')[]} */
const SCHEMES = ['light', 'dark']

/** @type {typeof import('../src/index.ts')} */
const { startServer } = await import(pathToFileURL(resolve(ROOT, 'dist/index.js')).href)
/** @type {typeof import('../src/kit/client/index.ts')} */
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
  const { world, call, delivery, row, batch } = await story()
  const out = resolve(ROOT, FOLDER ?? 'docs/images')
  mkdirSync(out, { recursive: true })
  /** @type {readonly Shot[]} */
  const pages = [
    { name: 'requests', address: { id: call } },
    { name: 'timeline', address: { page: 'timeline', id: `request:${call}` } },
    { name: 'state', address: { page: 'state', table: 'members', q: 'acme.test', id: row } },
    { name: 'webhooks', address: { page: 'webhooks', id: delivery } },
    { name: 'emails', address: { page: 'emails', id: '1' } },
    { name: 'faults', address: { page: 'faults' } },
    { name: 'act', address: { page: 'act', trigger: 'member.bounce' } },
    { name: 'contract', address: { page: 'contract' } },
  ]
  // The docs show one.
  if (FOLDER === undefined) await takeAll(out, world.id, pages.slice(0, 1), [DESKTOP], server.url, ['light'])
  else {
    /** @type {readonly Shot[]} */
    const more = [
      { name: 'home', address: { page: 'home' } },
      { name: 'worlds', address: { page: 'worlds' } },
      { name: 'requests-list', address: {} },
      { name: 'requests-batch', address: { id: batch } },
      { name: 'requests-no-match', address: { q: 'matches no call' } },
      { name: 'requests-unknown', address: { id: 'no-such-call' } },
      { name: 'timeline-all', address: { page: 'timeline' } },
      { name: 'state-tables', address: { page: 'state' } },
      { name: 'state-compare', address: { page: 'state', compare: '1' } },
      { name: 'emails-list', address: { page: 'emails' } },
      {
        name: 'faults-add',
        address: { page: 'faults' },
        act: (page) => page.getByRole('button', { name: 'Add a fault' }).click(),
      },
      { name: 'act-list', address: { page: 'act' } },
      {
        name: 'act-error',
        address: { page: 'act', trigger: 'member.unsubscribe', given: '{"list_id":"nowhere","email_address":"ada@acme.test"}' },
        act: (page) => page.getByRole('button', { name: 'Make it happen' }).click(),
      },
      { name: 'webhooks-subscriptions', address: { page: 'webhooks', subscriptions: '1' } },
      { name: 'act-bundle', address: { page: 'bundle' } },
      { name: 'contract-violations', address: { page: 'contract', part: 'violations' } },
      { name: 'contract-assumptions', address: { page: 'contract', part: 'assumptions' } },
      { name: 'reference', address: { page: 'reference' } },
      { name: 'reference-control', address: { page: 'reference', api: 'control' } },
      { name: 'menu-world', address: {}, act: (page) => page.getByRole('button', { name: /^World / }).click() },
      { name: 'menu-snapshots', address: {}, act: (page) => page.getByRole('button', { name: 'Snapshots' }).click() },
      { name: 'menu-clock', address: {}, act: (page) => page.getByRole('button', { name: /^Clock mode/ }).click() },
    ]
    await takeAll(out, world.id, [...pages, ...more], [DESKTOP, PHONE])
    // A narrow page has no button for its keys.
    /** @type {Shot} */
    const help = { name: 'help', address: {}, act: (page) => page.getByRole('button', { name: 'Keys' }).click() }
    await takeAll(out, world.id, [help], [DESKTOP])
    const empty = await connect(server).worlds.create({ id: 'nothing-yet', scenario: 'empty' })
    const blank = ['requests', 'timeline', 'webhooks', 'emails', 'faults', 'contract']
    /** @type {Shot[]} */
    const shots = blank.map((name) => ({ name: `empty-${name}`, address: { page: name } }))
    shots.push({ name: 'empty-compare', address: { page: 'state', compare: '1' } })
    await takeAll(out, empty.id, shots, [DESKTOP, PHONE])
    await takeAll(out, 'no-such-world', [{ name: 'error-no-world', address: {} }], [DESKTOP, PHONE])
    const locked = await startServer({ scenario: 'empty', controlToken: 'correct-horse' })
    await takeAll(out, 'default', [{ name: 'token', address: {} }], [DESKTOP, PHONE], locked.url)
    await locked.stop()
    for (const scheme of SCHEMES) {
      const leaving = await startServer({ scenario: 'empty' })
      const gone = { name: 'error-server-gone', address: {}, act: leaving.stop }
      await takeAll(out, 'default', [gone], [DESKTOP], leaving.url, [scheme])
    }
  }
} finally {
  await browser.close()
  await server.stop()
  receiver.close()
}

/**
 * Takes pictures of pages of a world, light and dark, in some sizes.
 * @param {string} out @param {string} world @param {readonly Shot[]} shots @param {readonly { readonly width: number, readonly height: number }[]} sizes
 */
async function takeAll(out, world, shots, sizes, url = server.url, schemes = SCHEMES) {
  for (const viewport of sizes) {
    for (const colorScheme of schemes) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      for (const { name, address, act } of shots) {
        await page.goto(`${url}/_inspector/?${new URLSearchParams({ world, ...address })}`, { waitUntil: 'load' })
        await page.locator('main > *, form.token').first().waitFor()
        // The stream of events never ends, so the page never reports that everything is loaded.
        await page.waitForTimeout(1_000)
        await act?.(page)
        if (act) await page.waitForTimeout(500)
        const size = viewport === DESKTOP ? '' : `-${viewport.width}`
        await page.screenshot({ path: resolve(out, `${name}${size}-${colorScheme}.png`) })
      }
      await context.close()
    }
  }
}

/** A world in which something of each kind has happened, with the ids of what to show. */
async function story() {
  const world = await connect(server).worlds.create({ id: 'newsletter-sign-up', scenario: 'starter' })
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
  const submitted = await send('/batches', 'POST', {
    operations: [
      { method: 'PATCH', path: `/lists/${list}`, body: JSON.stringify({ name: 'Acme News and Events' }) },
      { method: 'GET', path: '/lists' },
    ],
  })
  await world.clock.advance('PT1S')
  await send('/batches', 'POST', { operations: [{ method: 'GET', path: '/lists' }] })
  const failed = (await world.deliveries.list({ status: 'retrying' }))[0]
  const { rows } = await world.state.table('members', { text: 'grace@acme.test' })
  const row = String(rows[0]?.['contact_id'])
  const idOf = (/** @type {Response} */ { headers }) => headers.get('x-request-id') ?? ''
  return { world, row, call: idOf(answer), batch: idOf(submitted), delivery: String(failed?.id ?? 1) }
}
