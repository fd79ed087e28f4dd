import { expect, test } from 'vitest'
import { mock } from '../../mock.ts'
import { receiver } from '../../receiver.ts'
import { bundleOf, contentsOf, journalOf, NEW_LIST, newWorld, replay } from './bundle-world.ts'

const CALLBACK = 'http://127.0.0.1:3000/callback'

const EVERYTHING = {
  events: { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: true },
  sources: { user: true, admin: true, api: true },
}

/** Everything observable about a world from outside. */
const SEEN = [
  '/3.0/',
  '/3.0/lists',
  '/3.0/campaigns',
  '/3.0/reports',
  '/3.0/batches',
  '/3.0/conversations',
  '/3.0/templates',
  '/3.0/account-exports',
]

const WATCHED = [
  '/deliveries?limit=1000',
  '/deliveries?event=validation',
  '/emails',
  '/settings',
  '/clock',
  '/snapshots',
  '/state',
  '/faults',
]

test('a long session has the same outcome in a replay, and nothing is sent', async () => {
  const hooks = await receiver(({ path }, response, count) => {
    response.statusCode = path === '/failing' && count % 2 === 0 ? 500 : 200
    response.setHeader('x-count', String(count))
    response.end(`thanks ${count}`)
  })
  const server = mock()
  const source = await newWorld(server, { id: 'shop', scenario: 'starter', settings: { webhooks: { signing: 'on' } } })
  const { service, control, world } = source

  const { body: list } = await service('POST /3.0/lists', { ...NEW_LIST, double_optin: true })
  const at = `/3.0/lists/${list.id}`
  await service(`POST ${at}/webhooks`, { url: `${hooks.url}/working`, ...EVERYTHING })
  await service(`POST ${at}/webhooks`, { url: `${hooks.url}/failing`, ...EVERYTHING })
  await control('POST /clock/advance', { by: 1 })
  await service(`POST ${at}/members`, { email_address: 'ada@acme.test', status: 'subscribed', merge_fields: { FNAME: 'Ada' } })
  await control('POST /triggers', {
    trigger: 'member.subscribe',
    list_id: list.id,
    email_address: 'bob@acme.test',
    source: 'user',
  })
  await control('POST /snapshots', { name: 'early' })
  await service(`PUT ${at}/members/${'0'.repeat(32)}`, { email_address: 'wrong' })

  // A double opt-in, through the link in the email.
  const { body: mails } = await control('GET /emails?kind=confirm_subscription')
  const link = new URL(mails.emails[0].links[0]).pathname
  await server.app.request(`http://maildouble.test${link}`)

  // A sign-in, on the page and with a code issued by the trigger.
  const page = await server.app.request(
    `${world.base_url}/oauth2/authorize?response_type=code&client_id=${world.oauth.client_id}&redirect_uri=${encodeURIComponent(CALLBACK)}`,
  )
  const seal = /name="page" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const approved = await server.app.request(`${world.base_url}/oauth2/authorize`, {
    method: 'POST',
    body: new URLSearchParams({
      response_type: 'code',
      client_id: world.oauth.client_id,
      redirect_uri: CALLBACK,
      page: seal,
      decision: 'approve',
    }),
  })
  const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const issued = await server.app.request(`${world.base_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: world.oauth.client_id,
      client_secret: world.oauth.client_secret,
      redirect_uri: CALLBACK,
    }),
  })
  const { access_token }: { readonly access_token: string } = JSON.parse(await issued.text())
  expect(access_token).toMatch(/^[0-9a-f]{32}$/)
  await server.app.request(`${world.base_url}/3.0/lists`, { headers: { authorization: `OAuth ${access_token}` } })
  await server.app.request(`${world.base_url}/3.0/lists`, { headers: { authorization: `Bearer ${access_token}` } })
  await server.app.request(`${world.base_url}/oauth2/metadata`, { headers: { authorization: `OAuth ${access_token}` } })
  await server.app.request(`${world.base_url}/3.0/lists?apikey=${access_token}-dc1`)

  // Faults of every kind.
  await control('POST /faults', {
    match: { operation: 'getList' },
    when: { first: 1 },
    effect: { problem: { status: 503, title: 'Gone' } },
  })
  await control('POST /faults', { match: { operation: 'getList' }, when: { nth: 3 }, effect: { connection: 'reset' } })
  await control('POST /faults', { match: { path: '/lists/*/members' }, when: { every: 2 }, effect: { latency: 5 } })
  await control('POST /faults', {
    match: { method: 'POST' },
    when: { probability: 0.5 },
    effect: { connection: 'close' },
    context: 'after',
  })
  for (let i = 0; i < 4; i++) await service(`GET ${at}`).catch(() => undefined)
  for (let i = 0; i < 6; i++) {
    const member = { email_address: `m${i}@acme.test`, status: 'subscribed' }
    await service(`POST ${at}/members`, member, { 'x-run': '7' }).catch(() => undefined)
  }
  await control('DELETE /faults/4')
  await service('GET /3.0/lists', undefined, { 'x-trigger-error': 'TooManyRequests' })

  // A campaign and the passing of time.
  await control('POST /triggers', { trigger: 'campaign.send', list_id: list.id, subject_line: 'News', campaign_id: '0123456789' })
  await control('POST /triggers', { trigger: 'campaign.open', campaign_id: '0123456789', email_address: 'ada@acme.test' })
  await control('POST /clock/advance', { by: 'PT6M' })
  await control('PATCH /settings', { search_limit: 7, 'batch.phase': 'PT1S' })
  await control('POST /snapshots/early/restore')
  await control('POST /clock/advance', { by: 'PT2H' })
  await control('PATCH /clock', { mode: 'scaled', rate: 1000 })
  await service(`PATCH ${at}/members/a@acme.test`, { merge_fields: { FNAME: 'Nobody' } })
  await service(`POST ${at}/members`, { email_address: 'late@acme.test', status: 'subscribed' })
  await control('PATCH /clock', { mode: 'frozen' })
  await control('POST /clock/advance', { by: 'PT1M' })
  await control('DELETE /snapshots/early')

  // An unfinished batch.
  await service('POST /3.0/batches', {
    operations: [
      { method: 'GET', path: '/lists' },
      { method: 'POST', path: `/lists/${list.id}/members`, body: '{"email_address":"x@acme.test","status":"subscribed"}' },
      { method: 'GET', path: '/nowhere' },
    ],
  })
  await control('POST /clock/advance', { by: 300 })
  await service('GET /3.0/batches')
  await control('POST /clock/advance', { by: 'PT0S' })

  const sent = hooks.received.length
  expect(sent).toBeGreaterThan(10)
  const bundle = await bundleOf(source)
  hooks.close()

  const copy = await replay(bundle)
  expect(copy.replay).toEqual({ steps: bundle.steps.length, differences: [], differences_total: 0 })
  expect(contentsOf(copy.server, 'shop')).toEqual(contentsOf(server, 'shop'))
  expect(journalOf(copy.server, 'shop')).toEqual(journalOf(server, 'shop'))
  expect(await bundleOf(copy)).toEqual(bundle)
  for (const path of WATCHED) {
    expect((await copy.control(`GET ${path}`)).text, path).toBe((await control(`GET ${path}`)).text)
  }
  for (const path of SEEN) {
    const [mine, theirs] = [await service(`GET ${path}`), await copy.service(`GET ${path}`)]
    expect(theirs.text, path).toBe(mine.text)
    expect(theirs.headers.get('x-request-id')).toBe(mine.headers.get('x-request-id'))
  }
  expect(hooks.received).toHaveLength(sent)

  // If the id is taken, the world gets another one, with other secrets.
  const renamed = await replay(bundle, server)
  expect(renamed.world.id).toBe('world-1')
  expect(renamed.replay).toEqual({ steps: bundle.steps.length, differences: [], differences_total: 0 })
  expect(renamed.world.api_key).not.toBe(world.api_key)

  const text = JSON.stringify(bundle)
  const { tables } = contentsOf(server, 'shop')
  const secrets = [world.api_key, world.oauth.client_secret, access_token, code, seal, link.split('/').at(-1) ?? '']
  for (const row of tables['webhooks'] ?? []) secrets.push(String(Reflect.get(row, 'secret')))
  for (const secret of secrets) expect(text).not.toContain(secret)
})
