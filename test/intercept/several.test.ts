import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import http, { request as importedRequest } from 'node:http'
import https from 'node:https'
import { describe, expect, test } from 'vitest'
import { createDouble } from '../../src/index.ts'
import { connect } from '../../src/kit/client/index.ts'
import { intercept } from '../../src/kit/intercept/index.ts'
import { HOST, inProcess, LISTS, send } from './intercepted.ts'

/** Everything that an interception may have changed, in its current state. */
function platform() {
  const { request, get, ClientRequest } = http
  const globals = ['fetch', 'Headers', 'Request', 'Response'].map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  const { set, append } = Headers.prototype
  return [request, get, ClientRequest, https.request, https.get, importedRequest, set, append, ...globals]
}

test('several interceptions have their own hosts and worlds', async () => {
  await using double = await createDouble()
  const { worlds } = connect(double)
  const [full, bare] = [await worlds.create({ scenario: 'starter' }), await worlds.create({ scenario: 'empty' })]
  using _full = await intercept(full, { host: 'one.test' })
  using bareOnly = await intercept(bare, { host: 'two.test' })
  const totalAt = async (host: string, { apiKey }: { apiKey: string }) => {
    const { text } = await send(`https://us1.${host}/3.0/lists`, { headers: { authorization: `Bearer ${apiKey}` } })
    return JSON.parse(text).total_items
  }
  expect([await totalAt('one.test', full), await totalAt('two.test', bare)]).toEqual([3, 0])
  bareOnly.stop()
  expect(await totalAt('one.test', full)).toBe(3)
})

test('several interceptions cannot share a host, or combine two doubles at one address', async () => {
  await using made = await inProcess()
  await expect(intercept(made.double, { host: ['other.test', HOST] })).rejects.toThrow(
    `Calls to ${HOST} are already intercepted.`,
  )
  await using second = await createDouble()
  await expect(intercept(second, { host: 'other.test' })).rejects.toThrow(
    'Another double of this process has the address http://maildouble.test too',
  )
  await using third = await createDouble({ publicUrl: 'http://third.test' })
  using _ = await intercept(third, { host: 'other.test' })
  expect((await fetch('https://us1.other.test/3.0/ping')).status).toBe(401)
})

test('several interceptions make a call fail that turns out to be ambiguous', async () => {
  await using made = await inProcess()
  using _ = await intercept(made.double, { host: /example/ })
  const message =
    'https://us1.api.example.com/3.0/lists matches two interceptions: that of api.example.com and that of /example/.'
  await expect(fetch(LISTS)).rejects.toThrow(message)
  expect((await send(LISTS)).events[0]).toMatch('error MAILDOUBLE_AMBIGUOUS_CALL')
})

test('several interceptions reject what one of them rejects, except hosts of another', async () => {
  await using double = await createDouble()
  using _first = await intercept(double, { host: 'one.test', unknown: 'refuse' })
  using _second = await intercept(double, { host: 'two.test' })
  expect((await fetch('https://us1.two.test/3.0/ping')).status).toBe(401)
  await expect(fetch('https://three.test/')).rejects.toThrow('three.test is neither the service (one.test) nor this machine')
})

describe('after the last interception is stopped', () => {
  test('everything is the same object as before the first interception once the last one is stopped', async () => {
    const before = platform()
    const made = await inProcess()
    using second = await intercept(made.double, { host: 'second.test' })
    await send(LISTS, made)
    expect(importedRequest).not.toBe(before[5])
    await made.close()
    expect(http.request).not.toBe(before[0])
    second.stop()
    second.stop()
    const after = platform()
    for (const [at, each] of before.entries()) expect(after[at]).toStrictEqual(each)
    expect(after.slice(0, 8).every((each, at) => each === before[at])).toBe(true)
  })

  test('replacements that other code has made stay after the last interception is stopped', async () => {
    const { fetch: original } = globalThis
    const made = await inProcess()
    const stub: typeof fetch = async () => new Response('stubbed')
    globalThis.fetch = stub
    await made.close()
    expect(globalThis.fetch).toBe(stub)
    globalThis.fetch = original
  })

  test('a reference to the patched function passes everything through after the last interception is stopped', async () => {
    const made = await inProcess({ unknown: 'refuse' })
    const { fetch: kept } = globalThis
    await made.close()
    await expect(kept('http://nobody.invalid/')).rejects.toThrow('fetch failed')
  })

  test('calls already sent are answered after the last interception is stopped', async () => {
    const made = await inProcess()
    await made.world.faults.add({ effect: { latency: 'PT0.05S' } })
    const sent = [send(LISTS, made), fetch(LISTS, made)]
    await made.close()
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200])
  })
})

test.each(['before', 'after'])(
  'an interception together with a network mock started %s: each answers its own calls',
  async (when) => {
    const mocks = [new ClientRequestInterceptor(), new FetchInterceptor()]
    const begin = () => {
      for (const mock of mocks) {
        mock.apply()
        mock.on('request', ({ request, controller }) => {
          if (new URL(request.url).hostname === 'mocked.test') controller.respondWith(new Response('mocked'))
        })
      }
    }
    if (when === 'before') begin()
    const made = await inProcess()
    if (when === 'after') begin()
    expect(JSON.parse((await send(LISTS, made)).text)).toMatchObject({ total_items: 3 })
    expect(await (await fetch(LISTS, made)).json()).toMatchObject({ total_items: 3 })
    expect([(await send('http://mocked.test')).text, await (await fetch('http://mocked.test')).text()]).toEqual([
      'mocked',
      'mocked',
    ])
    // Started last, so stopped first.
    if (when === 'before') await made.close()
    for (const mock of mocks) mock.dispose()
    if (when === 'after') await made.close()
  },
)
