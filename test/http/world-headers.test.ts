import { describe, expect, test } from 'vitest'
import { createDouble, startServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/index.ts'

const SHARED = 'shared-dc1'

/** Calls a double with the worlds `one` and `two`. */
async function withWorlds(options: { readonly sharedKey?: string } = { sharedKey: SHARED }) {
  const double = await createDouble(options)
  const { worlds } = connect(double)
  const [one, two] = await Promise.all(['one', 'two'].map((id) => worlds.create({ id, scenario: 'empty' })))
  if (!one || !two) throw new Error('There are no worlds.')
  const call = async (headers: Record<string, string>, { key = SHARED, path = '/3.0/lists', method = 'GET' } = {}) => {
    const response = await double.fetch(path, { method, headers: { authorization: `Bearer ${key}`, ...headers } })
    return { status: response.status, hint: response.headers.get('x-maildouble-hint') }
  }
  const called = async () => Promise.all([one, two].map(async ({ requests }) => (await requests.list()).length))
  return { double, worlds, one, two, call, called }
}

describe('a header chooses the world of a call with the shared key', () => {
  test.each([
    ['baggage', 'maildouble.world=two'],
    ['baggage', 'user=7;ttl=1 , maildouble.world = %74wo ;from=test,other=1'],
    ['x-maildouble-world', 'two'],
  ])('%s: %s', async (name, value) => {
    const { call, called, two } = await withWorlds()
    expect((await call({ [name]: value })).status).toBe(200)
    expect(await called()).toEqual([0, 1])
    expect((await two.requests.list())[0]).toMatchObject({ world_by: 'header', path: '/3.0/lists', status: 200 })
  })

  test('two headers may name the same world', async () => {
    const { call, called } = await withWorlds()
    expect((await call({ baggage: 'maildouble.world=one', 'x-maildouble-world': 'one' })).status).toBe(200)
    expect(await called()).toEqual([1, 0])
  })

  test('beside a header, the key of its world is accepted as well, another one is not', async () => {
    const { call, one, two } = await withWorlds()
    const header = { 'x-maildouble-world': 'two' }
    expect((await call(header, { key: two.apiKey })).status).toBe(200)
    const { status, hint } = await call(header, { key: one.apiKey })
    expect([status, hint]).toEqual([401, expect.stringMatching(/^The world in the header is not the one this key belongs to\./)])
  })

  test('a header chooses the world whatever else is in the baggage', async () => {
    const { call, one } = await withWorlds()
    for (const baggage of ['', 'x=maildouble.world', 'maildouble.worlds=two', 'maildouble.world='])
      expect((await call({ baggage }, { key: one.apiKey })).status).toBe(200)
    expect((await one.requests.list()).map(({ world_by }) => world_by)).toEqual(['key', 'key', 'key', 'key'])
  })
})

describe('a call is refused with a hint', () => {
  test('a call is refused with a hint if its header names a world that does not exist', async () => {
    const { call } = await withWorlds()
    expect(await call({ 'x-maildouble-world': 'three' })).toEqual({
      status: 404,
      hint: 'There is no world three here (any more); GET /_control/worlds lists worlds and their keys.',
    })
  })

  test('a call is refused with a hint if its headers name several worlds', async () => {
    const { call, called } = await withWorlds()
    expect(await call({ baggage: 'maildouble.world=one', 'x-maildouble-world': 'two' })).toEqual({
      status: 401,
      hint: 'The header baggage or X-Maildouble-World names one and two. The headers of a call may name one.',
    })
    expect(await called()).toEqual([0, 0])
  })

  test('a call is refused with a hint if its path names another world', async () => {
    const { call } = await withWorlds()
    const path = '/_worlds/one/3.0/lists'
    expect((await call({ 'x-maildouble-world': 'one' }, { path })).status).toBe(200)
    expect(await call({ 'x-maildouble-world': 'two' }, { path })).toEqual({
      status: 401,
      hint: 'The header baggage or X-Maildouble-World names two. The path of the call names one.',
    })
  })

  test('a call is refused with a hint if it has the shared key and names no world', async () => {
    const { call } = await withWorlds()
    expect(await call({})).toEqual({
      status: 401,
      hint: 'The shared key is no key of a world: the call must name one, by baggage: maildouble.world=<id> or X-Maildouble-World: <id>.',
    })
  })

  test('a call is refused with a hint if the server has no shared key and its own key leads to another world', async () => {
    const { call, one, called } = await withWorlds({})
    expect((await call({ 'x-maildouble-world': 'one' }, { key: one.apiKey })).status).toBe(200)
    const { status, hint } = await call({ 'x-maildouble-world': 'two' }, { key: one.apiKey })
    expect(status).toBe(401)
    expect(hint).toBe(
      'The header baggage or X-Maildouble-World names two. By its key, the call came to one: this server has no shared key. Start it with --shared-key (sharedKey), so that headers choose worlds.',
    )
    expect((await call({ 'x-maildouble-world': 'two' })).hint).toContain('the call came to default')
    expect(await called()).toEqual([2, 0])
  })
})

test('the journal says what chose the world: the path, the key, or nothing', async () => {
  const { call, double, one, worlds } = await withWorlds()
  await call({}, { path: '/_worlds/one/3.0/ping' })
  await call({}, { key: one.apiKey, path: '/3.0/ping' })
  await call({}, { key: 'any-dc1', path: '/3.0/ping' })
  await double.fetch('/docs/errors')
  const by = async (id: string) => (await worlds.get(id).then(({ requests }) => requests.list())).map(({ world_by }) => world_by)
  expect(await by('one')).toEqual(['path', 'key'])
  expect(await by('default')).toEqual(['default', 'default'])
})

test('a replay repeats calls that came by header, in a world with another id', async () => {
  const { call, one, double } = await withWorlds()
  const header = { baggage: 'maildouble.world=one' }
  await call(header, { path: '/3.0/lists?fields=total_items' })
  await call(header, { path: `/3.0/ping?apikey=${SHARED}` })
  const bundle = await one.bundle()
  expect(JSON.stringify(bundle)).not.toContain(SHARED)
  const response = await double.fetch('/_control/worlds', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'again', bundle }),
  })
  expect(await response.json()).toMatchObject({ id: 'again', replay: { steps: 2, differences: [] } })
})

describe('the shared key', () => {
  test.each(['', ' ', 'two words', 'schlüssel'])('the shared key %j is refused', async (sharedKey) => {
    await expect(createDouble({ sharedKey })).rejects.toThrow('--shared-key (sharedKey) takes a key of visible ASCII characters')
  })

  test('the shared key off loopback requires a token that was given', async () => {
    await expect(startServer({ host: '0.0.0.0', sharedKey: SHARED })).rejects.toThrow('it requires a token of yours')
    await using server = await startServer({ host: '0.0.0.0', sharedKey: SHARED, controlToken: 'secret' })
    const { worlds } = connect(server)
    await worlds.create({ id: 'one' })
    const headers = { authorization: `Bearer ${SHARED}`, baggage: 'maildouble.world=one' }
    expect((await fetch(`${server.url}/3.0/ping`, { headers })).status).toBe(200)
  })
})
