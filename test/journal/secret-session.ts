import { mock, type Body } from '../mock.ts'
import { fieldsOf } from '../public/oauth-application.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { codes, tokens } from '../../src/service/model/oauth/token.ts'
import { confirmations } from '../../src/service/model/members/confirmation.ts'
import { webhooks } from '../../src/service/model/webhooks/webhook.ts'
import { batchWebhooks } from '../../src/service/model/batch-webhooks/batch-webhook.ts'
import type { WorldHandle } from '../../src/server/runtime/world-handle.ts'
import { peek } from '../../src/kernel/world/tx.ts'

const ORIGIN = 'http://maildouble.test'
const LIST = 'aaaaaaaaaa'
const FORM = 'application/x-www-form-urlencoded'

/** Passwords and keys that do not belong to the world. */
export const FOREIGN = ['pa55word', 'somebody-elses-key', 'wr0ng-c0de', 'wr0ng-secret', 'session-of-an-app']

/** A server with a world for each name, identical except for the name. */
export async function worldsNamed(names: readonly string[], given: object = {}) {
  const double = mock({ settings: { credentials: 'known' } })
  await double.ready
  const settings = { webhooks: { signing: 'on', mode: 'record', validation: 'off' } }
  for (const id of names) await double.call('POST /_control/worlds', { id, scenario: 'empty', seed: '7', settings, ...given })
  const handleOf = (id: string): WorldHandle => {
    const handle = double.context.worlds.byId(id)
    if (!handle) throw new Error(`There is no world ${id}.`)
    return handle
  }
  return { ...double, handleOf }
}

type Server = Awaited<ReturnType<typeof worldsNamed>>

/** Uses every secret of a world in every place and returns all secrets. */
export async function useSecrets(server: Server, id: string): Promise<string[]> {
  const { app, call, handleOf, context } = server
  const handle = handleOf(id)
  const secrets = new Set<string>()
  const learn = (): void =>
    peek(handle.world, (tx) => {
      for (const { token } of tx.range(tokens.key).all()) secrets.add(token)
      for (const { code } of tx.range(codes.key).all()) secrets.add(code)
      for (const { token } of tx.range(confirmations.key).all()) secrets.add(token)
      for (const { secret } of [...tx.range(webhooks.key).all(), ...tx.range(batchWebhooks.key).all()]) secrets.add(secret)
    })
  const { api_key: key, client_id, client_secret, redirect_uri } = handle.world.credentials
  const base = `${ORIGIN}/_worlds/${id}`

  async function send(line: string, headers: Record<string, string> = {}, body?: string) {
    const [method = '', path = ''] = line.split(' ')
    const response = await app.request(base + path, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await response.text()
    learn()
    return { status: response.status, headers: response.headers, text }
  }
  const json = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object): Promise<Body> =>
    JSON.parse((await send(`POST ${path}`, json, JSON.stringify(body))).text)

  await context.scheduler.run(handle, (tx) => makeList(tx, { id: LIST, name: 'News', double_optin: true }))

  // The key in every form in which it can be sent.
  for (const authorization of [
    `Bearer ${key}`,
    `Basic ${btoa(`anyone:${key}`)}`,
    `Basic ${btoa(`${key}:`)}`,
    `basic ${btoa(`${key}:${key}`)}`,
    key,
    `Token ${key}`,
  ])
    await send('GET /3.0/ping', { authorization })
  await send(`GET /3.0/ping?apikey=${key}`)
  await send(`POST /3.0/lists?apikey=${key}`)
  await send(`GET /3.0/ping?api%6Bey=${encodeURIComponent(key).replaceAll('a', '%61')}`)
  await send('GET /3.0/ping', { authorization: 'Bearer somebody-elses-key' })
  await send('GET /3.0/ping', { authorization: `Basic ${btoa('anyone:somebody-elses-key')}` })
  await send('GET /3.0/ping?apikey=somebody-elses-key')

  // Where a key is not expected.
  await send(`GET /3.0/lists/${key}`, json)
  await send(`GET /3.0/lists?since_date_created=${key}`, json)
  await send('GET /3.0/ping', {
    ...json,
    'x-note': `the key is ${key}`,
    cookie: `session=session-of-an-app; key=${key}`,
    referer: `https://x.test/?code=wr0ng-c0de&apikey=${key}`,
  })
  await send('POST /3.0/lists', { ...json, 'x-trigger-error': 'Forbidden' }, JSON.stringify({ name: key, note: client_secret }))
  await post(`/3.0/lists/${LIST}/webhooks`, { url: key })

  // Passwords in URLs, and signing secrets of webhooks.
  const hook = await post(`/3.0/lists/${LIST}/webhooks`, {
    url: 'https://user:pa55word@hooks.test/a',
    events: { subscribe: true },
  })
  await send(`GET /3.0/lists/${LIST}/webhooks/${hook.id}`, json)
  await send(`POST /3.0/lists/${LIST}/webhooks`, json, String.raw`{"url":"https:\/\/user:pa55word@hooks.test\/b"}`)
  await post('/3.0/batch-webhooks', { url: 'https://user:pa55word@hooks.test/c' })

  // The sign-in.
  const asked = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state: 'xyz' })
  for (const way of ['form', 'basic']) {
    const page = await send(`GET /oauth2/authorize?${asked}`)
    const fields = fieldsOf({ ...page, to: undefined })
    secrets.add(fields['page']?.split('.').at(-1) ?? '')
    const decision = new URLSearchParams({ ...fields, decision: 'approve' }).toString()
    const { headers } = await send('POST /oauth2/authorize', { 'content-type': FORM }, decision)
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
    const wanted = { grant_type: 'authorization_code', redirect_uri }
    const basic = { 'content-type': FORM, authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
    const own = new URLSearchParams({ ...wanted, client_id, client_secret, code }).toString()
    await send(
      'POST /oauth2/token',
      { 'content-type': FORM },
      new URLSearchParams({ ...wanted, client_id, client_secret: 'wr0ng-secret', code: 'wr0ng-c0de' }).toString(),
    )
    if (way === 'form') await send('POST /oauth2/token', { 'content-type': FORM }, own)
    else await send('POST /oauth2/token', basic, new URLSearchParams({ ...wanted, code }).toString())
    await send('POST /oauth2/token', { 'content-type': FORM }, own)
  }

  // The issued secrets.
  for (const { seq, token } of peek(handle.world, (tx) =>
    tx
      .range(tokens.key)
      .all()
      .toSorted((a, b) => a.seq - b.seq),
  )) {
    for (const authorization of [`Bearer ${token}`, `Basic ${btoa(`anyone:${token}-dc1`)}`])
      await send('GET /3.0/', { authorization })
    await send('GET /oauth2/metadata', { authorization: `OAuth ${token}` })
    await send(`GET /3.0/ping?apikey=${token}`)
    await send(`GET /3.0/lists/${token}?name=a${token}`, json)
    await post(`/3.0/lists/${LIST}/members`, {
      email_address: `m${seq}@acme.test`,
      status: 'subscribed',
      merge_fields: { FNAME: `(${token}${token})` },
    })
  }

  // The confirmation link of a member, and the URL of batch results.
  await post(`/3.0/lists/${LIST}/members`, { email_address: 'ada@acme.test', status: 'pending' })
  const [confirmation] = peek(handle.world, (tx) => tx.range(confirmations.key).all())
  await send(`GET /_public/confirm/${confirmation?.token}`, { referer: `${base}/_public/confirm/${confirmation?.token}` })
  const operations = [
    {
      method: 'POST',
      path: `/lists/${LIST}/members`,
      body: JSON.stringify({ email_address: 'eve@acme.test', status: 'subscribed', merge_fields: { FNAME: key } }),
    },
    { method: 'POST', path: `/lists/${LIST}/webhooks`, body: JSON.stringify({ url: 'https://user:pa55word@hooks.test/d' }) },
    { method: 'GET', path: `/lists/${key}?apikey=${key}` },
  ]
  const batch = await post('/3.0/batches', { operations })
  await call(`POST /_control/worlds/${id}/clock/advance`, { by: 'PT1M' })
  const { response_body_url: url } = JSON.parse((await send(`GET /3.0/batches/${batch.id}`, json)).text)
  const { pathname, search, searchParams } = new URL(url)
  secrets.add(searchParams.get('sig') ?? '')
  await send(`GET ${pathname.slice(`/_worlds/${id}`.length)}${search}`)
  await send(`GET /3.0/lists/${encodeURIComponent(url)}`, json)
  await send(`GET ${pathname.slice(`/_worlds/${id}`.length)}?expires=1&sig=wr0ng-secret`)

  return [...secrets, key, key.slice(0, key.lastIndexOf('-')), client_secret, ...FOREIGN]
}
