import { ClientRequest, get as getHttp, request as requestHttp } from 'node:http'
import https, { get as getHttps, request as requestHttps } from 'node:https'
import http from 'node:http'
import { describe, expect, test } from 'vitest'
import { createDouble, startServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/index.ts'
import { intercept } from '../../src/kit/intercept/index.ts'
import { HOST, outcomeOf, LISTS, send, WAYS } from './intercepted.ts'

describe.each(Object.entries(WAYS))('routing through an interception, %s', (_, open) => {
  test('an intercepted fetch reaches the double, and the response appears to come from the service', async () => {
    await using made = await open()
    const response = await fetch(`${LISTS}?count=1#part`, made)
    expect(response).toBeInstanceOf(Response)
    expect([response.status, response.url, response.redirected]).toEqual([200, `${LISTS}?count=1`, false])
    expect(await response.json()).toMatchObject({ total_items: 3 })
  })

  test('an intercepted fetch accepts a Request, an init and a URL', async () => {
    await using made = await open()
    const { headers } = made
    const body = JSON.stringify({ name: 'x' })
    const request = new Request(`${LISTS}/cccccccccc`, { method: 'PATCH', headers, body })
    expect(await (await fetch(request)).json()).toMatchObject({ name: 'x' })
    expect(request.bodyUsed).toBe(true)
    const other = await fetch(new Request(LISTS, { headers }), { method: 'HEAD' })
    expect([other.status, await other.text()]).toEqual([200, ''])
    expect((await fetch(new URL(LISTS), { headers })).status).toBe(200)
  })

  test.each([
    ['https.request(url)', (options: object) => https.request(LISTS, options).end()],
    ['https.request(URL, options)', (options: object) => https.request(new URL(LISTS), options).end()],
    ['https.get(url)', (options: object) => https.get(LISTS, options)],
    ['request of node:https', (options: object) => requestHttps(LISTS, options).end()],
    ['get of node:https', (options: object) => getHttps(LISTS, options)],
    ['request of node:http', (options: object) => requestHttp(LISTS.replace('https', 'http'), options).end()],
    ['get of node:http', (options: object) => getHttp(LISTS.replace('https', 'http'), options)],
    ['https.request(options)', (o: object) => https.request({ hostname: `us1.${HOST}`, path: '/3.0/lists', ...o }).end()],
    [
      'options with a host and a port',
      (o: object) => https.request({ host: `us1.${HOST}`, port: 443, path: '/3.0/lists', ...o }).end(),
    ],
    ['http.request for https', (o: object) => http.request(LISTS, { agent: new https.Agent(), ...o }).end()],
    ['new ClientRequest', (o: object) => new http.ClientRequest(LISTS.replace('https', 'http'), o as never).end()],
    ['an agent', (o: object) => https.request(LISTS, { agent: new https.Agent({ keepAlive: true }), ...o }).end()],
    ['agent: false', (o: object) => https.request(LISTS, { agent: false, ...o }).end()],
    ['a proxy-style call with the whole URL', (o: object) => http.request({ host: 'proxy.test', path: LISTS, ...o }).end()],
  ])('an intercepted call by %s is routed to the double', async (_way, call) => {
    await using made = await open()
    const { status, text, events } = await outcomeOf(call({ headers: made.headers }))
    expect([status, events]).toEqual([200, ['end']])
    expect(JSON.parse(text)).toMatchObject({ total_items: 3 })
  })

  test('an intercepted request has the usual properties', async () => {
    await using made = await open()
    const request = https.get(LISTS, made)
    expect(request).toBeInstanceOf(ClientRequest)
    await outcomeOf(request)
  })

  test('calls that Node and fetch reject are rejected through an interception', async () => {
    await using made = await open()
    expect(() => https.request({ host: `us1.${HOST}`, path: '/3.0/a list' })).toThrow('contains unescaped characters')
    await expect(fetch(LISTS.replace('us1', 'any:key@us1'), made)).rejects.toThrow('includes credentials')
  })

  test('the callback of an intercepted request gets the response', async () => {
    await using made = await open()
    const status = await new Promise((resolve) => {
      https.get(LISTS, { headers: made.headers }, (response) => resolve(response.resume().statusCode))
    })
    expect(status).toBe(200)
  })

  test('method, query, headers and body of an intercepted call arrive', async () => {
    await using made = await open()
    const headers = { ...made.headers, 'X-Run': '7', 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Käse' })
    const answer = await send(`${LISTS}/cccccccccc?run=a%20b`, { method: 'PATCH', headers, body })
    expect(JSON.parse(answer.text)).toMatchObject({ name: 'Käse' })
    const requests = await made.world.requests.list()
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      method: 'PATCH',
      query: { run: 'a b' },
      request: { headers: { 'x-run': '7', host: 'us1.api.example.com' }, body },
    })
  })

  test('the body of an intercepted call may be chunked, without a declared length', async () => {
    await using made = await open()
    const request = https.request(`${LISTS}/cccccccccc`, { method: 'PATCH', headers: made.headers })
    const { text } = await outcomeOf(request, () => {
      request.write('{"name":')
      setImmediate(() => request.end('"in pieces"}'))
    })
    expect(JSON.parse(text)).toMatchObject({ name: 'in pieces' })
  })

  test('an intercepted client that waits for 100 Continue gets it', async () => {
    await using made = await open()
    const headers = { ...made.headers, expect: '100-continue' }
    const request = https.request(`${LISTS}/cccccccccc`, { method: 'PATCH', headers })
    const { status } = await outcomeOf(request, () =>
      request.on('continue', () => request.end('{"name":"waited"}')).flushHeaders(),
    )
    expect(status).toBe(200)
  })

  test('intercepted responses to HEAD and with 204 have no body', async () => {
    await using made = await open()
    const { headers } = made
    expect(await send(LISTS, { method: 'HEAD', headers })).toMatchObject({ status: 200, events: ['end'], text: '' })
    const member = `${LISTS}/cccccccccc/members/ann@acme.test`
    await send(`${LISTS}/cccccccccc/members`, {
      method: 'POST',
      headers,
      body: '{"email_address":"ann@acme.test","status":"subscribed"}',
    })
    expect(await send(member, { method: 'DELETE', headers })).toMatchObject({ status: 204, events: ['end'], text: '' })
  })

  test('errors of the service are returned unchanged through an interception', async () => {
    await using made = await open()
    const response = await fetch(`${LISTS}/nowhere`, made)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect((await send('https://us1.api.example.com/3.0/no-such-thing', made)).status).toBe(404)
    expect((await send(LISTS)).status).toBe(401)
  })

  test('the intercepted sign-in is at login.<host>, or wherever its paths are used', async () => {
    await using made = await open()
    const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: 'nobody' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await send('https://login.api.example.com/oauth2/token', { method: 'POST', headers, body })
    expect(JSON.parse(answer.text)).toHaveProperty('error')
    const { client_id, redirect_uri } = made.world.oauth
    const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri })
    const page = await fetch(`https://login.api.example.com/oauth2/authorize?${query}`, { redirect: 'manual' })
    expect([200, 302]).toContain(page.status)
  })

  test('schemas are served through an interception as well', async () => {
    await using made = await open()
    expect(
      (await fetch('https://us1.api.example.com/schema/3.0/Lists/Collection.json', made)).headers.get('content-type'),
    ).toMatch('json')
  })
})

describe('the target of an interception', () => {
  test('an interception whose target is a world sends all calls there, whatever the key', async () => {
    await using double = await createDouble({ scenario: 'starter' })
    await using world = await connect(double).worlds.create({ scenario: 'empty' })
    using _ = await intercept(world, { host: HOST })
    const totalBy = async (key: string) => {
      const { text } = await send(LISTS, { headers: { authorization: `Bearer ${key}` } })
      return JSON.parse(text).total_items
    }
    expect(await totalBy(world.apiKey)).toBe(0)
    expect(await totalBy(double.apiKey)).toBeUndefined()
    expect((await world.requests.list()).map(({ status }) => status)).toEqual([200, 401])
  })

  test('an interception whose target is the world default sends all calls there too', async () => {
    await using double = await createDouble({ scenario: 'starter' })
    const { worlds } = connect(double)
    const other = await worlds.create({ scenario: 'empty' })
    using _ = await intercept(await worlds.get(), { host: HOST })
    expect((await fetch(LISTS, { headers: { authorization: `Bearer ${other.apiKey}` } })).status).toBe(401)
    expect((await fetch(LISTS, { headers: { authorization: `Bearer ${double.apiKey}` } })).status).toBe(200)
    expect(await other.requests.list()).toEqual([])
  })

  test.each(['double', 'server', 'url', 'connection'])(
    'an interception whose target is a %s selects the world by the key',
    async (kind) => {
      await using server = await startServer({ scenario: 'starter' })
      await using double = await createDouble({ scenario: 'starter' })
      const target = kind === 'double' ? double : kind === 'server' ? server : kind === 'url' ? server.url : connect(double)
      const { worlds } = connect(kind === 'double' || kind === 'connection' ? double : server)
      const world = await worlds.create({ scenario: 'empty' })
      using _ = await intercept(target, { host: HOST })
      const totalBy = async (key: string) => {
        const answer = await send(LISTS, { headers: { authorization: `Bearer ${key}` } })
        return JSON.parse(answer.text).total_items
      }
      expect([await totalBy(world.apiKey), await totalBy((await worlds.get()).apiKey)]).toEqual([0, 3])
    },
  )

  test("an interception over a socket keeps as many connections as the client's agent", async () => {
    await using server = await startServer({ scenario: 'starter' })
    using _ = await intercept(server, { host: HOST })
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1 })
    const options = { agent, headers: { authorization: `Bearer ${server.apiKey}` } }
    const first = https.get(LISTS, options)
    await outcomeOf(first)
    const second = https.get(LISTS, options)
    await outcomeOf(second)
    expect([first.reusedSocket, second.reusedSocket]).toEqual([false, true])
  })
})
