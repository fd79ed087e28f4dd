import { createHash } from 'node:crypto'
import http, { Agent } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createDouble } from '../../src/index.ts'
import { connect } from '../../src/kit/client/index.ts'
import { intercept } from '../../src/kit/intercept/index.ts'
import { outcomeOf, HOST, inProcess, send } from './intercepted.ts'
import { localServer } from './local-server.ts'

describe('intercepted processes calling other hosts', () => {
  test('calls of an intercepted process to other hosts are sent as without an interception', async () => {
    await using server = await localServer((request, response) => request.resume().on('end', () => response.end('yes')))
    const options = { method: 'POST', headers: { 'X-Run': '7', 'content-Type': 'text/plain' }, body: 'hello' }
    const all = async () => {
      await send(server.url, options)
      await fetch(server.url, options)
      await outcomeOf(http.get(server.url, { headers: ['X-Raw', '1', 'host', 'here'] }))
    }
    await all()
    const made = await inProcess()
    await all()
    await made.close()
    const raw = server.seen.map(({ method, url, httpVersion, rawHeaders }) => [method, url, httpVersion, ...rawHeaders])
    expect(raw.slice(3)).toEqual(raw.slice(0, 3))
    expect(raw[0]).toEqual(expect.arrayContaining(['X-Run', 'content-Type', 'Connection', 'keep-alive']))
  })

  test("calls of an intercepted process to other hosts keep connections in the client's agent", async () => {
    await using server = await localServer((_, response) => response.end('yes'))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await send(server.url, { agent })
    await using _ = await inProcess()
    const second = http.get(server.url, { agent })
    expect(Object.keys(agent.sockets).concat(Object.keys(agent.requests))).toHaveLength(1)
    await outcomeOf(second)
    expect([second.reusedSocket, server.connections()]).toEqual([true, 1])
    agent.destroy()
  })

  test('calls of an intercepted process to other hosts stream in both directions with backpressure', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'maildouble')
    await using server = await localServer((request, response) => {
      response.flushHeaders()
      request.pipe(response)
    })
    await using _ = await inProcess()
    const request = http.request(server.url, { method: 'POST' })
    const answer = await new Promise<http.IncomingMessage>((resolve) => {
      request.on('response', resolve)
      request.write(piece)
    })
    // The response has started before the request is complete.
    expect(request.writableEnded).toBe(false)
    for (let at = 1; at < 8; at++) request.write(piece)
    request.end()
    const echoed = await buffer(answer)
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(digest(echoed)).toBe(digest(Buffer.concat(Array.from({ length: 8 }, () => piece))))
    const fetched = await fetch(server.url, { method: 'POST', body: piece })
    expect(digest(new Uint8Array(await fetched.arrayBuffer()))).toBe(digest(piece))
  })

  test("calls of an intercepted process to other hosts get the same errors as without an interception, with Node's own messages for invalid arguments", async () => {
    await using _ = await inProcess()
    expect(() => http.request('no url')).toThrow('Invalid URL')
    expect(() => http.request('ftp://example.com')).toThrow('Protocol "ftp:" not supported')
    await expect(fetch('/lists')).rejects.toThrow('Failed to parse URL')
    const wrong = { method: 'GET', body: 'x' }
    await expect(fetch('https://us1.api.example.com/3.0/ping', wrong)).rejects.toThrow(
      'Request with GET/HEAD method cannot have body.',
    )
  })

  test("an intercepted process may call paths at the service's host that the service does not have", async () => {
    await using server = await localServer((_, response) => response.end('a page'))
    await using _ = await inProcess()
    const { text } = await send('http://docs.api.example.com/guide', { lookup: toThisMachine, port: server.port })
    expect(text).toBe('a page')
  })

  test('an intercepted process may call through a Unix socket', async () => {
    await using _ = await inProcess({ unknown: 'refuse' })
    const { events } = await outcomeOf(http.get({ host: 'us1.api.example.com', path: '/3.0/ping', socketPath: '/no/such.sock' }))
    expect(events[0]).toMatch('error ENOENT')
  })
})

describe('an interception that rejects other hosts', () => {
  const lookups: string[] = []
  const lookup: LookupFunction = (name, _, done) => {
    lookups.push(name)
    done(new Error('looked up'), [])
  }

  test('an interception that rejects other hosts makes fetch reject with the host name and how to allow it', async () => {
    await using _ = await inProcess({ unknown: 'refuse' })
    const error = await fetch('https://hooks.example.net:8443/in?secret=1').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'UnknownHostError',
      code: 'MAILDOUBLE_UNKNOWN_HOST',
      host: 'hooks.example.net:8443',
      message:
        'A call to https://hooks.example.net:8443/in was refused: hooks.example.net:8443 is neither the service (api.example.com) ' +
        "nor this machine. Allow it with allow: ['hooks.example.net'].",
    })
  })

  test.each(['http', 'https'])(
    'an interception that rejects other hosts makes a request of node:%s fail before its name is resolved',
    async (scheme) => {
      await using _ = await inProcess({ unknown: 'refuse' })
      const { events } = await send(`${scheme}://hooks.example.net/in`, { lookup })
      expect(events).toEqual([
        expect.stringMatching(/^error MAILDOUBLE_UNKNOWN_HOST: A call to https?:\/\/hooks.example.net\/in was refused/),
      ])
      expect((await send(`${scheme}://203.0.113.9/`, { agent: false })).events[0]).toMatch('MAILDOUBLE_UNKNOWN_HOST')
      const { request } = scheme === 'http' ? http : https
      const { events: bare } = await outcomeOf(request({ hostname: 'hooks.example.net', lookup }).end())
      expect(bare[0]).toMatch('MAILDOUBLE_UNKNOWN_HOST')
      expect(lookups).toEqual([])
    },
  )

  test('an interception that rejects other hosts does not reject fetch calls without a network', async () => {
    await using _ = await inProcess({ unknown: 'refuse' })
    const blob = URL.createObjectURL(new Blob(['a blob']))
    expect([await (await fetch('data:,a%20text')).text(), await (await fetch(blob)).text()]).toEqual(['a text', 'a blob'])
  })

  test('an interception that rejects other hosts admits the hosts allowed', async () => {
    await using _ = await inProcess({ unknown: 'refuse', allow: ['example.net', /^a+\.test$/, ({ port }) => port === '99'] })
    for (const url of ['http://example.net', 'http://hooks.example.net', 'http://aa.test', 'http://bb.test:99']) {
      expect((await send(url, { lookup })).events[0]).toMatch('looked up')
    }
    expect((await send('http://badexample.net', { lookup })).events[0]).toMatch('MAILDOUBLE_UNKNOWN_HOST')
  })

  test('an interception that rejects other hosts rejects paths that the service does not have, with how to add them', async () => {
    await using _ = await inProcess({ unknown: 'refuse' })
    await expect(fetch('https://us1.api.example.com/2.0/lists')).rejects.toThrow(
      'its path is not one of those of the service: /3.0, /schema/3.0, /oauth2, /_files, /_public, /_worlds. ' +
        "Add it to `paths`, or allow it with allow: ['us1.api.example.com'].",
    )
  })

  test.each(['127.0.0.1', 'localhost', '127.8.9.1'])(
    'an interception that rejects other hosts always admits %s',
    async (host) => {
      await using server = await localServer((_, response) => response.end('yes'))
      await using _ = await inProcess({ unknown: 'refuse' })
      const answer = await send(`http://${host}:${server.port}/`, { lookup: toThisMachine })
      expect(answer.events.join()).not.toMatch('MAILDOUBLE')
    },
  )

  test("an interception that rejects other hosts admits the double's client, and webhooks to other hosts that the double may call", async () => {
    await using server = await localServer((request, response) => request.resume().on('end', () => response.end()))
    await using double = await createDouble({ scenario: 'starter', allowEgress: ['hooks.invalid'], log: () => {} })
    using _ = await intercept(double, { host: HOST, unknown: 'refuse' })
    const world = await connect(double).worlds.get()
    await world.settings.update({ webhooks: { validation: 'off' } })
    for (const url of [`${server.url}/hook`, 'http://hooks.invalid/hook']) {
      const body = JSON.stringify({ url, events: { subscribe: true }, sources: { api: true } })
      expect((await world.fetch('/lists/cccccccccc/webhooks', { method: 'POST', body })).status).toBe(200)
    }
    const body = JSON.stringify({ email_address: 'new@acme.test', status: 'subscribed' })
    await world.fetch('/lists/cccccccccc/members', { method: 'POST', body })
    const errorOf = async (url: string) => {
      const sent = await world.deliveries.list({ list_id: 'cccccccccc' })
      return sent.find((each) => each.url === url)?.attempts[0]?.error
    }
    await expect.poll(() => server.seen.map(({ method, url }) => `${method} ${url}`)).toContain('POST /hook')
    await expect.poll(() => errorOf('http://hooks.invalid/hook')).toMatch(/ENOTFOUND|EAI_AGAIN/)
  })
})

/** Resolves every name to this machine. */
const toThisMachine: LookupFunction = (_name, { all }, done) => {
  if (all) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}
