import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callWithCurl, callWithFetch, callWithNode, wireWorld } from './wire-world.ts'

let world: Awaited<ReturnType<typeof wireWorld>>

beforeAll(async () => {
  world = await wireWorld()
})
afterEach(() => world.control('POST /_control/reset', {}))
afterAll(() => world.stop())

const clients = { fetch: callWithFetch, node: callWithNode, curl: callWithCurl }
const NEW_FOLDER = '{"name":"Spring"}'

/** Creates a folder while a fault is active, and returns the outcome and whether the folder exists. */
async function making(client: keyof typeof clients, connection: string, stage: string, body = NEW_FOLDER) {
  await world.control('POST /_control/faults', { match: { operation: 'createTemplateFolder' }, effect: { connection }, stage })
  const outcome = await clients[client](`${world.url}/3.0/template-folders`, { method: 'POST', headers: world.headers, body })
  const { folders } = await world.control('GET /3.0/template-folders')
  const { fired } = await world.control('GET /_control/faults/1')
  expect(fired).toBe(1)
  return { ...outcome, isMade: folders.some(({ name }: { name: string }) => name === JSON.parse(body).name) }
}

describe.each(['before', 'after'])('a connection fault %s the operation', (stage) => {
  const isMade = stage === 'after'

  test.each([
    ['reset', 'fetch', 'ECONNRESET'],
    ['reset', 'node', 'ECONNRESET'],
    ['reset', 'curl', 56],
    ['close', 'fetch', 'UND_ERR_SOCKET'],
    ['close', 'node', 'socket hang up'],
    ['close', 'curl', 52],
  ] as const)('the connection fault %s without a response is seen by %s: %s', async (connection, client, end) => {
    expect(await making(client, connection, stage)).toEqual({ end, status: undefined, text: '', isMade })
  })

  test.each([
    ['truncate', 'fetch', 'terminated', 200],
    ['truncate', 'node', 'aborted', 200],
    ['truncate', 'curl', 18, undefined],
    ['malformed', 'fetch', 'SyntaxError', 200],
    ['malformed', 'node', 'complete', 200],
    ['malformed', 'curl', 0, undefined],
  ] as const)('the connection fault %s within a response is seen by %s: %s', async (connection, client, end, status) => {
    const outcome = await making(client, connection, stage)
    expect(outcome).toMatchObject({ end, status, isMade })
    expect(outcome.text).toMatch(/^\{"id":/)
    expect(() => JSON.parse(outcome.text)).toThrow(SyntaxError)
  })
})

test('a connection is closed and not reset, however much was sent', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(2_000_000) })
  await world.control('POST /_control/faults', { match: { operation: 'createTemplateFolder' }, effect: { connection: 'close' } })
  const url = `${world.url}/3.0/template-folders`
  expect((await callWithFetch(url, { method: 'POST', headers: world.headers, body })).end).toBe('UND_ERR_SOCKET')
})

test('a hanging client can disconnect at any time, which frees its slot', async () => {
  await world.control('PATCH /_control/settings', { connections: 1 })
  await world.control('POST /_control/faults', { when: { first: 1 }, effect: { connection: 'hang' } })
  const leaving = new AbortController()
  const hanging = callWithFetch(`${world.url}/3.0/lists`, { headers: world.headers, signal: leaving.signal })
  await seen(1)
  expect((await callWithFetch(`${world.url}/3.0/lists`, world)).status).toBe(429)
  leaving.abort()
  expect((await hanging).end).toBe('AbortError')
  await expect.poll(async () => (await callWithFetch(`${world.url}/3.0/lists`, world)).status).toBe(200)
})

test('a reset of the world closes hanging connections', async () => {
  await world.control('POST /_control/faults', { effect: { connection: 'hang' } })
  const hanging = [callWithNode(`${world.url}/3.0/lists`, world), callWithCurl(`${world.url}/3.0/lists`, world)]
  await seen(2)
  await world.control('POST /_control/reset', {})
  expect((await Promise.all(hanging)).map(({ end }) => end)).toEqual(['socket hang up', 52])
})

test('a reset of the world ends waits with an explanation', async () => {
  await world.control('POST /_control/faults', { effect: { latency: 'PT10M' } })
  const waiting = fetch(`${world.url}/3.0/lists`, world)
  await seen(1)
  await world.control('POST /_control/reset', {})
  const response = await waiting
  expect([response.status, response.headers.get('x-maildouble-dropped')]).toEqual([503, 'reset'])
})

test('a slow response arrives in pieces, and complete in the end', async () => {
  await world.control('POST /_control/faults', { effect: { connection: 'slow', bytes_per_second: 20_000 }, when: { first: 1 } })
  const response = await fetch(`${world.url}/3.0/lists`, world)
  const length = Number(response.headers.get('content-length'))
  expect(length).toBeGreaterThan(2_000)
  const pieces: Uint8Array[] = []
  for await (const piece of response.body ?? []) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(1)
  const text = Buffer.concat(pieces).toString()
  expect(Buffer.byteLength(text)).toBe(length)
  expect(JSON.parse(text).lists).toBeInstanceOf(Array)
})

test('a reset of the world aborts slow responses', async () => {
  await world.control('POST /_control/faults', { effect: { connection: 'slow', bytes_per_second: 10 } })
  const response = await fetch(`${world.url}/3.0/lists`, world)
  await world.control('POST /_control/reset', {})
  await expect(response.text()).rejects.toThrow('terminated')
})

test.each([
  ['slow', 'complete', 200],
  ['malformed', 'complete', 200],
  ['truncate', 'socket hang up', undefined],
])('HEAD, which has no body, with the fault %s: %s', async (connection, end, status) => {
  await world.control('POST /_control/faults', { effect: { connection } })
  const outcome = await callWithNode(`${world.url}/3.0/lists`, { method: 'HEAD', headers: world.headers })
  expect(outcome).toEqual({ end, status, text: '' })
})

test('no connection fault raised a Defect', () => expect(world.logged).toEqual([]))

/** Waits until a fault has seen the given number of calls. */
async function seen(calls: number): Promise<void> {
  await expect.poll(async () => (await world.control('GET /_control/faults/1')).seen).toBe(calls)
}
