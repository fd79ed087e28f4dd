import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { largeAnswers, WAITING_BYTES_MAX } from '../../src/server/http/large-answers.ts'
import { startServer, type RunningServer } from '../../src/index.ts'
import type { Body } from '../mock.ts'

const LIST = '/3.0/lists/aaaaaaaaaa'
const PATH = `${LIST}/members?count=1000`
const sockets: Socket[] = []
let server: RunningServer

beforeEach(async () => {
  server = await startServer({ settings: { connections: 0 }, clock: { mode: 'frozen', rate: 0 } })
  for (const half of [0, 1]) {
    const members = Array.from({ length: 400 }, (_, i) => ({
      email_address: `slow${half}-${i}@acme.test`,
      status: 'subscribed',
      merge_fields: { FNAME: 'x'.repeat(200), LNAME: 'y'.repeat(200) },
    }))
    await call(`POST ${LIST}`, { members })
  }
}, 120_000)

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.stop()
  await vi.waitUntil(() => largeAnswers.waiting === 0, { timeout: 120_000 })
}, 240_000)

async function call(line: string, body?: unknown): Promise<{ status: number; text: string; body: Body }> {
  const [method = '', path = ''] = line.split(' ')
  const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' }
  const answer = await fetch(server.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: text === '' ? undefined : JSON.parse(text) }
}

/** Makes a request over its own connection several times and reads only the status of the first response. */
async function askSlowly(paths: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket.on('error', () => {}))
  for (const path of paths)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${server.apiKey}\r\n\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket.read(12)?.toString().slice(-3) ?? ''
}

describe('a client that does not read its response', () => {
  test('a client that does not read its response delays no other client before too many bytes are pending', async () => {
    const { text } = await call(`GET ${PATH}`)
    const bytes = Buffer.byteLength(text)
    expect(bytes).toBeGreaterThan(2_000_000)
    // More than the buffers of the operating system hold, and less than may wait.
    expect(await askSlowly(Array(30).fill(PATH))).toBe('200')
    await expect.poll(() => largeAnswers.waiting, { timeout: 120_000 }).toBeGreaterThanOrEqual(bytes)
    expect(largeAnswers.waiting % bytes).toBe(0)
    expect((await call(`GET ${PATH}`)).text).toBe(text)
  }, 240_000)

  test('a client that does not read its response delays later calls once too many bytes are pending, until it reads or disconnects', async () => {
    await call('POST /_control/faults', { match: { method: 'GET' }, effect: { connection: 'slow', bytes_per_second: 1_000 } })
    for (let i = 0; largeAnswers.waiting <= WAITING_BYTES_MAX; i++) {
      await askSlowly([`${LIST}/members?count=${840 - i}`])
      expect(i).toBeLessThan(150)
    }
    const answer = 3_500_000
    expect(largeAnswers.waiting).toBeLessThan(WAITING_BYTES_MAX + answer)
    const refused = await call(`POST ${LIST}/members`, { email_address: 'late@acme.test', status: 'subscribed' })
    expect(refused.body).toMatchObject({ status: 429, title: 'Too Many Requests' })
    expect(refused.body.detail).toMatch(/^\d+ bytes of answers wait to be read\. Read them/)

    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(() => largeAnswers.waiting, { timeout: 120_000 }).toBe(0)
    expect((await call(`POST ${LIST}/members`, { email_address: 'late@acme.test', status: 'subscribed' })).status).toBe(200)
  }, 240_000)

  test('each response that a fault sends slowly is held until it is sent', async () => {
    const bytes = Buffer.byteLength((await call(`GET ${PATH}`)).text)
    await call('POST /_control/faults', { effect: { connection: 'slow', bytes_per_second: 1_000 } })
    for (let i = 0; i < 20; i++) expect(await askSlowly([PATH])).toBe('200')
    expect(largeAnswers.waiting).toBe(20 * bytes)
  }, 240_000)
})

test('a client that reads its response gets the same bytes, whatever their number, and its response is not retained', async () => {
  for (const count of [1, 20, 60, 61, 200, 843]) {
    const { status, text, body } = await call(`GET ${LIST}/members?count=${count}`)
    expect([status, body.members.length]).toEqual([200, Math.min(count, body.total_items)])
    expect(text.endsWith('}')).toBe(true)
  }
  await expect.poll(() => largeAnswers.waiting, { timeout: 120_000 }).toBe(0)
}, 240_000)
