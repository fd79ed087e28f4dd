import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutHaproxy } from '../servers/haproxy.ts'
import { startBehindHaproxy, type BehindHaproxy } from './behind-haproxy.ts'

describe.skipIf(withoutHaproxy)('HAProxy, as it ships, routes', () => {
  let all: BehindHaproxy
  beforeAll(async () => (all = await startBehindHaproxy()))
  afterAll(() => all?.stop())

  const bearer = (key: string): RequestInit => ({ headers: { authorization: `Bearer ${key}` } })
  const keys = Array.from({ length: 300 }, (_, i) => `${(i * 7919).toString(16).padStart(32, '0')}-dc1`)
  const answererOfKey = (key: string): Promise<number> => all.answererOf('/3.0/ping', bearer(key))

  test('the shipped configuration of HAProxy is valid', () => {
    expect(all.haproxy.checked).toBe('Configuration file is valid\n')
  })

  test('HAProxy routes all calls of a named world to the same process, by whichever path and key', async () => {
    const at = await all.answererForWorld('shop')
    expect(await all.answererOf('/_worlds/shop/3.0/ping', bearer('one-dc1'))).toBe(at)
    expect(await all.answererOf('/_worlds/shop/3.0/lists?count=1', bearer('another-dc1'))).toBe(at)
    expect((await all.read('/worlds/shop/requests')).requests).toHaveLength(2)
  })

  test('HAProxy routes all calls with one key to the same process', async () => {
    const key = 'f00d-dc1'
    const at = await answererOfKey(key)
    expect(await all.answererOf('/3.0/lists?count=1&fields=total_items', bearer(key))).toBe(at)
    expect(await all.answererOf('/3.0/lists', { method: 'POST', body: '{}', ...bearer(key) })).toBe(at)
    expect(await all.answererOf('/3.0/ping', { headers: { authorization: `bearer  ${key}` } })).toBe(at)
    expect(await all.answererOf(`/3.0/ping?apikey=${key}`)).toBe(at)
  })

  test.each(['f00d-dc1', 'cafe-dc1', 'beef-dc1'])(
    'HAProxy routes calls with the key %s as the password of Basic like those with Bearer',
    async (key) => {
      const basic = (pair: string): RequestInit => ({
        headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      })
      const at = await answererOfKey(key)
      expect(await all.answererOf('/3.0/ping', basic(`any:${key}`))).toBe(at)
      expect(await all.answererOf('/3.0/lists', basic(`:${key}`))).toBe(at)
    },
  )

  test.each([
    { 'x-maildouble-world': 'shop' },
    { baggage: 'maildouble.world=shop' },
    { baggage: 'user=1, maildouble.world = shop;a=b,more=2' },
  ])('HAProxy routes calls with the header %o to the process of the world that it names, whatever their key', async (header) => {
    const answerers: number[] = []
    for (const key of keys.slice(0, 10))
      answerers.push(await all.answererOf('/3.0/ping', { headers: { authorization: `Bearer ${key}`, ...header } }))
    expect(new Set(answerers)).toEqual(new Set([await all.answererForWorld('shop')]))
  })

  test('HAProxy routes calls without world and key to the process of the world default', async () => {
    const at = await all.answererForWorld('default')
    expect(await all.answererOf('/3.0/ping')).toBe(at)
    expect(await all.answererOf('/_worlds/default/3.0/ping', bearer('one-dc1'))).toBe(at)
    const { seed } = (await all.read('/worlds')).worlds[0]
    expect(Number(seed)).toBe(at)
  })

  test('HAProxy routes the creation of worlds to any process', async () => {
    const made = await Promise.all(Array.from({ length: 60 }, () => all.control('/worlds', 'POST', { seed: 'new' })))
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]))
    const sizes = await Promise.all(
      all.servers.map(async ({ url, controlToken }) => {
        const health = await fetch(`${url}/_control/health`, bearer(controlToken ?? ''))
        return ((await health.json()) as { readonly worlds: number }).worlds
      }),
    )
    expect(Math.min(...sizes)).toBeGreaterThan(2)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(66)
  })

  test('HAProxy routes three hundred keys to all processes, each of which gets between a sixth and a half of them', async () => {
    const before = all.answered
    for (const key of keys) await answererOfKey(key)
    const shares = all.answered.map((count, i) => count - (before[i] ?? 0))
    expect(shares.reduce((sum, share) => sum + share)).toBe(300)
    expect(Math.max(...shares)).toBeLessThanOrEqual(150)
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(50)
  })
})

describe.skipIf(withoutHaproxy)('if a process is gone, HAProxy', () => {
  let all: BehindHaproxy
  beforeAll(async () => (all = await startBehindHaproxy()))
  afterAll(() => all?.stop())

  test('HAProxy routes the keys of a process that is gone to the others, and all other keys as before', async () => {
    const keys = Array.from({ length: 120 }, (_, i) => `${(i * 104_729).toString(16).padStart(32, '0')}-dc1`)
    const answererOf = (key: string) =>
      all.answererOf('/3.0/ping', { method: 'GET', headers: { authorization: `Bearer ${key}` } })
    const answerers = async (): Promise<number[]> => {
      const found: number[] = []
      // HAProxy does not repeat a call that it sent before it noticed the end of the process; the client does.
      for (const key of keys) found.push(await answererOf(key).catch(() => answererOf(key)))
      return found
    }
    const before = await answerers()
    await all.servers[1]?.stop()
    const after = await answerers()
    expect(after.filter((at, i) => at !== before[i])).toHaveLength(before.filter((at) => at === 1).length)
    expect(new Set(after)).toEqual(new Set([0, 2]))
    expect(new Set(after.filter((_, i) => before[i] === 1))).toEqual(new Set([0, 2]))
  })

  test('HAProxy routes all keys to the only remaining process', async () => {
    await all.servers[1]?.stop()
    await all.servers[0]?.stop()
    const keys = Array.from({ length: 200 }, (_, i) => `${(i * 104_729).toString(16).padStart(32, '0')}-dc1`)
    const statuses = await Promise.all(
      keys.map(async (key) => (await all.fetch('/3.0/ping', { headers: { authorization: `Bearer ${key}` } })).status),
    )
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })

  test('HAProxy keeps using the only remaining process right after a fault has broken a connection to it', async () => {
    const effect = { connection: 'close' }
    const fault = { when: { first: 20 }, match: { method: 'POST' }, effect }
    expect((await all.control('/worlds/shop/faults', 'POST', fault)).status).toBe(201)
    const headers = { authorization: 'Bearer one-dc1' }
    const broken = await all.fetch('/_worlds/shop/3.0/lists', { method: 'POST', headers, body: '{}' }).catch(() => 'broken')
    expect(broken).toBe('broken')
    expect((await all.fetch('/_worlds/shop/3.0/lists?count=1', { headers })).status).toBe(200)
  })
})
