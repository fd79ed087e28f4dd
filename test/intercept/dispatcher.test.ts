import { getGlobalDispatcher, request, type Dispatcher, setGlobalDispatcher } from 'undici'
import { expect, test } from 'vitest'
import { createDouble, startServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/index.ts'
import { dispatcherFor } from '../../src/kit/intercept/index.ts'
import { HOST, LISTS } from './intercepted.ts'

async function dispatching(options: object = {}) {
  const server = await startServer({ scenario: 'starter' })
  const world = await connect(server).worlds.get()
  const dispatcher = await dispatcherFor(server, { host: HOST, ...options })
  const headers = { authorization: `Bearer ${server.apiKey}` }
  return {
    server,
    world,
    dispatcher,
    headers,
    async [Symbol.asyncDispose]() {
      await dispatcher.destroy()
      await server.stop()
    },
  }
}

/** Node's own fetch uses another version of undici than the installed one, and so do its types; the dispatcher fits both. */
function fetchBy(dispatcher: Dispatcher, url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, dispatcher } as object)
}

test('an undici dispatcher routes calls of undici to the double', async () => {
  await using made = await dispatching()
  const { statusCode, body } = await request(LISTS, made)
  expect([statusCode, await body.json()]).toMatchObject([200, { total_items: 3 }])
  const sent = await request(`${LISTS}/cccccccccc`, { ...made, method: 'PATCH', body: '{"name":"x"}', query: { a: 'b c' } })
  expect(await sent.body.json()).toMatchObject({ name: 'x' })
  expect((await made.world.requests.list()).at(-1)).toMatchObject({ method: 'PATCH', query: { a: 'b c' } })
})

test('an undici dispatcher routes fetch calls, whose responses have the requested URL', async () => {
  await using made = await dispatching()
  const response = await fetchBy(made.dispatcher, LISTS, made.headers)
  expect([response.status, response.url]).toEqual([200, LISTS])
  expect(await response.json()).toMatchObject({ total_items: 3 })
})

test('an undici dispatcher can be set as the global dispatcher', async () => {
  await using made = await dispatching()
  const { headers } = made
  const before = getGlobalDispatcher()
  setGlobalDispatcher(made.dispatcher)
  try {
    expect([(await request(LISTS, { headers })).statusCode, (await fetch(LISTS, { headers })).status]).toEqual([200, 200])
    expect((await fetch(`${made.server.url}/3.0/lists`, { headers })).status).toBe(200)
  } finally {
    setGlobalDispatcher(before)
  }
})

test('an undici dispatcher routes to one world if the world is its target', async () => {
  await using made = await dispatching()
  const world = await connect(made.server).worlds.create({ scenario: 'empty' })
  const dispatcher = await dispatcherFor(world, { host: HOST })
  const { body } = await request(LISTS, { dispatcher, headers: { authorization: `Bearer ${world.apiKey}` } })
  expect(await body.json()).toMatchObject({ total_items: 0 })
  await dispatcher.close()
})

test('an undici dispatcher shows faults as undici does', async () => {
  await using made = await dispatching()
  await made.world.faults.add({ effect: { connection: 'reset' } })
  await expect(request(LISTS, made)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('an undici dispatcher rejects other hosts on request', async () => {
  await using made = await dispatching({ unknown: 'refuse', allow: 'allowed.invalid' })
  const { dispatcher } = made
  await expect(request('https://hooks.example.net/in', { dispatcher })).rejects.toThrow(
    'hooks.example.net is neither the service',
  )
  const failed = fetchBy(dispatcher, 'https://hooks.example.net/in')
  await expect(failed).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'MAILDOUBLE_UNKNOWN_HOST' } })
  await expect(request('https://allowed.invalid/', { dispatcher })).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('an undici dispatcher requires a target with a socket', async () => {
  await using double = await createDouble()
  await expect(dispatcherFor(double, { host: HOST })).rejects.toThrow('Use startServer(), or intercept(), which needs no socket.')
})
