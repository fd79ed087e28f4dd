import { describe, expect, test } from 'vitest'
import { createDouble } from '../../src/index.ts'
import { connect } from '../../src/kit/client/index.ts'
import { intercept } from '../../src/kit/intercept/index.ts'
import { HOST, inProcess, LISTS, send, WAYS } from './intercepted.ts'
import { localServer } from './local-server.ts'

interface Link {
  readonly rel: string
  readonly href: string
}

describe.each(Object.entries(WAYS))('links through an interception, %s', (_, open) => {
  test('links in intercepted responses can be followed', async () => {
    await using made = await open()
    const { _links } = (await (await fetch(LISTS, made)).json()) as { _links: Link[] }
    const self = _links.find(({ rel }) => rel === 'self')?.href ?? ''
    expect(await (await fetch(self, made)).json()).toMatchObject({ total_items: 3 })
    expect(JSON.parse((await send(self, made)).text)).toMatchObject({ total_items: 3 })
  })

  test('the results of a batch can be downloaded through an interception', async () => {
    await using made = await open()
    const operations = [{ method: 'GET', path: '/lists' }]
    const { id } = JSON.parse(
      (await send('https://us1.api.example.com/3.0/batches', { method: 'POST', ...made, body: JSON.stringify({ operations }) }))
        .text,
    )
    await made.world.clock.advance({ until: 'idle' })
    const batch = JSON.parse((await send(`https://us1.api.example.com/3.0/batches/${id}`, made)).text)
    const archive = await fetch(batch.response_body_url)
    expect(archive.status).toBe(200)
    expect(new Uint8Array(await archive.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x1f, 0x8b]))
  })

  test('a confirmation link can be opened through an interception', async () => {
    await using made = await open()
    const list = `${LISTS}/cccccccccc`
    await send(list, { method: 'PATCH', ...made, body: '{"double_optin":true}' })
    const body = '{"email_address":"new@acme.test","status":"pending"}'
    await send(`${list}/members`, { method: 'POST', ...made, body })
    const { links } = await made.world.emails.waitFor({ to: 'new@acme.test' })
    expect((await fetch(links[0] ?? '')).status).toBe(200)
    expect(await (await fetch(`${list}/members/new@acme.test`, made)).json()).toMatchObject({ status: 'subscribed' })
  })

  test('an intercepted redirect is followed, returned or rejected according to the fetch option', async () => {
    await using made = await open()
    await using application = await localServer((request, response) => response.end(`${request.method} ${request.url}`))
    const redirect_uri = `${application.url}/callback`
    const world = await made.maildouble.worlds.create({ oauth: { redirect_uri }, settings: { oauth: { approve: 'at_once' } } })
    const query = new URLSearchParams({ response_type: 'code', client_id: world.oauth.client_id, redirect_uri })
    const url = `https://login.api.example.com/oauth2/authorize?${query}`
    const answered = await fetch(url, { redirect: 'manual' })
    expect([answered.status, answered.headers.get('location')]).toEqual([302, expect.stringMatching(`^${redirect_uri}`)])
    const failed = { message: 'fetch failed', cause: { message: 'unexpected redirect' } }
    await expect(fetch(url, { redirect: 'error' })).rejects.toMatchObject(failed)
    const followed = await fetch(url)
    expect([followed.redirected, followed.url]).toEqual([true, expect.stringMatching(`^${redirect_uri}`)])
    expect(await followed.text()).toMatch(/^GET \/callback\?code=/)
  })
})

test('links to a world of an intercepted double lead into that world', async () => {
  await using double = await createDouble()
  await using world = await connect(double).worlds.create({ id: 'one', scenario: 'starter' })
  using _ = await intercept(world, { host: HOST })
  const headers = { authorization: `Bearer ${world.apiKey}` }
  const { _links } = (await (await fetch(LISTS, { headers })).json()) as { _links: Link[] }
  expect(_links[0]?.href).toMatch('http://maildouble.test/_worlds/one/3.0/')
  expect((await fetch(_links[0]?.href ?? '', { headers })).status).toBe(200)
})

test('links of intercepted doubles can have the host of the service', async () => {
  await using double = await createDouble({ scenario: 'starter', publicUrl: 'https://us1.api.example.com' })
  await using world = await connect(double).worlds.create({ id: 'one', scenario: 'starter' })
  using _ = await intercept(world, { host: HOST })
  const headers = { authorization: `Bearer ${world.apiKey}` }
  const { _links } = (await (await fetch(LISTS, { headers })).json()) as { _links: Link[] }
  expect(_links[0]?.href).toMatch('https://us1.api.example.com/_worlds/one/3.0/')
  expect((await fetch(_links[0]?.href ?? '', { headers })).status).toBe(200)
})

test('links of intercepted doubles lead nowhere after the interception is stopped', async () => {
  const made = await inProcess()
  await made.close()
  await expect(fetch('http://maildouble.test/3.0/ping')).rejects.toThrow('fetch failed')
})
