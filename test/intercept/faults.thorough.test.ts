import https from 'node:https'
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { outcomeOf, LISTS, send, WAYS } from './intercepted.ts'

type Made = Awaited<ReturnType<(typeof WAYS)[keyof typeof WAYS]>>

/** The outcome of a `fetch` call, and the received part of its body. */
async function fetched(init: RequestInit): Promise<{ readonly end: string; readonly text: string }> {
  let text = ''
  try {
    const response = await fetch(LISTS, init)
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk)
    JSON.parse(text)
    return { end: 'complete', text }
  } catch (error) {
    const { name, message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException }
    return { end: [error instanceof SyntaxError ? name : `${name}: ${message}`, cause?.code].filter(Boolean).join(', '), text }
  }
}

/** What each client sees of a fault: the table of docs/testing.md. */
const SEEN = [
  ['reset', 'TypeError: fetch failed, ECONNRESET', 'error ECONNRESET: read ECONNRESET'],
  ['close', 'TypeError: fetch failed, UND_ERR_SOCKET', 'error ECONNRESET: socket hang up'],
  ['truncate', 'TypeError: terminated, UND_ERR_SOCKET', 'aborted, response error ECONNRESET: aborted'],
  ['malformed', 'SyntaxError', 'end'],
  ['slow', 'complete', 'end'],
] as const

describe.each(Object.entries(WAYS))('a fault seen through an interception, %s', (way, open) => {
  let made: Made
  beforeEach(async () => {
    made = await open()
  })
  afterEach(() => made.close())

  test.each(SEEN)('the fault %s looks the same with and without an interception', async (connection, byFetch, byNode) => {
    await made.world.faults.add({ effect: connection === 'slow' ? { connection, bytes_per_second: 100_000 } : { connection } })
    const { end, text } = await fetched(made)
    const node = await send(LISTS, made)
    expect([end, node.events.join(', ')]).toEqual([byFetch, byNode])
    expect(node.text).toBe(text)
  })

  test('the fault hang ends when the client aborts, by whatever means', async () => {
    await made.world.faults.add({ effect: { connection: 'hang' } })
    const seen = async (count: number) => {
      await expect.poll(async () => (await made.world.faults.list())[0]?.seen).toBe(count)
    }

    const leaving = new AbortController()
    const hanging = fetched({ ...made, signal: leaving.signal })
    await seen(1)
    leaving.abort()
    expect((await hanging).end).toMatch('AbortError')

    const request = https.get(LISTS, made)
    const destroyed = outcomeOf(request)
    await seen(2)
    request.destroy()
    expect((await destroyed).events).toEqual(['error ECONNRESET: socket hang up'])

    const timed = https.get(LISTS, { ...made, timeout: 50 })
    timed.on('timeout', () => timed.destroy(new Error('too slow')))
    expect((await outcomeOf(timed)).events).toEqual(['error undefined: too slow'])

    const later = https.get(LISTS, made)
    later.setTimeout(50, () => later.destroy(new Error('too slow')))
    expect((await outcomeOf(later)).events).toEqual(['error undefined: too slow'])

    const agent = new https.Agent({ timeout: 50 })
    const byAgent = https.get(LISTS, { ...made, agent })
    byAgent.on('timeout', () => byAgent.destroy(new Error('too slow')))
    expect((await outcomeOf(byAgent)).events).toEqual(['error undefined: too slow'])

    const aborting = new AbortController()
    const aborted = outcomeOf(https.get(`${LISTS}?aborted=yes`, { ...made, signal: aborting.signal }))
    // Whether those that timed out have arrived is not known.
    await expect.poll(async () => (await made.world.requests.list()).some(({ query }) => 'aborted' in query)).toBe(true)
    aborting.abort()
    expect((await aborted).events).toEqual(['error ABORT_ERR: The operation was aborted'])
    await expect(fetched({ ...made, signal: AbortSignal.timeout(20) })).resolves.toMatchObject({
      end: expect.stringMatching('TimeoutError'),
    })
  })

  test('a client that aborts an intercepted call gets exactly one error', async () => {
    await made.world.faults.add({ effect: { connection: 'hang' } })
    const request = https.get(LISTS, made)
    const errors: string[] = []
    request.on('error', ({ message }) => errors.push(message))
    await expect.poll(async () => (await made.world.faults.list())[0]?.seen).toBe(1)
    const closed = new Promise((resolve) => request.once('close', resolve))
    request.destroy(new Error('enough'))
    await closed
    await made.maildouble.health()
    expect(errors).toEqual(['enough'])
  })

  test('a client that aborts during an intercepted response gets exactly one error too', async () => {
    await made.world.faults.add({ effect: { connection: 'slow', bytes_per_second: 200 } })
    const request = https.get(LISTS, made)
    request.on('response', (answer) => answer.once('data', () => request.destroy(new Error('enough'))))
    expect((await outcomeOf(request)).events).toEqual([
      'error undefined: enough',
      'aborted',
      'response error ECONNRESET: aborted',
    ])
  })

  test('a socket timeout of an intercepted call does not expire while data is sent or received', async () => {
    // Twenty pieces each way, each faster than the client's timeout, but all together slower.
    await made.world.faults.add({ effect: { connection: 'slow', bytes_per_second: 4000 } })
    // On a slow machine a single piece may take that long; then the client waits twice as long.
    let isHeldUp = true
    for (let timeout = 500; isHeldUp; timeout *= 2) {
      const request = https.request(`${LISTS}/cccccccccc`, { method: 'PATCH', headers: made.headers, timeout })
      request.on('timeout', () => request.destroy(new Error('too slow')))
      let longest = 0
      const { events, status } = await outcomeOf(request, async () => {
        for (const piece of `{"name":"piece by piece"${' '.repeat(20)}}`) {
          const began = performance.now()
          request.write(piece)
          await new Promise((resolve) => setTimeout(resolve, timeout / 20))
          longest = Math.max(longest, performance.now() - began)
        }
        request.end()
      })
      isHeldUp = longest > timeout / 2
      if (!isHeldUp) expect([status, events, request.socket?.listenerCount('connect')]).toEqual([200, ['end'], 0])
    }
  })

  test('an immediately aborted fetch that is intercepted rejects, whether aborted before or after the call', async () => {
    const reason = new Error('not needed')
    await expect(fetch(`${LISTS}?early=yes`, { ...made, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const leaving = new AbortController()
    const left = fetch(LISTS, { ...made, signal: leaving.signal })
    leaving.abort(reason)
    await expect(left).rejects.toBe(reason)
    await expect(fetch(new Request(`${LISTS}?early=yes`, { ...made, signal: leaving.signal }))).rejects.toBe(reason)
    expect((await made.world.requests.list()).filter(({ query }) => 'early' in query)).toEqual([])
  })

  test.each([
    ['that hangs', { connection: 'hang' } as const],
    ['that is delayed', { latency: 'PT30S' } as const],
  ])('an abort frees the counted connection of an intercepted response %s', async (_answer, effect) => {
    await made.world.settings.update({ connections: 1 })
    await made.world.faults.add({ effect, when: { first: 1 } })
    const request = https.get(LISTS, made)
    const gone = outcomeOf(request)
    await expect.poll(async () => (await made.world.faults.list())[0]?.fired).toBe(1)
    expect((await fetch(LISTS, made)).status).toBe(429)
    request.destroy()
    await gone
    await expect.poll(async () => (await fetch(LISTS, made)).status).toBe(200)
  })

  test('the eleventh concurrent intercepted call is rejected', async () => {
    await made.world.faults.add({ effect: { latency: 'PT10M' } })
    const calls = Array.from({ length: 11 }, (_each, at) => (at % 2 ? fetch(LISTS, made) : send(LISTS, made)))
    expect((await Promise.race(calls)).status).toBe(429)
    // Ends the ten that wait.
    await made.world.reset()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.toSorted((a = 0, b = 0) => a - b)).toEqual([429, ...Array.from({ length: 10 }, () => 503)])
  })

  test('the body of an intercepted response fails when the client aborts', async () => {
    await made.world.faults.add({ effect: { connection: 'slow', bytes_per_second: 200 } })
    const leaving = new AbortController()
    const response = await fetch(LISTS, { ...made, signal: leaving.signal })
    const reading = response.text()
    leaving.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    const request = https.get(LISTS, made)
    request.on('response', (answer) => answer.once('data', () => request.destroy()))
    expect((await outcomeOf(request)).events).toEqual(['aborted', 'response error ECONNRESET: aborted'])
  })

  test('a problem made by a fault is returned through an interception', async () => {
    await made.world.faults.add({ effect: { problem: { preset: 'TooManyRequests' } }, when: { first: 1 } })
    expect((await send(LISTS, made)).status).toBe(429)
    expect((await send(LISTS, made)).status).toBe(200)
  })

  test('an interception works with fake timers', async () => {
    // Over a socket, newer versions of Node wait for an immediate before they reuse a connection.
    vi.useFakeTimers(way === 'in process' ? {} : { toFake: ['Date', 'setTimeout', 'setInterval', 'performance'] })
    try {
      await made.world.faults.add({ effect: { latency: 'PT0.05S' } })
      expect((await fetch(LISTS, made)).status).toBe(200)
      expect((await send(LISTS, made)).events).toEqual(['end'])
    } finally {
      vi.useRealTimers()
    }
  })
})

test('intercepted calls without a socket leave no references behind', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  await using made = await WAYS['in process']()
  const left: WeakRef<object>[] = []
  const call = async (destroyed: boolean) => {
    const request = https.get(LISTS, made)
    request.once('socket', (socket) => {
      const parsers = ['requestParser', 'responseParser'].map((name) => Reflect.get(socket, name) as object)
      left.push(...[request, socket, ...parsers].map((each) => new WeakRef(each)))
      if (destroyed) request.destroy()
    })
    await outcomeOf(request)
  }
  for (let at = 0; at < 40; at++) await call(at % 2 === 1)
  expect(left).toHaveLength(160)
  // A dereferenced WeakRef keeps its target until the end of the turn, and destroyed objects still get events.
  await expect
    .poll(() => {
      collectGarbage()
      return left.filter((each) => each.deref() !== undefined).length
    })
    .toBeLessThan(10)
})

test('docs/testing.md describes the observed behaviour of faults', () => {
  const rows = SEEN.map(([fault, byFetch, byNode]) => `| \`${fault}\` | \`${byFetch}\` | \`${byNode}\` |`)
  const page = readFileSync('docs/testing.md', 'utf8').replaceAll(/ +/g, ' ')
  for (const row of rows) expect(page).toContain(row)
})
