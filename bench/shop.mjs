// A shop with 100,000 orders beside a list with 100,000 members, and an order beside a member.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mainThreadMs } from './cpu.mjs'
import { inTurns, json, median, ratioOf, time, turns } from './measure.mjs'
import { residentMb, startBare, startDouble } from './server.mjs'
import { mb, ms, seconds, slower, withLimit } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)
/** Number of orders that are timed, and of earlier ones that warm up the server. */
const MEASURED = 500
const WARMING = 1_000

const LIST = '/3.0/lists/b16b16b16b'
const STORE = '/3.0/ecommerce/stores/big-shop'

/** What both scenarios have: 100,000 members, and a campaign that most of them have got. */
const AUDIENCE = `lists: [{ id: b16b16b16b, name: Big }]
generate:
  members: [{ list: b16b16b16b, members: { count: 100000, since: -P729D } }]
  campaigns: [{ list: b16b16b16b, campaigns: { since: -P70D, every: P30D, count: 3 } }]`

const SHOP = `
  shops: [{ store: big-shop, products: 50, customers: 40000, orders: 100000, carts: 100 }]
stores: [{ id: big-shop, list: b16b16b16b, name: Big shop, currency_code: USD }]`

let made = 0

/**
 * Calls back with the options of a server with the shop, and of one without it. @template Result
 * @param {(shop: string[], audience: string[]) => Promise<Result>} work
 */
export async function inShopScenario(work) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const write = (/** @type {string} */ name, /** @type {string} */ more) => {
    writeFileSync(join(folder, `${name}.yaml`), `name: ${name}\ndescription: For a benchmark.\n${AUDIENCE}${more}\n`)
    return ['--scenario-dir', folder, '--scenario', name, '--clock', 'frozen']
  }
  try {
    return await work(write('shop', SHOP), write('audience', ''))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export const shop = () => inShopScenario(measure)

/** @param {string[]} withShop @param {string[]} without @returns {Promise<import('./table.mjs').Figure[]>} */
async function measure(withShop, without) {
  const sold = await startDouble(withShop)
  const ready = mainThreadMs(sold.pid)
  const audience = await startDouble(without)
  const theirReady = mainThreadMs(audience.pid)

  const orders = `${STORE}/orders?count=1000`
  const bare = await startBare([
    { method: 'GET', path: '/3.0/ecommerce/stores/:store_id/orders', body: await json(sold.url + orders) },
  ])
  const at = (/** @type {number} */ offset) => () => time(`${sold.url}${orders}&offset=${offset}`)
  await at(90_000)()
  const page = await inTurns(ROUNDS, at(90_000), () => time(bare.url + orders))
  for (let i = 0; i < WARMING; i++) {
    await time(...newOrder(sold.url))
    await time(...newMember(sold.url))
  }
  const write = await inTurns(
    MEASURED,
    () => time(...newOrder(sold.url)),
    () => time(...newMember(sold.url)),
  )
  const resident = [sold, audience].map(({ pid }) => residentMb(pid))
  // Two pages would be rendered once and then kept, one of them only in part: with a third one, each is rendered anew.
  const [last = [], first = []] = await turns(ROUNDS, [at(90_000), at(0), at(1_000)])
  const deep = { ours: median(last), theirs: median(first), ratio: ratioOf(last, first) }
  const bought = await segmentAfterOrder(sold.url)
  const figures = [
    withLimit('a shop with 100,000 orders: CPU time until ready : without orders', ready, seconds, 8_000, theirReady),
    withLimit('the same: resident memory : without orders', resident[0] ?? Number.NaN, mb, 550, resident[1]),
    slower('1,000 orders at 90,000 : the first page', deep, ms, 1.1),
    slower('1,000 orders at 90,000', page, ms, 1.5),
    slower('POST of an order : of a member', write, ms, 1.5),
    withLimit('a segment of those who bought a product, after an order', bought, ms, 200),
  ]
  for (const server of [sold, audience, bare]) await server.stop()
  return figures
}

/** The time to count a saved segment that depends on all orders, each right after a new one. @param {string} url */
async function segmentAfterOrder(url) {
  const conditions = [{ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'contains', value: 'a' }]
  const body = JSON.stringify({ name: 'Bought', options: { match: 'all', conditions } })
  const { id } = await json(`${url}${LIST}/segments`, { method: 'POST', body })
  const seen = []
  for (let round = 0; round < ROUNDS; round++) {
    await time(...newOrder(url))
    seen.push(await time(`${url}${LIST}/segments/${id}`))
  }
  return median(seen)
}

/** The arguments of `time` for a new order of a customer whom the store knows. @param {string} url @returns {Parameters<typeof time>} */
function newOrder(url) {
  made++
  const line = { id: '1', product_id: 'p1', product_variant_id: 'v1', quantity: 1, price: 10 }
  const customer = { id: 'bench', email_address: 'bench@acme.test', opt_in_status: true }
  const order = { id: `bench-${made}`, customer, currency_code: 'USD', order_total: 10, lines: [line] }
  return [`${url}${STORE}/orders`, { method: 'POST', body: JSON.stringify(order) }]
}

/** @param {string} url @returns {Parameters<typeof time>} */
function newMember(url) {
  made++
  const member = { email_address: `bench${made}@acme.test`, status: 'subscribed', merge_fields: { FNAME: 'Ada' } }
  return [`${url}${LIST}/members`, { method: 'POST', body: JSON.stringify(member) }]
}
