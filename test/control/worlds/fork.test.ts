import { describe, expect, test } from 'vitest'
import { mock, type Body } from '../../mock.ts'

const PING = { match: { operation: 'ping' }, effect: { problem: { preset: 'TooManyRequests' } }, when: { nth: 2 } }

/** A world with some activity, and a fork of it. */
async function withFork() {
  const { call, pass } = mock({ scenario: 'starter', settings: { webhooks: { mode: 'record' } } })
  await call('POST /_control/faults', PING)
  await call('POST /3.0/lists/aaaaaaaaaa/webhooks', { url: 'http://127.0.0.1:1/hook', events: { unsubscribe: true } })
  await call('POST /_control/triggers', { trigger: 'member.unsubscribe', list_id: 'aaaaaaaaaa', email_address: 'ada@acme.test' })
  await call('GET /3.0/ping')
  await call('POST /_control/snapshots', { name: 'kept' })
  await pass('PT1H')
  const { body: fork } = await call('POST /_control/fork', { id: 'fork' })
  const of = async (path: string): Promise<Body> => (await call(`GET /_control/worlds/fork${path}`)).body
  const own = { headers: { authorization: `Bearer ${fork.api_key}` } }
  return { call, fork, of, own }
}

describe('forkWorld', () => {
  test('a fork copies the state, without the causes: data, clock, settings, deliveries and emails', async () => {
    const { call, fork, of } = await withFork()
    const { body: origin } = await call('GET /_control/worlds/default')
    const { id, seed, now, clock, counts } = fork
    expect([id, seed, now, clock, counts]).toEqual(['fork', origin.seed, origin.now, origin.clock, origin.counts])
    for (const path of ['/settings', '/deliveries', '/emails', '/state', '/clock']) {
      const { body } = await call(`GET /_control${path}`)
      const emails = body.emails?.map((email: Body) => ({ ...email, cause: {} }))
      expect(await of(path)).toEqual(emails ? { ...body, emails } : body)
    }
    expect((await of('/deliveries')).deliveries).toMatchObject([{ status: 'recorded' }])
  })

  test('a fork copies faults, with their counters at zero', async () => {
    const { call, of, own } = await withFork()
    expect((await call('GET /_control/faults/1')).body).toMatchObject({ seen: 1, fired: 0 })
    expect(await of('/faults/1')).toMatchObject({ ...PING, seen: 0, fired: 0, last_fired_request: null })
    expect((await call('GET /3.0/ping', undefined, own)).status).toBe(200)
    expect((await call('GET /3.0/ping')).status).toBe(429)
  })

  test('a fork starts with an empty journal and without snapshots', async () => {
    const { call, of } = await withFork()
    expect((await call('GET /_control/requests')).body.total).toBe(2)
    expect(await of('/requests')).toEqual({ requests: [], total: 0, evicted: 0 })
    expect(await of('/snapshots')).toEqual({ snapshots: [] })
  })

  test('a fork takes settings that differ from those of the original, and keeps them on a reset', async () => {
    const { call } = await withFork()
    const { status, body } = await call('POST /_control/fork', { id: 'other', settings: { connections: 3, 'batch.page': 7 } })
    expect([status, body.assistants]).toEqual([201, 'read'])
    const settings = async (id: string): Promise<Body> => (await call(`GET /_control/worlds/${id}/settings`)).body
    const before = await settings('default')
    const expected = { ...before, connections: 3, batch: { ...before.batch, page: 7 } }
    expect(await settings('other')).toEqual(expected)
    await call('POST /_control/worlds/other/reset')
    expect(await settings('other')).toEqual(expected)
    expect(await settings('fork')).toEqual(before)
  })

  test.each([
    [{ conections: 3 }, '/settings/conections'],
    [{ vocabulary: { paths: { nowhere: 'somewhere' } } }, '/settings/vocabulary/paths/nowhere'],
  ])('a fork with the settings %j is rejected', async (settings, pointer) => {
    const { call } = await withFork()
    expect((await call('POST /_control/fork', { settings })).body).toMatchObject({ status: 422, errors: [{ pointer }] })
  })

  test('a fork with a key that is in use is rejected', async () => {
    const { call, fork } = await withFork()
    expect((await call('POST /_control/fork', { api_key: fork.api_key })).body).toMatchObject({
      status: 409,
      errors: [{ pointer: '/api_key', message: 'is in use' }],
    })
  })
})
