import { describe, expect, test } from 'vitest'
import { makeClient } from '../../../src/service/rules/oauth/client.ts'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { ADA, GRACE, ID } from '../../resources/member-world.ts'
import { listening } from './stream-world.ts'

const AT = '2026-01-15T09:00:00.000Z'
const MEMBERS = `/3.0/lists/${ID}/members`
const ADA_HASH = '3981b0f24162d410a2657d2ced0b5d06'

async function withList() {
  const world = listening({ settings: { webhooks: { mode: 'record' } } })
  await world.plant((tx) => makeList(tx, { id: ID, name: 'Acme News' }))
  return world
}

describe('getStream', () => {
  test('a stream sends server-sent events that are not cached or buffered, with the name of the world first', async () => {
    const { open } = listening()
    const { response, block } = await open()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    expect(await block()).toBe(`: world default, time ${AT}\nretry: 1000\nid: 0`)
  })

  test('a stream reports calls after they have been answered', async () => {
    const { open, call } = await withList()
    const { next } = await open()
    const { headers } = await call(`GET /3.0/lists/zzz?fields=id`)
    const [{ event, id, data } = { event: '', id: 0, data: {} }] = await next()
    expect([event, id]).toEqual(['request', 1])
    expect(data).toEqual({
      at: AT,
      id: headers.get('x-request-id'),
      via: 'http',
      method: 'GET',
      path: '/3.0/lists/zzz',
      query: 'fields=id',
      operation: 'getList',
      status: 404,
      duration_ms: expect.any(Number),
      error: 'ResourceNotFound',
      injected: false,
    })
  })

  test('a stream reports the creation, status changes and deletion of a resource, with the cause', async () => {
    const { open, call } = await withList()
    const { next } = await open('?types=transition')
    const added = await call(`POST ${MEMBERS}`, { email_address: ADA, status: 'subscribed' })
    await call('POST /_control/triggers', { trigger: 'member.unsubscribe', list_id: ID, email_address: ADA })
    const deleted = await call(`POST ${MEMBERS}/${ADA}/actions/delete-permanent`)
    const member = { at: AT, entity: 'member', id: ADA_HASH, list_id: ID, name: ADA }
    expect((await next(3)).map(({ data }) => data)).toEqual([
      { ...member, from: null, to: 'subscribed', cause: { request: added.headers.get('x-request-id') } },
      { ...member, from: 'subscribed', to: 'unsubscribed', cause: { trigger: 'member.unsubscribe' } },
      { ...member, from: 'unsubscribed', to: null, cause: { request: deleted.headers.get('x-request-id') } },
    ])
  })

  test('a stream does not report changes that keep the status', async () => {
    const { open, call } = await withList()
    await call(`POST ${MEMBERS}`, { email_address: ADA, status: 'subscribed' })
    const { next } = await open('?types=transition')
    await call(`PATCH ${MEMBERS}/${ADA}`, { vip: true })
    await call(`PATCH ${MEMBERS}/${ADA}`, { status: 'unsubscribed' })
    expect((await next())[0]).toMatchObject({ data: { from: 'subscribed', to: 'unsubscribed' } })
  })

  test('a stream reports the phases of a batch, each after the clock event that led to it', async () => {
    const { open, call, pass } = await withList()
    const { next } = await open('?types=transition,clock')
    const { body } = await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
    await pass('PT10S')
    const received = await next(10)
    expect(received.map(({ event, data }) => (event === 'clock' ? data.at.slice(17, -1) : data.to))).toEqual([
      'pending',
      '00.200',
      'preprocessing',
      '00.400',
      'started',
      '00.405',
      'finalizing',
      '00.605',
      'finished',
      '10.000',
    ])
    expect(received[2]?.data).toEqual({
      at: '2026-01-15T09:00:00.200Z',
      entity: 'batch',
      id: body.id,
      from: 'pending',
      to: 'preprocessing',
      cause: { job: `batches.prepare/${body.id}` },
    })
  })

  test('the events of the stream contain no secrets', async () => {
    const { open, call, plant } = listening()
    await plant((tx) => makeClient(tx, { client_id: 'app', redirect_uri: 'http://127.0.0.1/back' }))
    const { next } = await open('?types=transition')
    await call('POST /_control/triggers', { trigger: 'oauth.approve', client_id: 'app', redirect_uri: 'http://127.0.0.1/back' })
    expect((await next())[0]?.data).toMatchObject({ entity: 'oauth_code', id: '{{code:1}}', name: 'app', to: 'issued' })
  })

  test('a stream reports webhook deliveries and each change of their status', async () => {
    const { open, call } = await withList()
    const url = 'http://127.0.0.1:5000/hook'
    const { body: hook } = await call(`POST /3.0/lists/${ID}/webhooks`, {
      url,
      events: { subscribe: true },
      sources: { api: true },
    })
    const { next } = await open('?types=delivery')
    const { headers } = await call(`POST ${MEMBERS}`, { email_address: ADA, status: 'subscribed' })
    const [{ data } = { data: {} }] = await next()
    expect(data).toEqual({
      at: AT,
      id: 2,
      event: 'subscribe',
      webhook_id: hook.id,
      list_id: ID,
      url,
      status: 'recorded',
      attempts: 0,
      cause: { request: headers.get('x-request-id') },
    })
    await call(`POST /_control/deliveries/2/resend`)
    expect((await next())[0]?.data).toMatchObject({ id: 2, status: 'pending' })
  })

  test('the stream reports an email as an event', async () => {
    const { open, call } = await withList()
    const { next } = await open('?types=email')
    await call(`POST ${MEMBERS}`, { email_address: GRACE, status: 'pending' })
    expect((await next())[0]?.data).toEqual({
      at: AT,
      id: 1,
      to: GRACE,
      kind: 'confirm_subscription',
      subject: 'Please confirm your subscription: Acme News',
    })
  })

  test('a stream reports where a frozen clock was set, and changes of the clock mode', async () => {
    const { open, call, pass } = listening()
    const { next } = await open()
    await pass('PT1H')
    await call('PATCH /_control/clock', { rate: 60 })
    await call('PATCH /_control/clock', { mode: 'frozen' })
    const received = await next(3)
    expect(received[0]).toEqual({
      id: 1,
      event: 'clock',
      data: { at: '2026-01-15T10:00:00.000Z', reason: 'time', mode: 'frozen', rate: 0 },
    })
    expect(received[1]?.data).toMatchObject({ reason: 'pace', mode: 'scaled', rate: 60 })
    expect(received[2]?.data).toMatchObject({ reason: 'pace', mode: 'frozen', rate: 0 })
  })

  test('a stream does not report a running clock each time it is read', async () => {
    const { open, call } = listening({ clock: { mode: 'scaled', rate: 1_000_000 } })
    const { next } = await open()
    for (let i = 0; i < 5; i++) await call('GET /3.0/ping')
    expect((await next(5)).map(({ event }) => event)).toEqual(Array.from({ length: 5 }, () => 'request'))
  })

  test('a stream reports a reset, even of an unchanged world, and a restored snapshot', async () => {
    const { open, call, pass } = listening()
    const { next } = await open()
    await call('POST /_control/reset')
    await pass('PT1H')
    await call('POST /_control/snapshots', { name: 'later' })
    await call('POST /_control/reset')
    await call('POST /_control/snapshots/later/restore')
    expect((await next(4)).map(({ event, id, data }) => [event, id, data.reason, data.at.slice(11, 13)])).toEqual([
      ['clock', 1, 'reset', '09'],
      ['clock', 2, 'time', '10'],
      ['clock', 3, 'reset', '09'],
      ['clock', 4, 'restore', '10'],
    ])
  })

  test('a stream reports only its own world', async () => {
    const { open, call } = listening()
    await call('POST /_control/worlds', { id: 'other', api_key: 'other-dc1' })
    const { next } = await open()
    await call('GET /3.0/ping', undefined, { headers: { authorization: 'Bearer other-dc1' } })
    await call('GET /3.0/lists')
    expect((await next())[0]?.data).toMatchObject({ path: '/3.0/lists' })
  })

  test.each([
    ['types=request,letter', 'types'],
    ['last_event_id=now', 'last_event_id'],
    ['since=now', 'since'],
  ])('a stream with the query ?%s is rejected with 422', async (query, said) => {
    const { status, body } = await mockCall(`GET /_control/stream?${query}`)
    expect([status, body.detail]).toEqual([422, expect.stringContaining(said)])
  })
})

const mockCall = (line: string) => listening().call(line)
