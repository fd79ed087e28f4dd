import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { mock, type Body } from '../mock.ts'

const BASE = 'http://maildouble.test'

describe('double-opt-in', () => {
  const LIST = '/3.0/lists/d0b1e00001'

  test('a sign-up in the scenario double-opt-in sends an email whose link subscribes the member', async () => {
    const { call, app } = mock({ scenario: 'double-opt-in' })
    await call(`POST ${LIST}/members`, { email_address: 'you@acme.test', status: 'pending' })
    const { body } = await call('GET /_control/emails?to=you@acme.test')
    const [{ links }] = body.emails
    expect((await app.request(links[0])).status).toBe(200)
    expect((await call(`GET ${LIST}/members/you@acme.test`)).body.status).toBe('subscribed')
    expect((await call(`GET ${LIST}`)).body.stats.member_count).toBe(2)
  })

  test('a pending member of the scenario double-opt-in can confirm, and a member who left can be asked again', async () => {
    const { call } = mock({ scenario: 'double-opt-in' })
    const confirm = { trigger: 'member.confirm', list_id: 'd0b1e00001', email_address: 'waiting@acme.test' }
    expect((await call('POST /_control/triggers', confirm)).status).toBe(200)
    expect((await call(`GET ${LIST}/members?status=subscribed`)).body.total_items).toBe(2)
    const left = `PATCH ${LIST}/members/left@acme.test`
    expect((await call(`GET ${LIST}/members/left@acme.test`)).body.unsubscribe_reason).toBe('')
    expect((await call(left, { status: 'subscribed' })).body.title).toBe('Member In Compliance State')
    expect((await call(left, { status: 'pending' })).body.status).toBe('pending')
  })
})

test('the automations of the scenario welcome-series send by themselves as time passes, and skip recipients who opened', async () => {
  const { call, pass } = mock({ scenario: 'welcome-series' })
  const tags = { tags: [{ name: 'vip', status: 'active' }] }
  await call('POST /3.0/lists/ada0000001/members/early@acme.test/tags', tags)
  await pass('P7D')
  const { emails } = (await call('GET /_control/emails?kind=automation')).body
  expect(emails.map(({ to, subject, at }: Body) => [to.split('@')[0], subject, at.slice(0, 16)])).toEqual([
    ['early', 'Welcome, Eve', '2026-01-15T09:00'],
    ['early', 'A hat for you', '2026-01-15T10:00'],
    ['nina', 'Welcome, Nina', '2026-01-15T12:00'],
    ['omar', 'Welcome, Omar', '2026-01-16T09:00'],
    ['early', 'How to choose a hat', '2026-01-17T09:00'],
    ['nina', 'How to choose a hat', '2026-01-17T12:00'],
    ['omar', 'How to choose a hat', '2026-01-18T09:00'],
    ['early', 'Did you find a hat?', '2026-01-20T09:00'],
    ['omar', 'Did you find a hat?', '2026-01-21T09:00'],
  ])
  const { reports } = (await call('GET /3.0/reports/ada00000a0/sub-reports')).body
  expect(reports.map(({ emails_sent, opens }: Body) => [emails_sent, opens.unique_opens])).toEqual([
    [3, 0],
    [3, 1],
    [2, 0],
  ])
})

test('a batch in the scenario batch-lifecycle goes through its phases in steps of five seconds', async () => {
  const { call, pass, app } = mock({ scenario: 'batch-lifecycle' })
  const { body: batch } = await call('POST /3.0/batches', {
    operations: [
      { method: 'GET', path: '/lists', operation_id: 'all lists' },
      { method: 'GET', path: '/lists/aaaaaaaaaa/members', params: { count: 5 } },
      {
        method: 'POST',
        path: '/lists/aaaaaaaaaa/members',
        operation_id: 'new',
        body: '{"email_address":"new@acme.test","status":"subscribed"}',
      },
      { method: 'GET', path: '/lists/0000000000', operation_id: 'fails' },
    ],
  })
  const seen = [batch.status]
  for (let i = 0; i < 8 && seen.at(-1) !== 'finished'; i++) {
    await pass('PT5S')
    const { status } = (await call(`GET /3.0/batches/${batch.id}`)).body
    if (status !== seen.at(-1)) seen.push(status)
  }
  expect(seen).toEqual(['pending', 'preprocessing', 'started', 'finalizing', 'finished'])
  const { body } = await call(`GET /3.0/batches/${batch.id}`)
  expect(body).toMatchObject({ total_operations: 4, finished_operations: 4, errored_operations: 1 })
  expect((await app.request(body.response_body_url)).status).toBe(200)
  await pass('PT1M')
  expect((await app.request(body.response_body_url)).status).toBe(403)
})

test('the scenario batch-lifecycle has a finished batch with mixed results, which no webhook announces', async () => {
  const { call, app, pass } = mock({ scenario: 'batch-lifecycle' })
  const { batches } = (await call('GET /3.0/batches')).body
  expect(batches).toMatchObject([
    {
      id: 'ba7c000001',
      status: 'finished',
      total_operations: 5,
      finished_operations: 5,
      errored_operations: 3,
      submitted_at: '2026-01-15T07:55:00+00:00',
      completed_at: '2026-01-15T08:00:00+00:00',
    },
  ])
  const archive = await app.request(batches[0].response_body_url)
  const text = gunzipSync(Buffer.from(await archive.arrayBuffer())).toString()
  expect(
    [...text.matchAll(/"status_code":(\d+),"operation_id":"([^"]+)"/g)].map(([, status, id]) => [id, Number(status)]),
  ).toEqual([
    ['list', 200],
    ['members', 200],
    ['no-such-list', 404],
    ['exists', 400],
    ['left', 400],
  ])
  expect((await pass('PT1H')).body.ran).toEqual([])
})

test('one domain of the scenario domain-verification awaits its code, and the others have been verified with theirs', async () => {
  const { call } = mock({ scenario: 'domain-verification' })
  const { body } = await call('GET /3.0/verified-domains')
  expect(body.domains.map(({ domain, verified, authenticated }: Body) => [domain, verified, authenticated])).toEqual([
    ['acme.test', false, false],
    ['globex.test', true, false],
    ['initech.test', true, true],
  ])
  const [{ code }] = (await call('GET /_control/emails?kind=domain_verification&to=owner@acme.test')).body.emails
  expect((await call('POST /3.0/verified-domains/acme.test/actions/verify', { code })).body.verified).toBe(true)
})

describe('oauth-expiry', () => {
  const CALLBACK = 'http://127.0.0.1:3000/callback'
  const query = new URLSearchParams({ response_type: 'code', client_id: 'acme-app', redirect_uri: CALLBACK, state: '7' })

  async function withCode() {
    const world = mock({ scenario: 'oauth-expiry' })
    await world.ready
    const redirect = await world.app.request(`${BASE}/oauth2/authorize?${query}`)
    const back = new URL(redirect.headers.get('location') ?? '')
    const exchange = () =>
      world.app.request(`${BASE}/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: 'acme-app',
          client_secret: 'acme-app-secret',
          redirect_uri: CALLBACK,
          code: back.searchParams.get('code') ?? '',
        }),
      })
    return { ...world, back, exchange }
  }

  test('a code in the scenario oauth-expiry can be used once, within thirty seconds', async () => {
    const { back, exchange, pass } = await withCode()
    expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([CALLBACK, '7'])
    await pass('PT29S')
    const { status } = await exchange()
    expect(status).toBe(200)
    expect(await (await exchange()).json()).toMatchObject({ error: 'invalid_grant' })
    const late = await withCode()
    await late.pass('PT31S')
    expect(await (await late.exchange()).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('a token in the scenario oauth-expiry is valid until it is revoked', async () => {
    const { call, exchange } = await withCode()
    const { access_token } = (await (await exchange()).json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await call('GET /3.0/lists', undefined, { headers })).body.total_items).toBe(3)
    await call('POST /_control/triggers', { trigger: 'oauth.revoke', access_token })
    expect((await call('GET /3.0/lists', undefined, { headers })).status).toBe(401)
  })
})

test('each event in the scenario webhooks is delivered to the webhooks that it matches', async () => {
  const { call } = mock({ scenario: 'webhooks', settings: { webhooks: { mode: 'record' } } })
  const list_id = '3eb0000001'
  const path = `/3.0/lists/${list_id}/members`
  const trigger = (fields: object) => call('POST /_control/triggers', { list_id, ...fields })
  await call(`POST ${path}`, { email_address: 'new@acme.test', status: 'subscribed' })
  await call(`PATCH ${path}/ada@acme.test`, { merge_fields: { FNAME: 'Augusta' } })
  await call(`PATCH ${path}/ada@acme.test`, { email_address: 'countess@acme.test' })
  await trigger({ trigger: 'member.unsubscribe', email_address: 'bob@acme.test' })
  await trigger({ trigger: 'member.bounce', email_address: 'new@acme.test', bounce: 'hard' })
  await trigger({ trigger: 'campaign.send', subject_line: 'Hello' })
  const { body } = await call('GET /_control/deliveries?limit=100')
  const delivered = body.deliveries.map(({ event, url }: Body) => `${event} ${new URL(url).pathname}`)
  expect(delivered.toSorted()).toEqual([
    'campaign /hook',
    'cleaned /hook',
    'cleaned /leavers',
    'profile /hook',
    'profile /hook',
    'subscribe /hook',
    'unsubscribe /hook',
    'unsubscribe /leavers',
    'upemail /hook',
  ])
  expect((await call('GET /3.0/batch-webhooks/3eb0000021')).body.url).toBe('http://127.0.0.1:5000/batches')
})
