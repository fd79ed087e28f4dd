import { describe, expect, test } from 'vitest'
import { handOver } from '../../src/server/outbound/hand-over.ts'
import { InProcessReceivers } from '../../src/server/outbound/in-process-receivers.ts'
import { urlCheckRequest, makeWebhookRequest } from '../../src/service/rules/deliveries/webhook-request.ts'
import { DEADLINE_MS } from '../deadline.ts'

const NEVER = new AbortController().signal
const URL_OF_APP = 'https://ada:s3cret@app.test/hooks?key=1'
const posted = makeWebhookRequest({ event: 'subscribe', url: URL_OF_APP, body: 'type=subscribe', secret: '' }, 1_768_467_600, {})

function hand(
  receive: (request: Request) => unknown,
  { timeout = DEADLINE_MS, signal = NEVER, outgoing = posted, log = (_: string): void => {} } = {},
) {
  return handOver(outgoing, receive as (request: Request) => Response, { timeout, signal, log })
}

describe('a webhook that is handed over', () => {
  test('a webhook that is handed over is the request that a server would receive', async () => {
    const requests: unknown[] = []
    await hand(async (request) => {
      const { method, url, headers } = request
      requests.push({ method, url, headers: Object.fromEntries(headers), body: await request.text() })
      return new Response()
    })
    expect(requests).toEqual([
      {
        method: 'POST',
        url: 'https://app.test/hooks?key=1',
        headers: expect.objectContaining({
          host: 'app.test',
          'user-agent': 'Service',
          authorization: `Basic ${btoa('ada:s3cret')}`,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': '14',
        }),
        body: 'type=subscribe',
      },
    ])
  })

  test('a webhook that is handed over is recorded with the status, headers and body of the answer', async () => {
    const headers = new Headers([
      ['x-colour', 'red'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
    expect(await hand(() => new Response('Thänks', { status: 302, headers }))).toEqual({
      response: {
        status: 302,
        headers: { 'content-type': 'text/plain;charset=UTF-8', 'set-cookie': 'a=1, b=2', 'x-colour': 'red' },
        body: 'Thänks',
      },
    })
  })

  test('an in-process receiver validates the URL of a webhook by GET', async () => {
    const { response } = await hand((request) => new Response(request.method), { outgoing: urlCheckRequest(URL_OF_APP, {}) })
    expect(response?.body).toBe('GET')
  })

  test.each([
    ['throws', () => Promise.reject(new TypeError('No such column')), 'threw TypeError: No such column'],
    ['throws what is no error', () => Promise.reject('no') as Promise<unknown>, 'threw no'],
    ['returns nothing', () => undefined, 'returned undefined instead of a Response.'],
    ['returns an object', () => ({ status: 200 }), 'returned an object instead of a Response.'],
    ['fails on purpose', () => Response.error(), 'returned Response.error().'],
  ])('a webhook to a function fails if the function %s', async (_, receive, why) => {
    expect(await hand(receive)).toEqual({ error: `The function that receives it ${why}` })
  })

  test('a webhook that is handed over has the stack of what the function threw in the log', async () => {
    const logged: string[] = []
    await hand(
      () => {
        throw new TypeError('No such column')
      },
      { log: (message) => logged.push(message) },
    )
    expect(logged.join()).toMatch(
      /^The function that receives webhooks at https:\/\/app\.test\/hooks threw: TypeError: No such column\n +at /,
    )
    expect(logged.join()).not.toContain('s3cret')
  })

  test('a webhook that is handed over ends with the timeout, and its function is told so', async () => {
    let told = false
    const outcome = await hand(
      ({ signal }) => {
        signal.addEventListener('abort', () => (told = true))
        return new Promise(() => {})
      },
      { timeout: 20 },
    )
    expect(outcome).toEqual({ error: 'There was no complete answer within 20 ms.' })
    expect(told).toBe(true)
  })

  test('a webhook that is handed over ends when it is cancelled', async () => {
    const ending = new AbortController()
    const waiting = hand(() => new Promise(() => {}), { signal: ending.signal })
    ending.abort()
    expect(await waiting).toEqual({ error: 'The delivery was cancelled.' })
  })

  test('a webhook that is handed over has at most 64 KiB of its answer read', async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10_000).fill(97)),
      cancel: () => void (cancelled = true),
    })
    const { response } = await hand(() => new Response(endless))
    expect(response?.body).toHaveLength(65_536)
    expect(cancelled).toBe(true)
  })
})

describe('the functions that receive webhooks', () => {
  const found = (receivers: InProcessReceivers, url: string, world = 'default') => receivers.find(world, url)
  const [one, other, third] = [() => new Response('1'), () => new Response('2'), () => new Response('3')] as const

  test('the functions that receive webhooks are found by origin and path, the longest path first', () => {
    const receivers = new InProcessReceivers()
    receivers.add('https://app.test', one)
    receivers.add('https://app.test/hooks/', other)
    expect(found(receivers, 'https://app.test')).toBe(one)
    expect(found(receivers, 'https://app.test:443/hooksy')).toBe(one)
    expect(found(receivers, 'https://app.test/hooks?key=1')).toBe(other)
    expect(found(receivers, 'https://app.test/hooks/1')).toBe(other)
    for (const url of ['http://app.test/hooks', 'https://app.test:444/', 'https://app.test.example/', 'hooks'])
      expect(found(receivers, url)).toBeUndefined()
  })

  test('a function that receives the webhooks of one world comes before a function for all worlds', () => {
    const receivers = new InProcessReceivers()
    receivers.add('https://app.test', one)
    const remove = receivers.add('https://app.test', other, 'mine')
    receivers.add('https://own.test', third, 'mine')
    expect(found(receivers, 'https://app.test', 'mine')).toBe(other)
    expect(found(receivers, 'https://app.test', 'yours')).toBe(one)
    expect(found(receivers, 'https://own.test', 'yours')).toBeUndefined()
    remove()
    expect(found(receivers, 'https://app.test', 'mine')).toBe(one)
  })

  test('the functions that receive webhooks are refused if the URL is taken or none, or the function is none', () => {
    const receivers = new InProcessReceivers()
    receivers.add('https://app.test/hooks', one)
    expect(() => receivers.add('https://app.test/hooks/', other)).toThrow(
      /A function already receives the webhooks for https:\/\/app\.test\/hooks\//,
    )
    expect(() => receivers.add('app.test', one)).toThrow(/"app\.test" is not an http or https URL/)
    expect(() => receivers.add('https://app.test', {} as typeof one)).toThrow(
      /must be a function of a Request, such as app\.fetch/,
    )
  })
})
