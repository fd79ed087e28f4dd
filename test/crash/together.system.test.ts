import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/index.ts'
import type { Body } from '../mock.ts'
import { receiver } from '../receiver.ts'
import { differencesBetween, workersAtOnce } from '../server/workers-at-once.ts'
import { withoutHaproxy } from '../servers/haproxy.ts'
import { withoutValkey } from '../servers/valkey.ts'
import { startCluster, type Cluster } from './cluster.ts'

const LIST = '/3.0/lists/aaaaaaaaaa'

/** Maximum number of differences shown. */
const SHOWN_MAX = 5

describe.skipIf(withoutHaproxy || withoutValkey)('three processes on one Valkey', () => {
  let cluster: Cluster
  let calls = 0
  beforeAll(async () => void (cluster = await startCluster()), 300_000)
  afterAll(() => cluster?.stop())

  /** Calls the processes in turn. */
  async function inTurns(line: string, body?: unknown, key?: string): Promise<{ status: number; body: Body }> {
    const [method = 'GET', path = ''] = line.split(' ')
    const url = cluster.urls[calls++ % cluster.urls.length]
    const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) }
    const response = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  async function worldOf(id: string): Promise<string> {
    const settings = { stats_cache: 0, connections: 0 }
    return (await inTurns('POST /_control/worlds', { id, scenario: 'starter', settings })).body.api_key
  }

  const personOf = (name: string) => ({ email_address: `${name}@turns.test`, status: 'subscribed' })

  test('three processes on one Valkey let each read see each acknowledged write, whichever process is called', async () => {
    const key = await worldOf('reads')
    for (let i = 0; i < 10; i++) {
      const name = `one-${i}`
      const { body: made } = await inTurns(`POST ${LIST}/members`, personOf(name), key)
      expect((await inTurns(`GET ${LIST}/members/${name}@turns.test`, undefined, key)).body).toEqual(made)
      expect((await inTurns(`PATCH ${LIST}/members/${name}@turns.test`, { language: 'de' }, key)).status).toBe(200)
      expect((await inTurns(`GET ${LIST}/members/${name}@turns.test`, undefined, key)).body.language).toBe('de')
      expect((await inTurns('POST /_control/worlds/reads/clock/advance', { by: 'PT1M' })).status).toBe(200)
      const { now } = (await inTurns('GET /_control/worlds/reads/clock')).body
      expect(now).toBe(`2026-01-15T09:0${i + 1}:00.000Z`.replace('09:010', '09:10'))
    }
    expect((await inTurns('DELETE /_control/worlds/reads')).status).toBe(204)
    for (const _ of cluster.urls) {
      expect((await inTurns('GET /3.0/ping', undefined, key)).status).toBe(401)
      expect((await inTurns('GET /_control/worlds/reads')).status).toBe(404)
    }
  })

  test('three processes on one Valkey share the counters of faults', async () => {
    const key = await worldOf('faults')
    const fault = { match: { operation: 'ping' }, when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' } } }
    const { body: made } = await inTurns('POST /_control/worlds/faults/faults', fault)
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await inTurns('GET /3.0/ping', undefined, key)).status)
    expect(statuses).toEqual([429, 429, 200, 200, 200, 200])
    for (const _ of cluster.urls)
      expect((await inTurns(`GET /_control/worlds/faults/faults/${made.id}`)).body).toMatchObject({ seen: 6, fired: 2 })
  })

  test('three processes on one Valkey add three hundred members concurrently and count all of them', async () => {
    const key = await worldOf('crowd')
    const before = (await inTurns(`GET ${LIST}`, undefined, key)).body.stats.member_count
    const added = await Promise.all(
      Array.from({ length: 300 }, (_, i) => inTurns(`POST ${LIST}/members`, personOf(`crowd-${i}`), key)),
    )
    expect(added.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(added.map(({ body }) => body.web_id)).size).toBe(300)
    for (const _ of cluster.urls) {
      expect((await inTurns(`GET ${LIST}`, undefined, key)).body.stats.member_count).toBe(before + 300)
      const { members } = (await inTurns(`GET ${LIST}/members?count=1000&status=subscribed&fields=members.id`, undefined, key))
        .body
      expect(members).toHaveLength(before + 300)
    }
  })

  test('three processes on one Valkey leave the same state after twenty workers behind HAProxy as a single process', async () => {
    const hooks = await receiver()
    const together = await workersAtOnce(cluster.haproxy.url, hooks, 20)
    hooks.received.length = 0
    const serverSettings = { stats_cache: 0, connections: 0, webhooks: { timeout: 1_000 } }
    await using one = await startServer({ clock: { mode: 'frozen', rate: 0 }, log: () => {}, serverSettings })
    const [alone] = await workersAtOnce(one.url, hooks, 1)
    hooks.close()
    expect(together).toHaveLength(20)
    expect(differencesBetween(together, alone).slice(0, SHOWN_MAX)).toEqual([])
  })
})
