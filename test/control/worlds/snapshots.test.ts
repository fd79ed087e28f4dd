import { expect, test } from 'vitest'
import { mock } from '../../mock.ts'

const LISTS = '/3.0/lists?fields=total_items'
const MEMBERS = '/3.0/lists/aaaaaaaaaa/members'

test('a snapshot stores the state of a world under a name and can be restored any number of times', async () => {
  const { call, pass, handle } = mock({ scenario: 'starter' })
  await call(`POST ${MEMBERS}`, { email_address: 'paid@acme.test', status: 'subscribed' })
  await pass('PT1H')
  const kept = handle().world
  const { status, body } = await call('POST /_control/snapshots', { name: 'paid' })
  expect([status, body]).toEqual([201, { name: 'paid', at: '2026-01-15T10:00:00.000Z', rows: expect.any(Number) }])
  for (let time = 0; time < 2; time++) {
    await call('DELETE /3.0/lists/aaaaaaaaaa')
    await pass('P1D')
    const restored = await call('POST /_control/snapshots/paid/restore')
    expect([restored.status, restored.body.now]).toEqual([200, '2026-01-15T10:00:00.000Z'])
    expect(handle().world).toBe(kept)
    expect((await call(`GET ${MEMBERS}/paid@acme.test`)).status).toBe(200)
  }
  expect((await call('GET /_control/snapshots')).body).toEqual({ snapshots: [body] })
})

test('a snapshot survives a reset and is not copied by a fork', async () => {
  const { call } = mock({ scenario: 'starter' })
  await call('POST /_control/snapshots', { name: 'start' })
  await call('POST /_control/reset')
  expect((await call('GET /_control/snapshots')).body.snapshots).toHaveLength(1)
  await call('POST /_control/fork', { id: 'fork' })
  expect((await call('GET /_control/worlds/fork/snapshots')).body).toEqual({ snapshots: [] })
  await call('POST /_control/worlds/fork/snapshots', { name: 'own' })
  await call('DELETE /_control/worlds/fork')
  await call('POST /_control/worlds', { id: 'fork' })
  expect((await call('GET /_control/worlds/fork/snapshots')).body).toEqual({ snapshots: [] })
})

test('a snapshot replaces an existing one of the same name', async () => {
  const { call, pass } = mock()
  await call('POST /_control/snapshots', { name: 'a' })
  await call('POST /_control/snapshots', { name: 'b' })
  await pass('PT1S')
  await call('POST /_control/snapshots', { name: 'a' })
  const { snapshots } = (await call('GET /_control/snapshots')).body
  expect(snapshots).toMatchObject([
    { name: 'b', at: '2026-01-15T09:00:00.000Z' },
    { name: 'a', at: '2026-01-15T09:00:01.000Z' },
  ])
})

test('a restored snapshot drops work in flight: an advance and a wait', async () => {
  const { call, pass } = mock({ scenario: 'starter' })
  await call('POST /_control/snapshots', { name: 'before' })
  await call('POST /3.0/batches', { operations: Array.from({ length: 4_000 }, () => ({ method: 'GET', path: '/lists' })) })
  // The modules of a first call are loaded, so that both have started when the third is answered.
  await call('GET /_control/emails')
  await pass('PT0S')
  const waiting = call('GET /_control/emails?wait=PT2M')
  const moving = pass('PT10M')
  await call('GET /_control/snapshots')
  await call('POST /_control/snapshots/before/restore')
  expect((await waiting).body.emails).toEqual([])
  await moving
  expect((await call('GET /_control/clock')).body).toMatchObject({ now: '2026-01-15T09:00:00.000Z', pending: [] })
  expect((await call('GET /3.0/batches?fields=total_items')).body).toEqual({ total_items: 0 })
})

test('a restored snapshot revokes tokens issued after it was taken', async () => {
  const { call, handle } = mock({ settings: { credentials: 'known' } })
  await call('GET /3.0/ping')
  const { api_key, client_id, redirect_uri, client_secret } = handle().world.credentials
  const headers = { authorization: `Bearer ${api_key}` }
  await call('POST /_control/snapshots', { name: 'before' })
  const { code } = (await call('POST /_control/triggers', { trigger: 'oauth.approve', client_id, redirect_uri })).body
  const form = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code }
  const token = await call('POST /oauth2/token', undefined, {
    anonymous: true,
    raw: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const bearer = { headers: { authorization: `Bearer ${token.body.access_token}` } }
  expect((await call(`GET ${LISTS}`, undefined, bearer)).status).toBe(200)
  await call('POST /_control/snapshots/before/restore')
  expect((await call(`GET ${LISTS}`, undefined, bearer)).body.title).toBe('API Key Invalid')
  expect((await call(`GET ${LISTS}`, undefined, { headers })).status).toBe(200)
})

test('a snapshot can be deleted', async () => {
  const { call } = mock()
  await call('POST /_control/snapshots', { name: 'a' })
  expect((await call('DELETE /_control/snapshots/a')).status).toBe(204)
  expect((await call('DELETE /_control/snapshots/a')).body.detail).toBe('There is no snapshot a. There are none.')
})

test('a snapshot of an unknown name is rejected with the existing names', async () => {
  const { call, handle } = mock()
  await call('POST /_control/snapshots', { name: 'paid' })
  const before = handle().world
  const { status, body } = await call('POST /_control/snapshots/piad/restore')
  expect([status, body.detail]).toEqual([404, 'There is no snapshot piad. Did you mean paid?'])
  expect(handle().world).toBe(before)
})

test.each([[{}], [{ name: '' }], [{ name: '../etc' }], [{ name: 'x'.repeat(64) }], [{ name: 'a', rows: 1 }]])(
  'a snapshot with a body such as %j is rejected',
  async (body) => {
    const { call } = mock()
    expect((await call('POST /_control/snapshots', body)).status).toBe(422)
    expect((await call('GET /_control/snapshots')).body).toEqual({ snapshots: [] })
  },
)

test('a world has at most a hundred snapshots, but an existing one can be replaced', async () => {
  const { call } = mock()
  for (let i = 0; i < 100; i++) await call('POST /_control/snapshots', { name: `s${i}` })
  const { status, body } = await call('POST /_control/snapshots', { name: 'one-more' })
  expect([status, body.detail]).toEqual([409, 'This world has 100 snapshots, the maximum. Delete one first.'])
  expect((await call('POST /_control/snapshots', { name: 's7' })).status).toBe(201)
})
