// Plays a whole session of use against a server, and takes screenshots of each page of the inspector to be looked at one by one: light and
// dark, as wide as a desktop and as a phone. Arguments: the folder for the pictures, and (not required) a pattern for the names of
// the pictures to take. Needs Chromium, and the package in dist/.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

/** @typedef {import('../src/kit/client/index.ts').World} World */
/** @typedef {(page: import('playwright-core').Page) => Promise<unknown>} Act */

const ROOT = resolve(import.meta.dirname, '..')
const OUT = resolve(process.argv[2] ?? '.cache/inspector-session')
const WANTED = new RegExp(process.argv[3] ?? '')
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** @type {typeof import('../src/index.ts')} */
const { startServer } = await import(pathToFileURL(resolve(ROOT, 'dist/index.js')).href)
/** @type {typeof import('../src/kit/client/index.ts')} */
const { connect } = await import(pathToFileURL(resolve(ROOT, 'dist/client.js')).href)

const receiver = createServer((request, response) => {
  request.resume()
  response.writeHead(request.url?.includes('broken') ? 500 : 200).end('ok')
})
await new Promise((done) => receiver.listen(0, '127.0.0.1', () => done(undefined)))
const address = receiver.address()
const RECEIVER = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const server = await startServer({ scenario: 'empty' })
const { worlds } = connect(server)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const frozen = await frozenWorld()
  const live = await worlds.create({ id: 'newsletter-week', scenario: 'newsletter-live' })
  await live.clock.advance('P8D')
  const failing = await failingReceiver()
  const shop = await busyShop()
  for (let n = 4; n < 15; n++) await worlds.create({ id: `worker-${n}`, scenario: n % 2 === 0 ? 'starter' : 'empty' })
  mkdirSync(OUT, { recursive: true })
  for (const viewport of SIZES) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      for (const { name, world, at, act } of [...shots(frozen, live, failing), ...shopShots(shop)]) {
        if (!WANTED.test(`${name}-${viewport.width}-${colorScheme}`)) continue
        await page.goto(`${server.url}/_inspector/?${new URLSearchParams({ world, ...at })}`, { waitUntil: 'load' })
        await page.locator('main > *').first().waitFor()
        // The stream of events never ends, so the page never reports that everything is loaded.
        await page.waitForTimeout(700)
        await act?.(page).catch((/** @type {Error} */ { message }) => console.error(`${name} at ${viewport.width}: ${message}`))
        if (act) await page.waitForTimeout(500)
        const needed = Number(await page.evaluate('document.documentElement.scrollWidth'))
        if (needed > viewport.width) console.error(`${name}: ${needed} px wide in a window of ${viewport.width}`)
        await page.screenshot({ path: resolve(OUT, `${name}-${viewport.width}-${colorScheme}.png`) })
      }
      await context.close()
    }
  }
} finally {
  await browser.close()
  await server.stop()
  receiver.close()
}

/**
 * The pictures: a name, and the address of a page.
 * @param {{ world: World, call: string }} frozen @param {World} live @param {Awaited<ReturnType<typeof failingReceiver>>} failing
 * @returns {readonly { readonly name: string, readonly world: string, readonly at: Record<string, string>, readonly act?: Act }[]}
 */
function shots(frozen, live, failing) {
  const first = frozen.world.id
  const week = live.id
  const bad = failing.world.id
  const click = (/** @type {string} */ selector) => (/** @type {import('playwright-core').Page} */ page) =>
    page.locator(selector).first().click({ timeout: 3_000 })
  return [
    { name: 'home', world: bad, at: { page: 'home' } },
    { name: 'worlds', world: bad, at: { page: 'worlds' } },
    { name: 'timeline-frozen', world: first, at: { page: 'timeline' } },
    { name: 'timeline-frozen-cluster', world: first, at: { page: 'timeline' }, act: click('.mark-of:has(.count)') },
    { name: 'timeline-live', world: week, at: { page: 'timeline' } },
    { name: 'timeline-live-future', world: week, at: { page: 'timeline' }, act: click('.more-row') },
    { name: 'timeline-failing', world: bad, at: { page: 'timeline', id: `request:${failing.call}` } },
    { name: 'requests-frozen', world: first, at: { page: 'requests' } },
    { name: 'requests-failing', world: bad, at: { page: 'requests', id: failing.call } },
    { name: 'requests-silent', world: first, at: { page: 'requests', id: frozen.call } },
    { name: 'requests-batch', world: bad, at: { page: 'requests', id: failing.batch } },
    { name: 'requests-step', world: bad, at: { page: 'requests' }, act: click('.row.step') },
    { name: 'state-tables', world: week, at: { page: 'state' } },
    { name: 'state-rows', world: week, at: { page: 'state', table: 'members' } },
    { name: 'state-row', world: bad, at: { page: 'state', table: 'members', id: failing.row } },
    { name: 'state-compare', world: bad, at: { page: 'state', compare: '1' } },
    { name: 'webhooks', world: bad, at: { page: 'webhooks', id: failing.delivery } },
    { name: 'webhooks-subscriptions', world: bad, at: { page: 'webhooks', subscriptions: '1' } },
    { name: 'emails', world: week, at: { page: 'emails' } },
    { name: 'emails-open', world: week, at: { page: 'emails', id: '1' } },
    { name: 'faults', world: bad, at: { page: 'faults' } },
    { name: 'faults-add', world: bad, at: { page: 'faults' }, act: click('button:has-text("Add a fault")') },
    { name: 'act', world: bad, at: { page: 'act' } },
    { name: 'act-task', world: bad, at: { page: 'act', trigger: 'member.unsubscribe' } },
    { name: 'bundle', world: bad, at: { page: 'bundle' } },
    { name: 'contract', world: bad, at: { page: 'contract' } },
    { name: 'reference', world: bad, at: { page: 'reference' } },
    {
      name: 'reference-operation',
      world: bad,
      at: { page: 'reference' },
      act: async (page) => {
        const reference = page.frameLocator('iframe[title="API reference"]')
        await reference.getByText('ping', { exact: true }).first().click({ timeout: 5_000 })
        await reference.getByText("Check the service's health").first().click({ timeout: 5_000 })
      },
    },
    { name: 'empty-requests', world: 'worker-5', at: { page: 'requests' } },
    { name: 'empty-timeline', world: 'worker-5', at: { page: 'timeline' } },
    {
      name: 'menu-world',
      world: bad,
      at: { page: 'requests' },
      act: (page) => page.getByRole('button', { name: /^World / }).click(),
    },
    {
      name: 'menu-clock',
      world: bad,
      at: { page: 'requests' },
      act: (page) => page.getByRole('button', { name: /^Clock mode/ }).click(),
    },
  ]
}

/**
 * The pictures of a shop.
 * @param {World} shop
 * @returns {ReturnType<typeof shots>}
 */
function shopShots({ id: world }) {
  const rows = {
    stores: 'acme-shop',
    store_products: 'acme-shop,felt-hat',
    store_variants: 'acme-shop,felt-hat,felt-hat-red',
    store_images: 'acme-shop,felt-hat,red',
    store_customers: 'acme-shop,c7',
    store_carts: 'acme-shop,cart9',
    store_orders: 'acme-shop,o341',
    store_lines: 'acme-shop,order,o341,1',
    promo_rules: 'acme-shop,ten-percent',
    promo_codes: 'acme-shop,ten-percent,welcome',
    shoppers: 'acme-shop',
    surveys: 'c0ffee0003',
    survey_responses: '',
    journeys: '7',
    journey_waits: '',
    automations: 'c0ffee0080',
    automation_queue: '',
    automation_occasions: '',
    segments: '',
    emails: '1',
  }
  const first = (/** @type {import('playwright-core').Page} */ page) =>
    page.locator('.row.state').first().click({ timeout: 3_000 })
  const acts = ['order.place', 'order.update', 'cart.fill', 'product.view', 'survey.answer', 'automation.create']
  return [
    { name: 'shop-timeline', world, at: { page: 'timeline' } },
    {
      name: 'shop-requests',
      world,
      at: { page: 'requests' },
      act: (page) => page.locator('.row').first().click({ timeout: 3_000 }),
    },
    { name: 'shop-emails', world, at: { page: 'emails', id: '1' } },
    { name: 'shop-state', world, at: { page: 'state' } },
    ...Object.entries(rows).flatMap(([table, row]) => [
      { name: `shop-${table}-rows`, world, at: { page: 'state', table } },
      {
        name: `shop-${table}-row`,
        world,
        at: { page: 'state', table, ...(row === '' ? {} : { id: row }) },
        ...(row === '' ? { act: first } : {}),
      },
    ]),
    ...acts.map((trigger) => ({ name: `shop-act-${trigger}`, world, at: { page: 'act', trigger } })),
  ]
}

/** A shop in which something of each kind has happened. */
async function busyShop() {
  const world = await worlds.create({ id: 'acme-shop', scenario: 'shop', clock: { mode: 'frozen' } })
  const store_id = 'acme-shop'
  await world.trigger('order.place', {
    store_id,
    order: {
      customer: { id: 'c7' },
      financial_status: 'pending',
      discount_total: 10.15,
      promos: [{ code: 'WELCOME10', amount_discounted: 10.15, type: 'fixed' }],
      lines: [
        { product_id: 'felt-hat', product_variant_id: 'felt-hat-red' },
        { product_id: 'gloves', quantity: 2, discount: 1.5 },
      ],
      shipping_address: { name: 'Ada Lovelace', address1: '1 High Street', city: 'London', country_code: 'GB' },
    },
  })
  await world.clock.advance('PT1H')
  await world.trigger('order.update', {
    store_id,
    order_id: 'o341',
    financial_status: 'paid',
    order_total: 89.5,
    tracking_number: 'AB 123',
  })
  await world.trigger('cart.fill', {
    store_id,
    cart: {
      customer: { email_address: 'grace@acme.test', opt_in_status: true },
      checkout_url: 'https://shop.acme.test/checkout',
      lines: [{ product_id: 'cap' }],
    },
  })
  await world.trigger('product.view', { store_id, product_id: 'beret', email_address: 'grace@acme.test' })
  await world.clock.advance('PT2H')
  await send(world, '/customer-journeys/journeys/7/steps/3/actions/trigger', 'POST', { email_address: 'grace@acme.test' })
  await send(world, `/ecommerce/stores/${store_id}/orders/o341`, 'PATCH', { fulfillment_status: 'shipped', shipping_total: 4.5 })
  await send(world, `/ecommerce/stores/${store_id}/orders`, 'POST', { id: 'o1', lines: [] })
  await send(world, `/ecommerce/stores/${store_id}/products`, 'POST', {
    id: 'bag',
    title: 'Bag',
    variants: [{ id: 'bag', title: 'Bag', price: '75.5' }],
  })
  await send(world, `/ecommerce/stores/${store_id}/promo-rules/ten-percent`, 'PATCH', { amount: 0.15 })
  await world.trigger('survey.answer', {
    survey_id: 'c0ffee0003',
    email_address: 'grace@acme.test',
    answers: { 'How do you like it?': 4, 'How did you find us?': 'A friend' },
  })
  return world
}

/** A frozen world with 30 writes, followed by 45 reads. */
async function frozenWorld() {
  const world = await worlds.create({ id: 'sign-up-test', scenario: 'starter', clock: { mode: 'frozen' } })
  const list = await firstList(world)
  await send(world, `/lists/${list}/webhooks`, 'POST', hook('/hooks', { user: true, admin: true, api: false }))
  const written = []
  for (let n = 1; n < 30; n++) {
    const member = { email_address: `reader-${n}@acme.test`, status: 'subscribed', merge_fields: { FNAME: `Reader ${n}` } }
    written.push(await send(world, `/lists/${list}/members`, 'POST', member))
  }
  for (let n = 0; n < 45; n++) await world.fetch(n % 3 === 0 ? `/lists/${list}/members?count=5&offset=${n}` : `/lists/${list}`)
  return { world, call: idOf(written[20]) }
}

/** A world whose webhooks fail, with faults, a batch that waits for the clock, and a trigger. */
async function failingReceiver() {
  const world = await worlds.create({ id: 'failing-receiver', scenario: 'starter', clock: { mode: 'frozen' } })
  const list = await firstList(world)
  const all = { user: true, admin: true, api: true }
  await send(world, `/lists/${list}/webhooks`, 'POST', hook('/hooks', all))
  await send(world, `/lists/${list}/webhooks`, 'POST', hook('/broken', all))
  await world.clock.advance('PT30S')
  await send(world, `/lists/${list}/members`, 'POST', {
    email_address: 'grace@acme.test',
    status: 'subscribed',
    nickname: 'Amazing',
  })
  await send(world, `/lists/${list}/members`, 'POST', { email_address: 'grace@acme.test', status: 'subscribed' })
  await world.faults.add({
    match: { operation: 'addMember' },
    when: { first: 1 },
    effect: { problem: { preset: 'TooManyRequests' } },
  })
  await world.faults.add({ match: { path: '/campaigns/*' }, when: { every: 3 }, effect: { latency: 'PT2S' } })
  for (let n = 0; n < 2; n++)
    await send(world, `/lists/${list}/members`, 'POST', { email_address: 'alan@acme.test', status: 'pending' })
  await world.clock.advance('PT1M')
  const left = { status: 'unsubscribed', reason: 'too many emails' }
  const call = await send(world, `/lists/${list}/members/grace@acme.test`, 'PATCH', left)
  await world.deliveries.waitForAll({ event: 'unsubscribe' }, 2)
  const [member] = (await world.state.table('members', { text: 'ada' })).rows
  await world.trigger('member.unsubscribe', { list_id: list, email_address: String(member?.['email_address']) })
  await world.clock.advance('PT30S')
  const operations = [
    { method: 'PATCH', path: `/lists/${list}`, body: JSON.stringify({ name: 'Acme News and Events' }) },
    {
      method: 'POST',
      path: `/lists/${list}/members`,
      body: JSON.stringify({ email_address: 'linus@acme.test', status: 'subscribed' }),
    },
  ]
  const batch = await send(world, '/batches', 'POST', { operations })
  await world.clock.advance('PT1S')
  await send(world, '/batches', 'POST', { operations })
  await world.fetch('/nowhere')
  const failed = (await world.deliveries.list({ status: 'retrying' }))[0]
  const { rows } = await world.state.table('members', { text: 'grace@acme.test' })
  return { world, row: String(rows[0]?.['contact_id']), call: idOf(call), batch: idOf(batch), delivery: String(failed?.id ?? 1) }
}

/** @param {World} world */
async function firstList(world) {
  const { lists } = /** @type {{ lists: { id: string }[] }} */ (await (await world.fetch('/lists?count=1')).json())
  return lists[0]?.id ?? ''
}

/** @param {World} world @param {string} path @param {string} method @param {unknown} body */
function send(world, path, method, body) {
  return world.fetch(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
}

/** @param {string} path @param {Record<string, boolean>} sources */
function hook(path, sources) {
  return { url: RECEIVER + path, events: { subscribe: true, unsubscribe: true, profile: true }, sources }
}

/** @param {Response | undefined} response */
function idOf(response) {
  return response?.headers.get('x-request-id') ?? ''
}
