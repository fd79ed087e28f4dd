import { describe, expect, test } from 'vitest'
import { openWorldFeed } from '../../../src/server/control/stream/feeds.ts'
import { Feed } from '../../../src/server/control/stream/feed.ts'
import { eventReader } from '../../../src/server/control/stream/stream.ts'
import { blocksOf, listening } from './stream-world.ts'

async function calling() {
  const world = listening()
  const calls = async (count: number) => {
    for (let i = 0; i < count; i++) await world.call('GET /3.0/ping')
  }
  const numbers = async (stream: Awaited<ReturnType<typeof world.open>>, count: number) =>
    (await stream.next(count)).map(({ id }) => id)
  await world.ready
  return { ...world, calls, numbers }
}

test.each([
  ['the Last-Event-ID header', '', { 'last-event-id': '2' }],
  ['a query parameter', '?last_event_id=2', {}],
  ['the header in preference to the parameter', '?last_event_id=1', { 'last-event-id': '2' }],
])('a resumed stream continues where it stopped, by %s', async (_, query, headers) => {
  const { open, calls, numbers } = await calling()
  const first = await open()
  await calls(3)
  await first.cancel()
  await calls(1)
  const second = await open(query, { headers })
  expect(await numbers(second, 2)).toEqual([3, 4])
})

test('a resumed stream can be resumed before its first event, since its greeting has a position', async () => {
  const { open, calls, numbers } = await calling()
  await open()
  await calls(2)
  const second = await open()
  const id = /^id: (\d+)$/m.exec((await second.block()) ?? '')?.[1] ?? ''
  await second.cancel()
  await calls(1)
  expect([id, await numbers(await open('', { headers: { 'last-event-id': id } }), 1)]).toEqual(['2', [3]])
})

test('a resumed stream without a position starts with events from now on', async () => {
  const { open, calls, numbers } = await calling()
  await open()
  await calls(3)
  const second = await open()
  await calls(1)
  expect(await numbers(second, 1)).toEqual([4])
})

test('a resumed stream reports the number of evicted events', async () => {
  const { open, calls } = await calling()
  const first = await open()
  await calls(1_010)
  await first.cancel()
  const events = await (await open('?last_event_id=3')).next(2)
  expect(events).toMatchObject([
    { event: 'gap', data: { lost: 7 } },
    { event: 'request', id: 11 },
  ])
  expect(events[0]?.id).toBe(undefined)
})

test('a resumed stream reports a gap of unknown size if no stream was open for a while', async () => {
  const { open, calls, context, handle } = await calling()
  const first = await open()
  await calls(2)
  await first.cancel()
  openWorldFeed(context, handle()).close()
  await calls(5)
  const second = await open('?last_event_id=2')
  await calls(1)
  expect(await second.next(2)).toMatchObject([
    { event: 'gap', data: { lost: null } },
    { event: 'request', id: 4 },
  ])
})

test('a resumed stream reports a gap for a number that the world has not reached, which is from before a restart', async () => {
  const { open, calls } = await calling()
  await open()
  await calls(1)
  expect(await (await open('?last_event_id=99')).next(2)).toMatchObject([{ event: 'gap', data: { lost: null } }, { id: 1 }])
})

test('a resumed stream rejects a malformed position', async () => {
  const { call } = listening()
  const { status, body } = await call('GET /_control/stream', undefined, { headers: { 'last-event-id': 'two' } })
  expect([status, body.detail]).toEqual([422, expect.stringContaining('Last-Event-ID')])
})

describe('a stream', () => {
  test('a stream filters by type without reporting a gap', async () => {
    const { open, calls, pass } = await calling()
    const { next } = await open('?types=clock')
    await calls(120)
    await pass('PT1M')
    expect((await next())[0]).toMatchObject({ event: 'clock', id: 121 })
  })

  test('a stream that is read too slowly misses events and reports how many it missed', async () => {
    const { feed, block, next } = bare()
    expect(await block()).toBe(': hello')
    for (let i = 1; i <= 5_000; i++) feed.add([{ type: 'request', data: () => ({ i }) }])
    const events = await next()
    while (events.at(-1)?.id !== 5_000) events.push(...(await next()))
    const gaps = events.filter(({ event }) => event === 'gap')
    expect(gaps).toMatchObject([{ data: { lost: 5_000 - (events.length - 1) } }])
    expect(events.at(-1)).toEqual({ id: 5_000, event: 'request', data: { i: 5_000 } })
    expect(events.length).toBeGreaterThan(1_000)
  })

  test('a stream sends a comment now and then if nothing happens', async () => {
    const { feed, block } = bare({ silence: 1 })
    expect([await block(), await block(), await block()]).toEqual([': hello', ': keep-alive', ': keep-alive'])
    feed.add([{ type: 'request', data: () => ({}) }])
    let text = await block()
    while (text === ': keep-alive') text = await block()
    expect(text).toBe('id: 1\nevent: request\ndata: {}')
  })

  test('a stream ends when its world is deleted', async () => {
    const { open, call } = listening()
    await call('POST /_control/worlds', { id: 'short' })
    const response = await open('', {}, 'short')
    await response.block()
    await call('DELETE /_control/worlds/short')
    expect([await response.block(), await response.block()]).toEqual([': The world was deleted.', undefined])
  })

  test('a stream ends when the server stops, and no new one opens afterwards', async () => {
    const { open, end } = listening()
    const before = await open()
    await before.block()
    end()
    expect([await before.block(), await before.block()]).toEqual([': The server is stopping.', undefined])
    const later = await open()
    await later.block()
    expect([await later.block(), await later.block()]).toEqual([': The server is stopping.', undefined])
  })

  test('a stream ends when the client disconnects', async () => {
    const { open, context, handle } = listening()
    const controller = new AbortController()
    await open('', { signal: controller.signal })
    await (await open()).cancel()
    const { feed } = openWorldFeed(context, handle())
    expect(feed.readers.size).toBe(1)
    controller.abort()
    expect(feed.readers.size).toBe(0)
  })

  test('a stream is not opened by a HEAD request', async () => {
    const { open, context, handle } = listening()
    const { response } = await open('', { method: 'HEAD' })
    expect([response.status, response.body, response.headers.get('content-type')]).toEqual([
      200,
      null,
      'text/event-stream; charset=utf-8',
    ])
    expect(openWorldFeed(context, handle()).feed.readers.size).toBe(0)
  })

  test('a server has at most a hundred streams', async () => {
    const { open, call } = listening()
    const first = await open()
    for (let i = 1; i < 100; i++) await open()
    expect((await call('GET /_control/stream')).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('100 streams'),
    })
    await first.cancel()
    expect((await open()).response.status).toBe(200)
  })

  test('events are recorded only while a stream is open', async () => {
    const { calls, context, handle } = await calling()
    await calls(3)
    const { feed } = openWorldFeed(context, handle())
    expect(feed.last).toBe(0)
  })
})

/** A stream of its own feed. */
function bare({ silence = 15_000 } = {}) {
  const feed = new Feed()
  const { signal } = new AbortController()
  const stream = eventReader(feed, { greeting: ': hello\n\n', at: 0, types: undefined, signal, onEnd: () => {}, silence })
  return { feed, ...blocksOf(stream) }
}
