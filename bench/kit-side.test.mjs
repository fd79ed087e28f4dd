// One side of bench/kit.mjs: writes the milliseconds that it took to a file.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, test as plain } from 'vitest'

const { BENCH_SIDE = '', BENCH_TESTS, BENCH_OBJECTS = '', BENCH_NOTHING = '', BENCH_OUT = '' } = process.env
const FIXTURES = resolve(import.meta.dirname, '../dist/vitest.js')

if (BENCH_SIDE.startsWith('import')) {
  const began = performance.now()
  await import(BENCH_SIDE === 'import' ? FIXTURES : BENCH_NOTHING)
  const took = performance.now() - began
  plain('is loaded', () => writeFileSync(BENCH_OUT, String(took)))
} else if (BENCH_SIDE.startsWith('worlds')) {
  /** @type {import('../src/testing/vitest.ts')} */
  const { test } = await import(FIXTURES)
  measure()
  for (const number of numbers()) {
    test(`test ${number}`, async ({ world }) => {
      if (BENCH_SIDE === 'worlds calls') await makeCalls(world.baseUrl, world.apiKey, number)
    })
  }
} else if (BENCH_SIDE === 'bare calls') {
  const base = await bareServer()
  measure()
  for (const number of numbers()) plain(`test ${number}`, () => makeCalls(base, 'bench-dc1', number))
} else {
  measure()
  for (const number of numbers()) plain(`test ${number}`, () => {})
}

function numbers() {
  return Array.from({ length: Number(BENCH_TESTS) }, (_, number) => number)
}

/** Measures from the first test to the end of the last one. */
function measure() {
  /** @type {number | undefined} */
  let began
  beforeEach(() => void (began ??= performance.now()))
  afterAll(() => writeFileSync(BENCH_OUT, String(performance.now() - (began ?? Number.NaN))))
}

/** Five calls of the service as an application makes them. @param {string} base @param {string} key @param {number} number */
async function makeCalls(base, key, number) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const list = `${base}/3.0/lists/aaaaaaaaaa/members`
  const call = async (/** @type {string} */ url, /** @type {RequestInit} */ init = {}) => {
    const answer = await fetch(url, { headers, ...init })
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    return answer.json()
  }
  const fields = { email_address: `new${number}@acme.test`, status: 'subscribed', merge_fields: { FNAME: 'Ada' } }
  /** @type {any} */
  const { id } = await call(list, { method: 'POST', body: JSON.stringify(fields) })
  await call(`${list}/${id}`)
  await call(list)
  await call(`${list}/${id}`)
  await call(`${list}/${id}`)
}

/** A bare Hono server in the worker. Like the double in a user's process, it does not replace the global classes. */
async function bareServer() {
  const [{ serve }, { Hono }] = await Promise.all([import('@hono/node-server'), import('hono')])
  const { member, page } = JSON.parse(readFileSync(BENCH_OBJECTS, 'utf8'))
  const app = new Hono()
  app.get('/3.0/lists/:list_id/members/:hash', (c) => c.json(member))
  app.get('/3.0/lists/:list_id/members', (c) => c.json(page))
  app.post('/3.0/lists/:list_id/members', async (c) => {
    await c.req.json()
    return c.json(member)
  })
  /** @type {import('@hono/node-server').ServerType | undefined} */
  let server
  const { port } = await /** @type {Promise<import('node:net').AddressInfo>} */ (
    new Promise((done) => {
      server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, done)
    })
  )
  afterAll(() => void server?.close())
  return `http://127.0.0.1:${port}`
}
