import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, UnreachableError, type WorldEvents } from '../../src/kit/client/index.ts'
import { createDouble } from '../../src/index.ts'
import { BOB, targets, clientAndWorld, thrownBy, type TestTarget } from './targets.ts'

const typesOf = async (events: WorldEvents, count: number): Promise<string[]> => {
  const types: string[] = []
  for await (const { type } of events) if (types.push(type) >= count) break
  return types
}

describe.each(targets)('world.events(), %s', (_, open) => {
  let target: TestTarget

  beforeAll(async () => {
    target = await open()
  })
  afterAll(() => target[Symbol.asyncDispose]())

  test('world.events() yields events as they happen, with their details', async () => {
    const { world } = await clientAndWorld(target)
    const events = world.events({ types: ['transition', 'delivery'] })
    await events.listening
    await world.trigger('member.unsubscribe', BOB)
    expect((await events.next()).value).toMatchObject({
      type: 'transition',
      id: 1,
      data: { entity: 'member', name: 'bob@acme.test', from: 'subscribed', to: 'unsubscribed' },
    })
    expect(await typesOf(events, 2)).toEqual(['delivery', 'delivery'])
  })

  test('world.events() ends with the loop and leaves no connection open', async () => {
    const { world } = await clientAndWorld(target)
    for (let i = 0; i < 101; i++) {
      const events = world.events()
      await events.listening
      await world.fetch('/ping')
      expect(await typesOf(events, 1)).toEqual(['request'])
    }
  })

  test('a pending next() of world.events() ends when the generator is returned', async () => {
    const { world } = await clientAndWorld(target)
    const events = world.events()
    await events.listening
    const next = events.next()
    await events.return()
    expect(await next).toEqual({ done: true, value: undefined })
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  test('world.events() ends when its signal aborts', async () => {
    const { world } = await clientAndWorld(target)
    const leaving = new AbortController()
    const events = world.events({ signal: leaving.signal })
    const next = events.next()
    leaving.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  test('world.events() ends when its world is deleted', async () => {
    const { world } = await clientAndWorld(target)
    const events = world.events({ types: ['email'] })
    await events.listening
    const next = events.next()
    await world.delete()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  test('world.events() resumes after a given event number', async () => {
    const { world } = await clientAndWorld(target)
    const first = world.events()
    await first.listening
    for (let i = 0; i < 3; i++) await world.fetch('/ping')
    const { value } = await first.next()
    await first.return()
    const second = world.events({ last_event_id: value?.id ?? 0 })
    expect([(await second.next()).value?.id, (await second.next()).value?.id]).toEqual([2, 3])
    await second.return()
  })

  test('world.events() rejects for an unknown world', async () => {
    const { world } = await clientAndWorld(target)
    await world.delete()
    expect(await thrownBy(() => world.events().next())).toMatchObject({ name: 'RefusedError', status: 404 })
  })
})

describe('an event stream whose connection breaks', () => {
  /** A world whose streams break after a number of chunks, as often as configured. */
  async function breaking(...pieces: number[]) {
    const double = await createDouble({ scenario: 'empty', clock: { mode: 'frozen', rate: 0 }, log: () => {} })
    const streams: string[] = []
    const { worlds } = connect({
      ...double,
      fetch: async (input, init) => {
        const answer = await double.fetch(input, init)
        if (!input.includes('/stream')) return answer
        streams.push(new URL(input).search)
        const count = pieces.shift()
        return count === undefined || !answer.body ? answer : new Response(answer.body.pipeThrough(breakingAfter(count)), answer)
      },
    })
    return { world: await worlds.get(), streams }
  }

  const breakingAfter = (count: number) => {
    let seen = 0
    return new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (seen++ < count) controller.enqueue(chunk)
        else controller.error(new TypeError('terminated'))
      },
    })
  }

  test('an event stream whose connection breaks resumes after the last event', async () => {
    const { world, streams } = await breaking(2)
    const events = world.events({ types: ['request'] })
    await events.listening
    const ids: (number | undefined)[] = []
    for (let i = 0; i < 3; i++) {
      await world.fetch('/ping')
      ids.push((await events.next()).value?.id)
    }
    await events.return()
    expect(ids).toEqual([1, 2, 3])
    expect(streams).toEqual(['?types=request', '?types=request&last_event_id=1'])
  })

  test('an event stream whose connection breaks resumes at its start if no event was received', async () => {
    const { world, streams } = await breaking(1)
    const events = world.events()
    await events.listening
    await world.fetch('/ping')
    expect((await events.next()).value).toMatchObject({ type: 'request', id: 1 })
    await events.return()
    expect(streams).toEqual(['', '?last_event_id=0'])
  })

  test('an event stream whose connection breaks fails if there is no server to reconnect to', async () => {
    await using double = await createDouble({ scenario: 'empty' })
    const { worlds } = connect({
      ...double,
      fetch: (input, init) =>
        input.includes('/stream') ? Promise.reject(new TypeError('fetch failed')) : double.fetch(input, init),
    })
    expect(await thrownBy(async () => (await worlds.get()).events().next())).toBeInstanceOf(UnreachableError)
  })
})
