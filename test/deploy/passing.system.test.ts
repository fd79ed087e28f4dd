import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { withoutHaproxy } from '../servers/haproxy.ts'
import { startBehindHaproxy, type BehindHaproxy } from './behind-haproxy.ts'

const LISTS = '/_worlds/shop/3.0/lists'

/** The error of a caller without a response. */
const causeOf = (error: Error): unknown => (error.cause as { readonly code?: string } | undefined)?.code

describe.skipIf(withoutHaproxy)('HAProxy, as it ships,', () => {
  let all: BehindHaproxy
  beforeAll(async () => (all = await startBehindHaproxy()))
  afterAll(() => all?.stop())

  const headers = { authorization: 'Bearer one-dc1' }

  /** The methods of the calls that the world has received. */
  const journal = async (): Promise<unknown[]> => {
    const { requests } = await all.read('/worlds/shop/requests')
    return requests.map(({ method }: Body) => method)
  }

  test('HAProxy passes an event of a stream on immediately', async () => {
    const stream = await all.control('/worlds/shop/stream?types=request')
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (what: string): Promise<void> => {
      while (!text.includes(what)) text += (await reader?.read())?.value ?? ''
    }
    await until('world shop')
    await all.fetch(`${LISTS}?count=1`, { headers })
    await until('event: request')
    expect(text).toContain('/3.0/lists')
    await reader?.cancel()
  })

  test('HAProxy passes a body of 20 MB, and leaves rejecting a larger one to the service', async () => {
    const large = await all.fetch(LISTS, { method: 'POST', headers, body: JSON.stringify({ name: 'x'.repeat(20_000_000) }) })
    expect([large.status, large.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
    const larger = await all.fetch(LISTS, { method: 'POST', headers, body: 'x'.repeat(30_000_000) })
    expect([larger.status, larger.headers.get('content-type')]).toEqual([413, 'application/problem+json; charset=utf-8'])
  })

  test('HAProxy passes ten thousand parameters and headers of any name', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `p${i}=1`).join('&')
    expect((await all.fetch(`${LISTS}?count=1&${many}`, { headers: { ...headers, under_scored: 'yes' } })).status).toBe(200)
    const { requests } = await all.read('/worlds/shop/requests?limit=1&order=desc')
    expect(requests[0]?.request.headers).toMatchObject({ under_scored: 'yes', host: `127.0.0.1:${all.haproxy.port}` })
  })

  test('HAProxy passes the path unchanged', async () => {
    const sent = '/_worlds/shop/3.0/lists/a%2Fb//members'
    const done = new Promise((resolve) => {
      request({ host: '127.0.0.1', port: all.haproxy.port, path: sent, headers }, (answer) =>
        answer.resume().on('end', resolve),
      ).end()
    })
    await done
    const { requests } = await all.read('/worlds/shop/requests?limit=1&order=desc')
    expect(requests[0]?.path).toBe('/3.0/lists/a%2Fb//members')
  })

  test('HAProxy passes calls of the control API with any host, which require the token', async () => {
    expect((await all.control('/health')).status).toBe(200)
    expect((await all.fetch('/_control/health')).status).toBe(401)
  })

  test.each(['GET', 'PUT', 'POST', 'DELETE'])(
    'HAProxy passes a fault that breaks a %s without sending the call again',
    async (method) => {
      await all.control('/worlds/shop/requests', 'DELETE')
      const effect = { connection: 'close' }
      expect((await all.control('/worlds/shop/faults', 'POST', { when: { first: 1 }, effect })).status).toBe(201)
      const path = method === 'POST' ? LISTS : `${LISTS}/aaaaaaaaaa/members/ada@acme.test`
      const call = (): Promise<Response> => all.fetch(path, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) })
      expect(await call().catch(causeOf)).toBe('UND_ERR_SOCKET')
      expect(await journal()).toEqual([method])
      // The process is not considered dead.
      expect((await call()).headers.get('content-type')).toContain('json')
      expect(await journal()).toEqual([method, method])
      await all.control('/worlds/shop/faults', 'DELETE')
    },
  )

  test('HAProxy ends a call in the process when its client disconnects', async () => {
    await all.control('/worlds/shop/requests', 'DELETE')
    const settings = { connections: 1 }
    expect((await all.control('/worlds/shop/settings', 'PATCH', settings)).status).toBe(200)
    await all.control('/worlds/shop/faults', 'POST', { when: { first: 1 }, effect: { connection: 'hang' } })
    const client = new AbortController()
    const hanging = all.fetch(LISTS, { headers, signal: client.signal }).catch(({ name }: Error) => name)
    await expect.poll(journal).toEqual(['GET'])
    expect((await all.fetch(LISTS, { headers })).status).toBe(429)
    client.abort()
    expect(await hanging).toBe('AbortError')
    await expect.poll(async () => (await all.fetch(LISTS, { headers })).status).toBe(200)
    await all.control('/worlds/shop/settings', 'PATCH', { connections: 10 })
  })

  test('HAProxy lets the process answer a client that waits for 100 Continue before it sends the body', async () => {
    const done = new Promise((resolve, reject) => {
      const call = request({
        port: all.haproxy.port,
        method: 'POST',
        path: LISTS,
        headers: { ...headers, expect: '100-continue' },
      })
      call.on('continue', () => call.end('{}')).on('response', (answer) => resolve(answer.resume().statusCode))
      call.on('error', reject).flushHeaders()
    })
    expect(await done).toBe(400)
  })

  test('HAProxy passes truncated and slow responses of faults as they are', async () => {
    const fault = async (effect: object): Promise<unknown> =>
      all.control('/worlds/shop/faults', 'POST', { when: { first: 1 }, effect })
    await fault({ connection: 'truncate' })
    await expect(all.fetch(LISTS, { headers }).then((answer) => answer.text())).rejects.toThrow('terminated')
    await fault({ connection: 'slow', bytes_per_second: 10_000 })
    const pieces: number[] = []
    for await (const piece of (await all.fetch(`${LISTS}?count=1`, { headers })).body ?? []) pieces.push(piece.length)
    expect(pieces.length).toBeGreaterThan(3)
  })
})

describe.skipIf(withoutHaproxy)('a process that dies behind HAProxy', () => {
  let all: BehindHaproxy
  beforeAll(async () => (all = await startBehindHaproxy()))
  afterAll(() => all?.stop())

  const post = (): Promise<Response> =>
    all.fetch(LISTS, { method: 'POST', headers: { authorization: 'Bearer one-dc1' }, body: '{}' })

  test('a process that dies behind HAProxy leaves its pending calls unanswered, and later calls go to another process', async () => {
    const at = await all.answererForWorld('shop')
    const stranded = all.servers[at]
    await all.control('/worlds/shop/faults', 'POST', { when: { first: 1 }, effect: { connection: 'hang' } })
    const lost = post().catch(causeOf)
    await expect.poll(async () => (await all.read('/worlds/shop/requests')).requests.length).toBe(1)
    await stranded?.stop()
    expect(await lost).toBe('UND_ERR_SOCKET')
    expect((await post()).status).toBe(400)
    expect(all.answered.map((count, i) => (i === at ? 0 : count)).toSorted()).toEqual([0, 0, 1])
  })

  test('a process that dies behind HAProxy is reported in a readable error if no other is left', async () => {
    await Promise.all(all.servers.map((server) => server.stop()))
    const answer = await post()
    expect([answer.status, answer.headers.get('x-maildouble-defect')]).toEqual([503, '1'])
    expect(await answer.json()).toMatchObject({ status: 503, detail: 'No process of maildouble can be reached by the balancer.' })
  })
})
