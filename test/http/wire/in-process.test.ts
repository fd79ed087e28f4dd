import { describe, expect, test } from 'vitest'
import { mock } from '../../mock.ts'

const LISTS = 'http://maildouble.test/3.0/lists'

/** An in-process double with a fault, and its caller with `fetch` semantics. */
async function broken(effect: object, more: object = {}) {
  const { call, app, handle, ...world } = mock()
  await call('POST /_control/faults', { effect, ...more })
  const fetch = (init: RequestInit = {}): Promise<Response> =>
    Promise.resolve(app.fetch(new Request(LISTS, { headers: { authorization: 'Bearer test-dc1' }, ...init })))
  return { ...world, call, handle, fetch, app }
}

describe('an in-process connection fault', () => {
  test.each([
    ['reset', { code: 'ECONNRESET', errno: -104, syscall: 'read', message: 'read ECONNRESET' }],
    ['close', { code: 'UND_ERR_SOCKET', name: 'SocketError', message: 'other side closed' }],
  ])('the in-process connection fault %s rejects with the same error as fetch', async (connection, cause) => {
    const { fetch } = await broken({ connection })
    const error = await fetch().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ message: 'fetch failed', cause })
  })

  test('an in-process connection fault rejects the promise of fetch', async () => {
    const { app } = await broken({ connection: 'reset' })
    const init = { headers: { authorization: 'Bearer test-dc1' } }
    const [first, second] = [app.request(LISTS, init), app.request(LISTS, init)]
    await expect(first).rejects.toThrow('fetch failed')
    await expect(second).rejects.toThrow('fetch failed')
  })

  test('the in-process fault truncate sends half of the body and then fails', async () => {
    const { fetch } = await broken({ connection: 'truncate' })
    const response = await fetch()
    const length = Number(response.headers.get('content-length'))
    let read = 0
    const reading = async () => {
      for await (const chunk of response.body ?? []) read += chunk.length
    }
    await expect(reading()).rejects.toMatchObject({ name: 'TypeError', message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } })
    expect([response.status, read]).toEqual([200, Math.floor(length / 2)])
  })

  test('the in-process fault slow sends the body in pieces', async () => {
    const { fetch } = await broken({ connection: 'slow', bytes_per_second: 100_000 })
    await expect((await fetch()).json()).resolves.toHaveProperty('lists')
  })

  test('the in-process fault slow declares the full length', async () => {
    const { call, app } = await broken({ connection: 'slow', bytes_per_second: 100_000 })
    const init = { headers: { authorization: 'Bearer test-dc1' } }
    const response = await app.request(LISTS, init)
    const text = await response.text()
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    await call('DELETE /_control/faults')
    expect(text).toBe((await call('GET /3.0/lists')).text)
  })

  test('the in-process fault slow uses the slowest of several rates', async () => {
    const { call, fetch, handle } = await broken({ connection: 'slow', bytes_per_second: 50_000 })
    await call('POST /_control/faults', { effect: { connection: 'slow', bytes_per_second: 100_000 } })
    await (await fetch()).text()
    expect(handle().log.journal.all()).toMatchObject([{ status: 200, injected: false, faults: [{ id: 1 }, { id: 2 }] }])
  })

  test("the in-process fault slow stops with the client's abort reason", async () => {
    const { fetch } = await broken({ connection: 'slow', bytes_per_second: 10 })
    const leaving = new AbortController()
    const response = await fetch({ signal: leaving.signal })
    const reading = response.text()
    leaving.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('the in-process fault slow holds a slot until the client aborts or the response ends', async () => {
    const { call, fetch, handle } = await broken({ connection: 'slow', bytes_per_second: 10 }, { when: { first: 1 } })
    await call('POST /_control/faults', { effect: { connection: 'slow', bytes_per_second: 5_000 }, when: { nth: 2 } })
    await call('PATCH /_control/settings', { connections: 1 })
    const leaving = new AbortController()
    await fetch({ signal: leaving.signal })
    expect((await call('GET /3.0/lists')).status).toBe(429)
    leaving.abort()
    expect(handle().inFlight).toBe(0)
    await fetch()
    expect(handle().inFlight).toBe(1)
    await expect.poll(() => handle().inFlight).toBe(0)
  })

  test('the in-process fault slow holds no slot for the headers alone', async () => {
    const { fetch, handle } = await broken({ connection: 'slow', bytes_per_second: 1 })
    expect((await fetch({ method: 'HEAD' })).status).toBe(200)
    await expect.poll(() => handle().inFlight).toBe(0)
  })

  test("the in-process fault hang rejects with the client's abort reason, as fetch does", async () => {
    const { fetch } = await broken({ connection: 'hang' })
    const leaving = new AbortController()
    const hanging = fetch({ signal: leaving.signal })
    leaving.abort()
    await expect(hanging).rejects.toMatchObject({ name: 'AbortError' })
    await expect(fetch({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })

  test('the in-process fault hang holds a slot until the client aborts', async () => {
    const { call, fetch, handle } = await broken({ connection: 'hang' }, { when: { first: 1 } })
    await call('PATCH /_control/settings', { connections: 1 })
    const leaving = new AbortController()
    const hanging = fetch({ signal: leaving.signal })
    expect((await call('GET /3.0/lists')).status).toBe(429)
    leaving.abort()
    await expect(hanging).rejects.toThrow('aborted')
    await expect.poll(() => handle().inFlight).toBe(0)
    expect((await call('GET /3.0/lists')).status).toBe(200)
  })

  test.each(['reset', 'delete'])('the in-process fault hang ends with a %s of the world', async (how) => {
    const { call, app, context } = mock()
    const { api_key, base_url } = (await call('POST /_control/worlds', { id: 'one' })).body
    await call('POST /_control/worlds/one/faults', { effect: { connection: 'hang' } })
    const hanging = Promise.resolve(app.request(`${base_url}/3.0/lists`, { headers: { authorization: `Bearer ${api_key}` } }))
    const seen = async () => (await call('GET /_control/worlds/one/faults/1')).body.seen
    await expect.poll(seen).toBe(1)
    if (how === 'reset') context.worlds.byId('one')?.reset()
    else await call('DELETE /_control/worlds/one')
    await expect(hanging).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } })
  })

  test('the in-process fault latency ends for a client that aborts', async () => {
    const { call, fetch } = await broken({ latency: 'PT10M' })
    const leaving = new AbortController()
    const waiting = fetch({ signal: leaving.signal })
    leaving.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await call('POST /_control/reset', {})
  })

  test.each(['before', 'after'])(
    'the in-process fault latency %s the operation ends with a reset of the world',
    async (stage) => {
      const { call, fetch, handle } = await broken({ latency: 'PT10M' }, { stage })
      const waiting = fetch()
      await expect.poll(async () => (await call('GET /_control/faults/1')).body.seen).toBe(1)
      await call('POST /_control/reset', {})
      const response = await waiting
      expect([response.status, response.headers.get('x-maildouble-dropped')]).toEqual([503, 'reset'])
      expect(handle().inFlight).toBe(0)
    },
  )

  test('an in-process connection fault takes no real time and does not hang in a replay', async () => {
    const { call, fetch, handle } = await broken({ latency: 'PT10M' })
    await call('POST /_control/faults', { effect: { connection: 'slow', bytes_per_second: 1 }, when: { nth: 1 } })
    await call('POST /_control/faults', { effect: { connection: 'hang' }, when: { nth: 2 } })
    handle().log.replaying = true
    await expect((await fetch()).json()).resolves.toHaveProperty('lists')
    await fetch()
    expect(handle().log.journal.all()).toMatchObject([
      { status: 200 },
      { status: null, faults: [{ id: 1 }, { id: 3, effect: 'hang' }] },
    ])
  })
})
