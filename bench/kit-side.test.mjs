// One side of bench/kit.mjs: writes the milliseconds that it took to a file, and if asked for a CPU profile of them to another.
import { readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { resolve } from 'node:path'
import { afterAll, beforeEach, test as plain } from 'vitest'

const { BENCH_SIDE = '', BENCH_TESTS, BENCH_OBJECTS = '', BENCH_NOTHING = '', BENCH_OUT = '', BENCH_PROFILE } = process.env
const FIXTURES = resolve(import.meta.dirname, '..', process.env['BENCH_PACKAGE'] ?? 'dist', 'vitest.js')
const SAMPLE_US = 100
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
  plain('is loaded', () => writeFileSync(BENCH_OUT, JSON.stringify({ tookMs: took })))
}

/** Tests with a world each. @param {(world: import('../src/kit/client/index.ts').World, number: number) => Promise<void>} run */
async function worlds(run) {
  /** @type {typeof import('../src/kit/testing/vitest.ts')} */
  const { test } = await import(FIXTURES)
  measured((number) => test(`test ${number}`, ({ world }) => run(world, number)))
}

/** Defines tests, and measures from the start of the first to the end of the last one. @param {(number: number) => void} define */
function measured(define) {
  /** @type {{ began: number, cpu: NodeJS.CpuUsage } | undefined} */
  let start
  const session = BENCH_PROFILE === undefined ? undefined : new Session()
  beforeEach(async () => {
    if (start) return
    await profileIn(session)
    start = { cpu: process.cpuUsage(), began: performance.now() }
  })
  afterAll(async () => {
    const { user, system } = process.cpuUsage(start?.cpu)
    writeFileSync(BENCH_OUT, JSON.stringify({ tookMs: performance.now() - (start?.began ?? 0), cpuMs: (user + system) / 1_000 }))
    if (!session || BENCH_PROFILE === undefined) return
    const { profile } = await session.post('Profiler.stop')
    writeFileSync(BENCH_PROFILE, JSON.stringify(profile))
  })
  NUMBERS.forEach(define)
}

/** @param {Session | undefined} session */
async function profileIn(session) {
  if (!session) return
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  await session.post('Profiler.start')
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
