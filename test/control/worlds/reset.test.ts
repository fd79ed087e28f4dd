import { describe, expect, test } from 'vitest'
import { receiving } from '../../outbound/delivery-world.ts'
import { yieldToEventLoop } from '../../../src/kernel/support/time.ts'
import { mock, type Answered, type Body } from '../../mock.ts'

const LIST = '/3.0/lists/aaaaaaaaaa'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** A `starter` world whose webhooks are really sent. */
async function busyWorld() {
  const double = mock({ scenario: 'starter', settings: { webhooks: { validation: 'off' } } })
  await double.ready
  return double
}

type Call = ReturnType<typeof mock>['call']

/** What the control API shows of a world, without real times. */
async function shown(call: Call): Promise<Record<string, Body>> {
  const paths = ['', '/clock', '/state', '/settings', '/faults', '/delivery-faults', '/deliveries', '/emails', '/requests']
  const answers = await Promise.all(paths.map((path) => call(`GET /_control/worlds/default${path}`)))
  return Object.fromEntries(paths.map((path, i) => [path, answers[i]?.body]))
}

/** Uses every kind of state and returns the responses. */
async function hour({ call, pass, handle }: Awaited<ReturnType<typeof busyWorld>>, url: string): Promise<string[]> {
  const answers: Answered[] = []
  const say = async (...given: Parameters<Call>) => void answers.push(await call(...given))
  const { client_id, client_secret, redirect_uri } = handle().world.credentials
  await say('PATCH /_control/settings', { stats_cache: 'PT1M' })
  await say('POST /_control/faults', { match: { operation: 'getSegments' }, effect: { problem: { preset: 'TooManyRequests' } } })
  await say('POST /_control/delivery-faults', { effect: 'duplicate' })
  await say(`POST ${LIST}/webhooks`, { url, events: { subscribe: true }, sources: { api: true, user: true, admin: true } })
  await say(`POST ${LIST}/members`, { email_address: 'new@acme.test', status: 'subscribed' })
  await say(`GET ${LIST}/segments`)
  await say('POST /3.0/lists/bbbbbbbbbb/members', {
    email_address: 'maybe@acme.test',
    status: 'pending',
    merge_fields: { FNAME: 'Ada', COMPANY: 'Acme' },
  })
  await say('POST /3.0/batches', { operations: [{ method: 'DELETE', path: '/lists/cccccccccc' }] })
  await say('POST /_control/triggers', { trigger: 'member.unsubscribe', list_id: 'aaaaaaaaaa', email_address: 'ada@acme.test' })
  const { code } = (await call('POST /_control/triggers', { trigger: 'oauth.approve', client_id, redirect_uri })).body
  const form = new URLSearchParams({ grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code })
  await say('POST /oauth2/token', undefined, { raw: form.toString(), headers: FORM, anonymous: true })
  await pass('PT1H')
  await say('GET /3.0/batches')
  await say('PATCH /_control/clock', { mode: 'frozen' })
  return answers.map(({ text, headers }) => `${headers.get('x-request-id')} ${text}`)
}

describe('resetWorld', () => {
  test('a reset restores everything: data, clock, settings, faults, journal, deliveries, emails and counters', async () => {
    const world = await busyWorld()
    const { url, received } = await receiving()
    const start = await shown(world.call)
    expect(start['/requests']).toMatchObject({ requests: [], total: 0, evicted: 0 })
    await hour(world, url)
    const changed = await shown(world.call)
    for (const path of Object.keys(start)) expect({ path, body: changed[path] }).not.toEqual({ path, body: start[path] })
    expect([received.length, changed['/faults'].faults[0].fired]).toEqual([2, 1])
    const { status, body } = await world.call('POST /_control/reset', {})
    expect([status, body]).toEqual([200, start['']])
    expect(await shown(world.call)).toEqual(start)
    world.end()
  })

  test('a reset restores ids, secrets and request ids as well, so that the same hour has the same responses', async () => {
    const world = await busyWorld()
    const { url } = await receiving()
    const first = await hour(world, url)
    await world.call('POST /_control/reset')
    expect(await hour(world, url)).toEqual(first)
    world.end()
  })

  test('a reset revokes tokens and keeps the key', async () => {
    const { call, handle, ready } = mock({ settings: { credentials: 'known' } })
    const { api_key, client_id, client_secret, redirect_uri } = (await ready).world.credentials
    const { code } = (await call('POST /_control/triggers', { trigger: 'oauth.approve', client_id, redirect_uri })).body
    const form = new URLSearchParams({ grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code })
    const { body } = await call('POST /oauth2/token', undefined, { raw: form.toString(), headers: FORM, anonymous: true })
    const ping = async (token: string) => {
      const { status } = await call('GET /3.0/ping', undefined, { headers: { authorization: `Bearer ${token}` } })
      return status
    }
    expect([await ping(body.access_token), await ping(api_key)]).toEqual([200, 200])
    await call('POST /_control/reset')
    expect([await ping(body.access_token), await ping(api_key)]).toEqual([401, 200])
    expect(handle().world.credentials.api_key).toBe(api_key)
  })

  test('a reset keeps snapshots, which can still be restored', async () => {
    const { call } = await busyWorld()
    await call(`POST ${LIST}/members`, { email_address: 'kept@acme.test', status: 'subscribed' })
    await call('POST /_control/snapshots', { name: 'kept' })
    await call('POST /_control/reset')
    expect((await call(`GET ${LIST}/members/kept@acme.test`)).status).toBe(404)
    await call('POST /_control/snapshots/kept/restore')
    expect((await call(`GET ${LIST}/members/kept@acme.test`)).status).toBe(200)
  })

  test('a reset drops the delivery in flight, whose result is ignored', async () => {
    const world = await busyWorld()
    const held: (() => void)[] = []
    const { url, got } = await receiving((_request, response) => void held.push(() => response.end()))
    await world.call(`POST ${LIST}/webhooks`, { url, events: { subscribe: true }, sources: { api: true } })
    await world.call(`POST ${LIST}/members`, { email_address: 'new@acme.test', status: 'subscribed' })
    await got(1)
    await world.call('POST /_control/reset')
    held[0]?.()
    for (let turn = 0; turn < 10; turn++) await yieldToEventLoop()
    expect((await world.call('GET /_control/deliveries')).body).toEqual({ deliveries: [], total: 0, evicted: 0 })
    world.end()
  })

  test('a reset ends an advance in progress and all waits', async () => {
    const { call, pass } = await busyWorld()
    await call('POST /3.0/batches', { operations: Array.from({ length: 5_000 }, () => ({ method: 'GET', path: '/ping' })) })
    // The modules of a first call are loaded, so that all have started when the call after them is answered.
    await Promise.all([call('GET /_control/emails'), call('GET /_control/deliveries'), pass('PT0S')])
    const waiting = [call('GET /_control/emails?wait=PT2M'), call('GET /_control/deliveries?wait=PT2M')]
    const moving = pass('PT10M')
    await call('GET /_control/clock')
    await call('POST /_control/reset')
    expect((await Promise.all(waiting)).map(({ body }) => body.total)).toEqual([0, 0])
    expect((await moving).status).toBe(200)
    expect((await call('GET /_control/clock')).body).toMatchObject({ now: '2026-01-15T09:00:00.000Z', pending: [] })
  })

  test('a call delayed by a fault completes after a reset without changing anything', async () => {
    const { call, handle } = await busyWorld()
    await call('POST /_control/faults', { match: { operation: 'addMember' }, effect: { latency: 'PT60S' } })
    await call(`GET ${LIST}/members`)
    const held = call(`POST ${LIST}/members`, { email_address: 'late@acme.test', status: 'subscribed' }).catch(
      (error: unknown) => error,
    )
    await expect.poll(() => handle().inFlight).toBe(1)
    await call('POST /_control/reset')
    await held
    expect((await call(`GET ${LIST}/members/late@acme.test`)).status).toBe(404)
    expect((await call('GET /_control/requests')).body.total).toBe(1)
  })

  test('a reset does not affect other worlds', async () => {
    const { call } = await busyWorld()
    await call('POST /_control/fork', { id: 'other' })
    await call('POST /_control/worlds/other/clock/advance', { by: 'P1D' })
    await call('POST /_control/reset')
    expect((await call('GET /_control/worlds/other')).body.now).toBe('2026-01-16T09:00:00.000Z')
  })
})
