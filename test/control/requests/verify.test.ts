import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { LIST, MEMBERS, requestWorld } from './request-world.ts'

/** Ada subscribes twice, the second time in vain; a list is read; the path /listz does not exist. */
async function session() {
  const world = await requestWorld()
  const { call, subscribe } = world
  await subscribe('ada@acme.test')
  await subscribe('ada@acme.test')
  await call(`GET /3.0/lists/${LIST}?fields=name,id`, undefined, { headers: { 'X-Run': '7' } })
  await call('GET /3.0/listz')
  return { ...world, ids: (await world.requests()).map(({ id }) => id) }
}

describe('verifyRequests: match', () => {
  test.each([
    [{}, [0, 1, 2, 3]],
    [{ operation: 'addMember' }, [0, 1]],
    [{ operation: ['getList', 'addMember'] }, [0, 1, 2]],
    [{ method: 'GET' }, [2, 3]],
    [{ path: '/lists/*' }, [2]],
    [{ path: '/3.0/lists/**' }, [0, 1, 2]],
    [{ headers: { 'x-RUN': '7' } }, [2]],
    [{ query: { fields: 'name,id' } }, [2]],
    [{ body: { '/email_address': 'ada@acme.test' } }, [0, 1]],
    [{ body: { '/email_address': 'ada@acme.test', '/status': 'pending' } }, []],
    [{ body: { '': { email_address: 'ada@acme.test', status: 'subscribed' } } }, [0, 1]],
    [{ status: 400 }, [1]],
    [{ status: '4xx' }, [1, 3]],
    [{ status: 'none' }, []],
    [{ via: 'http' }, [0, 1, 2, 3]],
    [{ via: 'batch' }, []],
    [{ operation: 'addMember', status: 200 }, [0]],
  ])('verifyRequests finds the matching calls for %j', async (match, expected) => {
    const { ids, verify } = await session()
    const { requests, matched, verdict } = await verify({ match })
    expect(requests).toEqual(expected.map((place) => ids[place]))
    expect({ matched, verdict }).toEqual({ matched: expected.length, verdict: expected.length > 0 ? 'pass' : 'fail' })
  })

  test('verifyRequests counts HEAD as GET, and an overridden method as the override', async () => {
    const { call, subscribe, verify } = await requestWorld()
    await subscribe('ada@acme.test')
    await call(`HEAD /3.0/lists/${LIST}`)
    await call(`POST ${MEMBERS}/ada@acme.test`, { status: 'unsubscribed' }, { headers: { 'x-http-method-override': 'patch' } })
    expect(await verify({ match: { method: 'GET' }, count: { exactly: 1 } })).toMatchObject({ verdict: 'pass' })
    expect(await verify({ match: { method: 'PATCH' }, count: { exactly: 1 } })).toMatchObject({ verdict: 'pass' })
    expect(await verify({ match: { method: 'POST' }, count: { exactly: 1 } })).toMatchObject({ verdict: 'pass' })
  })

  test('verifyRequests can match a call by its API key', async () => {
    const { call, verify, handle } = await requestWorld()
    const { api_key } = handle().world.credentials
    const authorization = `Bearer ${api_key}`
    await call('GET /3.0/ping', undefined, { headers: { authorization } })
    await call(`GET /3.0/ping?apikey=${api_key}`, undefined, { anonymous: true })
    expect(await verify({ match: { headers: { authorization } }, count: { exactly: 1 } })).toMatchObject({ verdict: 'pass' })
    expect(await verify({ match: { query: { apikey: api_key } }, count: { exactly: 1 } })).toMatchObject({ verdict: 'pass' })
  })

  test('verifyRequests matches fields of a form as members of the body', async () => {
    const { call, verify, handle } = await requestWorld()
    const { client_id } = handle().world.credentials
    const raw = `grant_type=authorization_code&client_id=${client_id}`
    await call('POST /oauth2/token', undefined, {
      raw,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      anonymous: true,
    })
    const match = { path: '/oauth2/token', body: { '/grant_type': 'authorization_code', '/client_id': client_id } }
    expect(await verify({ match })).toMatchObject({ verdict: 'pass', matched: 1 })
  })

  test('verifyRequests parses a body as JSON whatever its content type', async () => {
    const { call, verify } = await requestWorld()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await call(`POST ${MEMBERS}`, undefined, { raw: '{"email_address":"ada@acme.test","status":"subscribed"}', headers })
    expect(await verify({ match: { body: { '/email_address': 'ada@acme.test' } } })).toMatchObject({ verdict: 'pass' })
  })

  test('verifyRequests counts operations of a batch', async () => {
    const { call, pass, verify } = await requestWorld()
    const body = JSON.stringify({ email_address: 'ada@acme.test', status: 'subscribed' })
    await call('POST /3.0/batches', { operations: [{ method: 'POST', path: `/lists/${LIST}/members`, body }] })
    await pass('PT1M')
    const match = { operation: 'addMember', via: 'batch', body: { '/email_address': 'ada@acme.test' } }
    expect(await verify({ match, count: { exactly: 1 } })).toMatchObject({ verdict: 'pass' })
  })
})

describe('verifyRequests: count', () => {
  test.each([
    [{ exactly: 2 }, 'pass'],
    [{ exactly: 1 }, 'fail'],
    [{ exactly: 3 }, 'fail'],
    [{ at_least: 2 }, 'pass'],
    [{ at_least: 3 }, 'fail'],
    [{ at_least: 0 }, 'pass'],
    [{ at_most: 2 }, 'pass'],
    [{ at_most: 1 }, 'fail'],
  ])('verifyRequests answers an expectation about two matching calls, %j, with a %s', async (count, verdict) => {
    const { verify } = await session()
    expect(await verify({ match: { operation: 'addMember' }, count })).toMatchObject({
      verdict,
      matched: 2,
      unsure: 0,
      evicted: 0,
    })
  })

  test('verifyRequests without a count expects at least one call', async () => {
    const { verify } = await session()
    expect(await verify({})).toMatchObject({ verdict: 'pass', matched: 4 })
    expect(await verify({ match: { operation: 'getLists' } })).toMatchObject({ verdict: 'fail', matched: 0 })
  })
})

describe('verifyRequests: evicted calls', () => {
  test.each([
    [{ at_least: 1 }, 'pass'],
    [{ at_least: 2 }, 'inconclusive'],
    [{ at_least: 3 }, 'fail'],
    [{ at_most: 0 }, 'fail'],
    [{ at_most: 1 }, 'inconclusive'],
    [{ at_most: 2 }, 'pass'],
    [{ exactly: 0 }, 'fail'],
    [{ exactly: 1 }, 'inconclusive'],
    [{ exactly: 2 }, 'inconclusive'],
    [{ exactly: 3 }, 'fail'],
  ])('verifyRequests with one kept and one evicted call answers %j with the verdict %s', async (count, verdict) => {
    const { handle, verify } = await session()
    handle().log.journal.evictOldest()
    expect(await verify({ match: { operation: 'addMember' }, count })).toMatchObject({ verdict, matched: 1, evicted: 1 })
  })

  test('verifyRequests calls a truncated body inconclusive if its missing part may match', async () => {
    const { call, verify } = await requestWorld()
    await call(`POST ${MEMBERS}`, { note: 'x'.repeat(70_000), email_address: 'ada@acme.test', status: 'subscribed' })
    const body = { '/email_address': 'ada@acme.test' }
    expect(await verify({ match: { body } })).toMatchObject({ verdict: 'inconclusive', matched: 0, unsure: 1, closest: [] })
    expect(await verify({ match: { body, operation: 'getLists' } })).toMatchObject({ verdict: 'fail', unsure: 0 })
    expect(await verify({ match: { operation: 'addMember' } })).toMatchObject({ verdict: 'pass', unsure: 0 })
  })
})

describe('verifyRequests: closest', () => {
  test('the closest calls of verifyRequests name the differences, with the smallest distance first', async () => {
    const { ids, verify } = await session()
    const match = { operation: 'addMember', method: 'POST', body: { '/email_address': 'bob@acme.test' }, status: 200 }
    const { closest } = await verify({ match })
    expect(closest).toEqual([
      { id: ids[0], differences: [{ at: '/email_address', expected: 'bob@acme.test', actual: 'ada@acme.test' }] },
      {
        id: ids[1],
        differences: [
          { at: 'status', expected: 200, actual: 400 },
          { at: '/email_address', expected: 'bob@acme.test', actual: 'ada@acme.test' },
        ],
      },
      {
        id: ids[2],
        differences: [
          { at: 'operation', expected: 'addMember', actual: 'getList' },
          { at: 'method', expected: 'POST', actual: 'GET' },
          { at: '/email_address', expected: 'bob@acme.test', actual: null },
        ],
      },
    ])
  })

  test('the closest of the calls with as many differences is the one with the nearest value', async () => {
    const { subscribe, verify } = await requestWorld()
    for (const name of ['ada', 'bob', 'adam', 'eve']) await subscribe(`${name}@acme.test`)
    const { closest } = await verify({ match: { operation: 'addMember', body: { '/email_address': 'ada@acme.tst' } } })
    const first = closest[0].differences
    expect(first).toEqual([{ at: '/email_address', expected: 'ada@acme.tst', actual: 'ada@acme.test' }])
  })

  test('a call with a different value is closer than a call with a missing one', async () => {
    const { call, verify } = await requestWorld()
    await call('GET /3.0/lists?count=7')
    await call('GET /3.0/lists')
    const { closest } = await verify({ match: { query: { count: 10 } } })
    expect(closest.map(({ differences }: Body) => differences[0].actual)).toEqual(['7', null])
  })

  test('the closest calls of verifyRequests show paths below the version prefix, however they were given', async () => {
    const { call, verify } = await requestWorld()
    await call('GET /3.0/lists')
    const { closest } = await verify({ match: { path: '/3.0/reports' } })
    expect(closest[0].differences).toEqual([{ at: 'path', expected: '/reports', actual: '/lists' }])
  })

  test('the closest calls of verifyRequests compare names of headers, parameters and paths', async () => {
    const { ids, verify } = await session()
    const match = { path: '/lists/*', headers: { 'X-Run': '8' }, query: { count: 10 }, via: 'batch', status: '4xx' }
    const { closest } = await verify({ match })
    expect(closest.find(({ id }: { id: string }) => id === ids[2]).differences).toEqual([
      { at: 'via', expected: 'batch', actual: 'http' },
      { at: 'status', expected: '4xx', actual: 200 },
      { at: 'headers.x-run', expected: '8', actual: '7' },
      { at: 'query.count', expected: '10', actual: null },
    ])
    expect(closest.find(({ id }: { id: string }) => id === ids[3]).differences).toContainEqual({
      at: 'path',
      expected: '/lists/*',
      actual: '/listz',
    })
  })

  test('verifyRequests names no closest calls if enough or too many calls match', async () => {
    const { verify } = await session()
    expect((await verify({ match: { operation: 'addMember' } })).closest).toEqual([])
    expect((await verify({ match: { operation: 'addMember' }, count: { at_most: 1 } })).closest).toEqual([])
    expect((await verify({ match: { operation: 'addMember' }, count: { exactly: 3 } })).closest).not.toEqual([])
  })
})

describe('verifyRequests rejects', () => {
  test.each([
    [{ match: { operation: 'addMembr' } }, '/match/operation', 'Did you mean addMember?'],
    [{ match: { operation: ['addMember', 'nope'] } }, '/match/operation/1', 'There is no operation nope'],
    [{ match: { path: 'lists' } }, '/match/path', 'use "/lists"'],
    [{ match: { path: '/lists?count=1' } }, '/match/path', 'query'],
    [{ match: { status: '6xx' } }, '/match/status', '4xx'],
    [{ match: { body: { email_address: 'a' } } }, '/match/body', 'use "/email_address"'],
    [{ match: { verb: 'GET' } }, '/match/verb', ''],
    [{ match: { method: 'get' } }, '/match/method', 'Did you mean GET'],
    [{ count: {} }, '/count', 'exactly'],
    [{ count: { exactly: 1, at_most: 2 } }, '/count', 'Only one'],
    [{ count: { exactly: -1 } }, '/count/exactly', ''],
    [{ within: 'soon' }, '/within', 'PT5S'],
    [{ within: 'PT11M' }, '/within', 'PT10M'],
  ])('the expectation %j is rejected with a pointer to the mistake', async (sent, pointer, message) => {
    const { call } = await requestWorld()
    const { status, body } = await call('POST /_control/requests/verify', sent)
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: [{ pointer, message: expect.stringContaining(message) }],
    })
  })
})
