import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../../src/kernel/support/time.ts'
import { mock } from '../mock.ts'

test('the limit of ten requests in flight admits ten calls of an account and answers the next with 429', async () => {
  const { call, handle } = mock({ settings: { service_time: 5 } })
  const answers = await Promise.all(Array.from({ length: 12 }, () => call('GET /3.0/ping')))
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  expect(answers.find((answer) => answer.status === 429)?.body).toMatchObject({ title: 'Too Many Requests' })
  expect(handle().inFlight).toBe(0)
})

test('the limit of ten requests in flight can be changed or disabled', async () => {
  for (const [connections, refused] of [
    [2, 10],
    [0, 0],
  ] as const) {
    const { call } = mock({ settings: { service_time: 5, connections } })
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('GET /3.0/ping')))
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(refused)
  }
})

test('the limit of ten requests in flight is fully available after a reset, which drops calls in flight', async () => {
  const { call, handle, ready } = mock({ settings: { service_time: 50 } })
  await ready
  const calls = Array.from({ length: 10 }, () => call('GET /3.0/ping'))
  while (handle().inFlight < 10) await yieldToEventLoop()
  handle().reset()
  expect(handle().inFlight).toBe(0)
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 503))
  expect(handle().inFlight).toBe(0)
  expect((await call('GET /3.0/ping')).status).toBe(200)
})

test('the limit of ten requests in flight applies per account: another world has its own', async () => {
  const { call } = mock({ settings: { service_time: 5 } })
  const { body } = await call('POST /_control/worlds', { id: 'b', scenario: 'empty', settings: { service_time: 5 } })
  const b = { headers: { authorization: `Bearer ${body.api_key}` } }
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => call('GET /3.0/ping', undefined, i % 2 ? b : {})))
  expect(answers.every((answer) => answer.status === 200)).toBe(true)
})

test('the limit of ten requests in flight is released when a waiting client disconnects, and immediate responses add no disconnect listener', async () => {
  const { app, call, handle, ready } = mock({ settings: { service_time: 50 } })
  await ready
  const leaving = new AbortController()
  const to = (signal?: AbortSignal) =>
    new Request('http://maildouble.test/3.0/ping', { headers: { authorization: 'Bearer test-dc1' }, signal: signal ?? null })
  const waiting = Promise.resolve(app.fetch(to(leaving.signal)))
  while (handle().inFlight < 1) await yieldToEventLoop()
  leaving.abort()
  expect(handle().inFlight).toBe(0)
  await waiting
  await call('PATCH /_control/settings', { service_time: 0 })
  const request = to()
  expect(app.fetch(request)).toBeInstanceOf(Response)
  expect(getEventListeners(request.signal, 'abort')).toEqual([])
})

test('requests whose body does not end hold none of the ten slots, and take one when it does', async () => {
  const { app, call, handle, ready } = mock({ settings: { service_time: 5 } })
  await ready
  const ends: (() => void)[] = []
  const open = () =>
    app.fetch(
      new Request('http://maildouble.test/3.0/template-folders', {
        method: 'POST',
        headers: { authorization: 'Bearer test-dc1' },
        duplex: 'half',
        body: new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"name":"'))
            ends.push(() => {
              controller.enqueue(new TextEncoder().encode('Spring"}'))
              controller.close()
            })
          },
        }),
      }),
    )
  const halfOpen = Array.from({ length: 12 }, async () => (await open()).status)
  expect(handle()).toMatchObject({ inFlight: 0, receiving: 12 })
  expect((await call('GET /3.0/ping')).status).toBe(200)
  for (const end of ends) end()
  expect((await Promise.all(halfOpen)).toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  expect(handle()).toMatchObject({ inFlight: 0, receiving: 0 })
})
