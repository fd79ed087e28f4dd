import { describe, expect, test } from 'vitest'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { createDouble } from '../../../src/index.ts'
import { mock, type Body } from '../../mock.ts'

const unusable = (pointer: string) => ({ status: 422, errors: [{ pointer }] })

describe('getHealth', () => {
  test('getHealth reports that the server is up', async () => {
    expect((await mock().call('GET /_control/health')).body).toMatchObject({
      status: 'ok',
      worlds: 1,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
  })
})

test('the paths of the control API list the allowed methods if another one is used, and HEAD works as GET', async () => {
  const { call } = mock()
  const { status, body } = await call('PUT /_control/worlds')
  expect({ status, detail: body.detail }).toEqual({ status: 405, detail: 'PUT is not allowed here. Allowed: GET, POST.' })
  expect((await call('HEAD /_control/worlds')).status).toBe(200)
  expect((await call('GET /_control/nothing')).body).toMatchObject({
    status: 404,
    detail: expect.stringContaining('openapi.json'),
  })
  expect((await call('POST /_control/reset', { now: 'x' })).status).toBe(422)
})

describe('getWorlds', () => {
  test('getWorlds lists worlds in the order of creation', async () => {
    const { call } = mock()
    await call('POST /_control/worlds', { id: 'b' })
    await call('POST /_control/worlds', { id: 'a' })
    expect((await call('GET /_control/worlds')).body.worlds.map((world: { id: string }) => world.id)).toEqual([
      'default',
      'b',
      'a',
    ])
  })
})

describe('createWorld', () => {
  test('createWorld creates a frozen starter world with everything that an application needs', async () => {
    const { status, body } = await mock().call('POST /_control/worlds')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: 'world-1',
      scenario: 'starter',
      now: '2026-01-15T09:00:00.000Z',
      clock: { mode: 'frozen', rate: 0 },
      dc: 'dc1',
      base_url: 'http://maildouble.test/_worlds/world-1',
      root_url: 'http://maildouble.test',
      auth_url: 'http://maildouble.test/_worlds/world-1',
    })
    expect(body.api_key).toMatch(/^[0-9a-f]{32}-dc1$/)
    expect(body.counts.lists).toBe(3)
  })

  test("createWorld returns the server's URL, where the key selects the world, also for a public URL with a path", async () => {
    await using double = await createDouble({ publicUrl: 'https://ci.example.com/maildouble/', scenario: 'empty' })
    // A proxy in front of the server strips the path.
    const control = async (path: string, init?: RequestInit): Promise<Body> =>
      (await double.fetch(`https://ci.example.com${path}`, init)).json()
    expect(await control('/_control/worlds/default')).toMatchObject({
      base_url: 'https://ci.example.com/maildouble',
      root_url: 'https://ci.example.com/maildouble',
    })
    const made = await control('/_control/worlds', { method: 'POST' })
    expect(made.base_url).toBe('https://ci.example.com/maildouble/_worlds/world-1')
    expect(made.root_url).toBe('https://ci.example.com/maildouble')
    const lists = await control('/3.0/lists', { headers: { authorization: `Bearer ${made.api_key}` } })
    expect(lists.total_items).toBe(3)
    expect((await control('/_control/worlds')).worlds.map((world: Body) => world.root_url)).toEqual(
      Array.from({ length: 2 }, () => made.root_url),
    )
  })

  test('createWorld accepts id, scenario, seed, instant, clock, key, application and settings', async () => {
    const options = {
      id: 'mine',
      scenario: 'empty',
      seed: '42',
      now: '2030-06-01T00:00:00Z',
      clock: { mode: 'scaled', rate: 60 },
      api_key: 'abc-dc7',
      oauth: { client_id: 'app', client_secret: 'hush', redirect_uri: 'http://127.0.0.1:9/cb' },
      settings: { stats_cache: 'PT0S' },
    }
    const { body } = await mock().call('POST /_control/worlds', options)
    expect(body).toMatchObject({
      id: 'mine',
      scenario: 'empty',
      seed: '42',
      clock: options.clock,
      api_key: 'abc-dc7',
      dc: 'dc7',
      oauth: options.oauth,
    })
    expect(body.now).toMatch(/^2030-06-01T00:00/)
  })

  test.each([42, 0, -7, Number.MAX_SAFE_INTEGER])('createWorld treats the seed %d as the string of its digits', async (seed) => {
    const made = async (given: number | string) => {
      const { body } = await mock().call('POST /_control/worlds', { id: 'mine', scenario: 'empty', seed: given })
      return body
    }
    const body = await made(seed)
    expect(body.seed).toBe(String(seed))
    expect(body).toEqual(await made(String(seed)))
  })

  test.each([
    [1.5, 'Value must be a text or a whole number, but it is the number 1.5.'],
    [2 ** 53, 'Value must be at most 9007199254740991.'],
    [-(2 ** 53), 'Value must be at least -9007199254740991.'],
    [1e300, 'Value must be at most 9007199254740991.'],
    [true, 'Value must be a text or a whole number, but it is true.'],
    [null, 'Value must be a text or a whole number, but it is null.'],
  ])('a world with the seed %j is rejected', async (seed, message) => {
    const { body } = await mock().call('POST /_control/worlds', { seed })
    expect(body).toMatchObject({ status: 422, errors: [{ pointer: '/seed', message }] })
  })

  test.each([
    [{ api_key: '   ' }, '/api_key', 'Value must be letters and digits, a hyphen, and a datacenter such as dc1.'],
    [{ oauth: { client_id: ' ' } }, '/oauth/client_id', 'This value should not be blank.'],
    [{ oauth: { client_secret: '\t' } }, '/oauth/client_secret', 'This value should not be blank.'],
    [{ oauth: { client_secret: '' } }, '/oauth/client_secret', 'This value should not be blank.'],
  ])('createWorld rejects blank credentials: %j', async (options, pointer, message) => {
    const { body } = await mock().call('POST /_control/worlds', options)
    expect(body).toMatchObject({ status: 422, errors: [{ pointer, message }] })
  })

  test('createWorld rejects an id or a key that is in use', async () => {
    const { call } = mock()
    await call('POST /_control/worlds', { id: 'a', api_key: 'k-dc1' })
    expect((await call('POST /_control/worlds', { id: 'a' })).body).toMatchObject({ status: 409, errors: [{ pointer: '/id' }] })
    expect((await call('POST /_control/worlds', { api_key: 'k-dc1' })).body).toMatchObject({
      status: 409,
      errors: [{ pointer: '/api_key' }],
    })
  })

  test('createWorld gives a key to only one of two concurrent calls', async () => {
    const { call } = mock()
    const wishes = ['a', 'b'].map((id) => call('POST /_control/worlds', { id, api_key: 'k-dc1' }))
    expect((await Promise.all(wishes)).map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('createWorld rejects more than a thousand worlds and names the least recently used ones', async () => {
    const { call, ready, context } = mock()
    const { world } = await ready
    for (let i = 1; i < 1_000; i++) context.worlds.add({ ...world, id: `w${i}` }).usedAt = i
    await call('GET /_control/worlds/w3')
    for (const line of ['POST /_control/worlds', 'POST /_control/fork']) {
      const { status, body } = await call(line, {})
      expect(status).toBe(409)
      expect(body.detail).toContain('idle for the longest: w1, w2, w4, w5, w6, w7, w8, w9, w10, w11.')
    }
  })

  test.each([
    [{ id: 'Not An Id' }, '/id'],
    [{ id: '../up' }, '/id'],
    [{ scenario: 5 }, '/scenario'],
    [{ scenario: 'no-such-thing' }, '/scenario'],
    [{ scenario: '../../etc/passwd' }, '/scenario'],
    [{ now: 'yesterday' }, '/now'],
    [{ now: '1970-12-31' }, '/now'],
    [{ now: '9999-01-02' }, '/now'],
    [{ clock: { mode: 'fast' } }, '/clock/mode'],
    [{ clock: { mode: 'frozen', rate: 3 } }, '/clock/rate'],
    [{ clock: { mode: 'scaled', rate: 0 } }, '/clock/rate'],
    [{ settings: { conections: 3 } }, '/settings/conections'],
    [{ settings: { stats_cache: '5 minutes' } }, '/settings/stats_cache'],
    [{ api_key: 'no datacenter' }, '/api_key'],
    [{ oauth: { client_id: '' } }, '/oauth/client_id'],
    [{ oauth: { redirect_uri: 'javascript:alert(1)' } }, '/oauth/redirect_uri'],
    [{ oauth: { redirect_uri: 'myapp://callback' } }, '/oauth/redirect_uri'],
    [{ oauth: { secret: 'x' } }, '/oauth/secret'],
    [{ colour: 'red' }, '/colour'],
  ])('a world with the options %j is rejected at %s', async (options, pointer) => {
    const { call } = mock()
    const { headers, body } = await call('POST /_control/worlds', options)
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(body).toMatchObject(unusable(pointer))
    expect((await call('GET /_control/worlds')).body.worlds).toHaveLength(1)
  })
})

describe('getWorld', () => {
  test('getWorld returns one world, and lists the existing ones for an unknown id', async () => {
    const { call } = mock()
    expect((await call('GET /_control/worlds/default')).body.base_url).toBe('http://maildouble.test')
    expect((await call('GET /_control/worlds/nope')).body).toMatchObject({
      status: 404,
      detail: 'There is no world nope. There are: default.',
    })
  })

  test('getContract for a misspelled world says which world may be meant', async () => {
    const { call } = mock()
    const { status, body } = await call('GET /_control/contract/openapi.json?world=defualt')
    expect([status, body.detail]).toEqual([404, 'There is no world defualt. Did you mean default?'])
  })

  test('a call below the address of no world is not told the names of others', async () => {
    const { call } = mock()
    expect((await call('GET /_worlds/defualt/3.0/ping')).hint).toBe(
      'There is no world defualt here (any more); GET /_control/worlds lists worlds and their keys.',
    )
  })
})

describe('deleteWorld', () => {
  test('a deleted world is answered with 404', async () => {
    const { call } = mock()
    await call('POST /_control/worlds', { id: 'a' })
    expect((await call('DELETE /_control/worlds/a')).status).toBe(204)
    expect((await call('GET /_control/worlds/a')).status).toBe(404)
  })

  test('deleteWorld rejects the deletion of the default world and says what to do instead', async () => {
    expect((await mock().call('DELETE /_control/worlds/default')).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('reset'),
    })
  })
})

describe('resetWorld', () => {
  test('resetWorld returns to the start: data, clock, ids and request ids', async () => {
    const { call, plant, pass } = mock()
    const steps = async () => {
      const made = await plant((tx) => makeList(tx, { name: 'A' }))
      const seen = await call(`GET /3.0/lists/${made.id}`)
      await pass('P1D')
      return { id: made.id, text: seen.text, request: seen.headers.get('x-request-id') }
    }
    const first = await steps()
    const { status, body } = await call('POST /_control/reset')
    expect({ status, now: body.now }).toEqual({ status: 200, now: '2026-01-15T09:00:00.000Z' })
    expect((await call('GET /3.0/lists')).body.total_items).toBe(0)
    await call('POST /_control/reset')
    expect(await steps()).toEqual(first)
  })
})

describe('forkWorld', () => {
  test('forkWorld creates a second world with the same state and its own key', async () => {
    const { call, plant } = mock()
    await plant((tx) => makeList(tx, { name: 'Shared' }))
    const { status, body } = await call('POST /_control/worlds/default/fork', { id: 'branch' })
    expect({ status, id: body.id, lists: body.counts.lists }).toEqual({ status: 201, id: 'branch', lists: 1 })
    const key = { headers: { authorization: `Bearer ${body.api_key}` } }
    const [list] = (await call('GET /3.0/lists', undefined, key)).body.lists
    expect(list._links[0].href).toContain('/_worlds/branch/3.0/lists/')
    await call(`DELETE /3.0/lists/${list.id}`, undefined, key)
    expect((await call('GET /3.0/lists', undefined, key)).body.total_items).toBe(0)
    expect((await call('GET /3.0/lists')).body.total_items).toBe(1)
  })

  test('forkWorld creates new credentials, for applications too', async () => {
    const { call } = mock({ oauth: { client_id: 'mine', redirect_uri: 'http://127.0.0.1:9/back' } })
    const { body: origin } = await call('GET /_control/worlds/default')
    const { body: branch } = await call('POST /_control/fork', { id: 'branch' })
    for (const name of ['client_id', 'client_secret']) expect(branch.oauth[name]).not.toBe(origin.oauth[name])
    expect(branch.api_key).not.toBe(origin.api_key)
    expect(branch.oauth.redirect_uri).toBe('http://127.0.0.1:9/back')
    const { body: named } = await call('POST /_control/fork', { api_key: 'given-dc4' })
    expect(named).toMatchObject({ api_key: 'given-dc4', dc: 'dc4' })
    expect((await call('POST /_control/worlds/branch/reset')).body.oauth).toEqual(branch.oauth)
  })

  test('a fork is reset to the start of the scenario, not to the time of the fork', async () => {
    const { call, plant } = mock()
    await plant((tx) => makeList(tx, { name: 'Later' }))
    await call('POST /_control/fork', { id: 'branch' })
    expect((await call('POST /_control/worlds/branch/reset')).body.counts.lists ?? 0).toBe(0)
  })

  test('forkWorld rejects an id in use and an invalid id', async () => {
    const { call } = mock()
    expect((await call('POST /_control/fork', { id: 'default' })).body).toMatchObject({ status: 409 })
    expect((await call('POST /_control/fork', { id: '-' })).body).toMatchObject(unusable('/id'))
  })
})
