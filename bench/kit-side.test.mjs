// One side of bench/kit.mjs: writes the milliseconds that it took to a file.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeEach, test as plain } from 'vitest'

const { BENCH_SIDE = '', BENCH_TESTS, BENCH_OBJECTS = '', BENCH_NOTHING = '', BENCH_OUT = '' } = process.env
const FIXTURES = resolve(import.meta.dirname, '../dist/vitest.js')
const NUMBERS = Array.from({ length: Number(BENCH_TESTS) }, (_, number) => number)

/** @type {{ readonly [side: string]: () => Promise<void> }} */
const sides = {
  'fixtures imported': () => load(FIXTURES),
  'nothing imported': () => load(BENCH_NOTHING),
  worlds: () => worlds(async () => {}),
  tests: async () => measured((number) => plain(`test ${number}`, () => {})),
  'worlds and calls': () => worlds(({ baseUrl, apiKey }, number) => makeCalls(baseUrl, apiKey, number)),
  'bare calls': async () => {
    const base = await bareServer()
    measured((number) => plain(`test ${number}`, () => makeCalls(base, 'bench-dc1', number)))
  },
}
await sides[BENCH_SIDE]?.()

/** @param {string} module */
async function load(module) {
  const began = performance.now()
  await import(module)
  const took = performance.now() - began
  plain('is loaded', () => writeFileSync(BENCH_OUT, String(took)))
}

/** Tests with a world each. @param {(world: import('../src/client/index.ts').World, number: number) => Promise<void>} run */
async function worlds(run) {
  /** @type {import('../src/testing/vitest.ts')} */
  const { test } = await import(FIXTURES)
  measured((number) => test(`test ${number}`, ({ world }) => run(world, number)))
}

/** Defines tests, and measures from the start of the first to the end of the last one. @param {(number: number) => void} define */
function measured(define) {
  /** @type {number | undefined} */
  let began
  beforeEach(() => void (began ??= performance.now()))
  afterAll(() => writeFileSync(BENCH_OUT, String(performance.now() - (began ?? Number.NaN))))
  NUMBERS.forEach(define)
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
  const options = { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }
  /** @type {string} */
  const url = await new Promise((done) => {
    const server = serve(options, ({ port }) => done(`http://127.0.0.1:${port}`))
    afterAll(() => void server.close())
  })
  return url
}
