import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callWithFetch, wireWorld } from './wire-world.ts'

let world: Awaited<ReturnType<typeof wireWorld>>

beforeAll(async () => {
  world = await wireWorld()
})
afterEach(() => world.control('POST /_control/reset', {}))
afterAll(() => world.stop())

/** Sends pipelined requests on one connection and returns everything received until it closes. */
function pipelined(requests: readonly string[]) {
  const { hostname, port, host } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  const head = `Host: ${host}\r\nAuthorization: ${world.headers.authorization}\r\n\r\n`
  socket.write(requests.map((line) => `${line} HTTP/1.1\r\n${head}`).join(''))
  const ended = new Promise<string>((resolve) => {
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    // A reset that comes together with a response looks like an end to some clients, so it is ignored.
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  return { socket, ended }
}

/** Waits until a fault has seen the given number of calls. */
async function seen(calls: number): Promise<void> {
  await expect.poll(async () => (await world.control('GET /_control/faults/1')).seen).toBe(calls)
}

const LISTS = 'GET /3.0/lists?fields=total_items'

describe('of pipelined requests on one connection', () => {
  test.each([
    ['reset', 1],
    ['close', 1],
    ['truncate', 2],
  ])('the second of pipelined requests is broken by %s after the first is answered', async (connection, answers) => {
    await world.control('POST /_control/faults', { effect: { latency: 50 }, when: { nth: 1 } })
    await world.control('POST /_control/faults', { effect: { connection }, when: { nth: 2 } })
    const text = await pipelined([LISTS, LISTS]).ended
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(answers)
  })

  test('waiting pipelined requests free their slots when the client disconnects', async () => {
    await world.control('PATCH /_control/settings', { connections: 2 })
    await world.control('POST /_control/faults', { effect: { connection: 'hang' }, when: { first: 1 } })
    const { socket, ended } = pipelined([LISTS, LISTS])
    await seen(2)
    expect((await callWithFetch(`${world.url}/3.0/lists`, world)).status).toBe(429)
    socket.destroy()
    await ended
    await world.control('PATCH /_control/settings', { connections: 1 })
    await expect.poll(async () => (await callWithFetch(`${world.url}/3.0/lists`, world)).status).toBe(200)
  })

  test('a pipelined HEAD request for a slow response does not hold up others', async () => {
    await world.control('POST /_control/faults', {
      effect: { connection: 'slow', bytes_per_second: 1 },
      when: { first: 1 },
    })
    const { socket, ended } = pipelined(['HEAD /3.0/lists', 'GET /3.0/nothing'])
    let text = ''
    socket.on('data', (chunk: string) => (text += chunk))
    await expect.poll(() => text).toContain('HTTP/1.1 404')
    socket.destroy()
    expect(await ended).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })
})

test('no fault on a pipelined request raised a Defect', () => expect(world.logged).toEqual([]))
