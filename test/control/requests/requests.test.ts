import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { LIST, MEMBERS, requestWorld } from './request-world.ts'

/** A list is read twice, a member subscribes, one path is misspelled and one call is rejected. */
async function session() {
  const world = await requestWorld()
  const { call, pass, subscribe } = world
  await call(`GET /3.0/lists/${LIST}?fields=name`)
  await pass('PT1H')
  await subscribe('ada@acme.test')
  await call('GET /3.0/listz')
  await pass('PT1H')
  await call(`GET ${MEMBERS}/bob@acme.test`)
  await call(`GET /3.0/lists/${LIST}`)
  const ids = async (query: string) =>
    (await world.requests(query)).map(({ method, path, at }: Body) => `${method} ${path} ${at.slice(11, 13)}`)
  return { ...world, ids }
}

const FIRST = `GET /3.0/lists/${LIST} 09`
const SECOND = `POST ${MEMBERS} 10`
const THIRD = 'GET /3.0/listz 10'
const FOURTH = `GET ${MEMBERS}/bob@acme.test 11`
const FIFTH = `GET /3.0/lists/${LIST} 11`

describe('getRequests', () => {
  test('getRequests returns all calls, oldest first, and none of the control API', async () => {
    const { call, ids } = await session()
    expect(await ids('')).toEqual([FIRST, SECOND, THIRD, FOURTH, FIFTH])
    expect((await call('GET /_control/requests')).body).toMatchObject({ total: 5, evicted: 0 })
  })

  test('getRequests can return the latest call first', async () => {
    const { ids } = await session()
    expect(await ids('?order=desc&limit=2')).toEqual([FIFTH, FOURTH])
    expect(await ids('?order=desc&limit=2&offset=3')).toEqual([SECOND, FIRST])
  })

  test('getRequests supports limit and offset', async () => {
    const { call, ids } = await session()
    expect(await ids('?limit=2&offset=1')).toEqual([SECOND, THIRD])
    expect((await call('GET /_control/requests?limit=0')).body).toEqual({ requests: [], total: 5, evicted: 0 })
  })

  test.each([
    ['operation=addMember', [SECOND]],
    ['operation=getList,getMember', [FIRST, FOURTH, FIFTH]],
    ['method=post', [SECOND]],
    ['path=/lists/*', [FIRST, FIFTH]],
    ['path=/3.0/lists/*/members', [SECOND]],
    ['path=/lists/**', [FIRST, SECOND, FOURTH, FIFTH]],
    ['status=200', [FIRST, SECOND, FIFTH]],
    ['status=4xx', [THIRD, FOURTH]],
    ['status=4XX&path=/listz', [THIRD]],
    ['status=none', []],
    ['via=http&method=POST', [SECOND]],
    ['via=batch', []],
    ['since=2026-01-15T10:00:00Z', [SECOND, THIRD, FOURTH, FIFTH]],
    ['since=2026-01-15T10:00:00.001Z', [FOURTH, FIFTH]],
  ])('the query %s of getRequests selects the matching calls', async (query, expected) => {
    const { ids } = await session()
    expect(await ids(`?${query}`)).toEqual(expected)
  })

  test('getRequests returns only the calls after a given one', async () => {
    const { ids, requests } = await session()
    const third = (await requests())[2]
    expect(await ids(`?after=${third.id}`)).toEqual([FOURTH, FIFTH])
    expect(await ids(`?after=${third.id}&path=/lists/*`)).toEqual([FIFTH])
  })

  test('getRequests rejects an unknown operation with suggestions', async () => {
    const { call } = await requestWorld()
    const { status, body } = await call('GET /_control/requests?operation=addMembr')
    expect(status).toBe(422)
    expect(body.detail).toBe('The query parameter operation: There is no operation addMembr. Did you mean addMember?')
  })

  test('getRequests rejects an instant whose plus sign was decoded as a space, with a hint', async () => {
    const { call } = await requestWorld()
    const { status, body } = await call('GET /_control/requests?since=2026-01-15T10:00:00+00:00')
    expect({ status, detail: body.detail }).toEqual({ status: 422, detail: expect.stringContaining('%2B') })
  })

  test.each(['status=600', 'status=oops', 'since=yesterday', 'after=nobody'])(
    'a query of the journal with %s is rejected with 422',
    async (query) => {
      const { call } = await requestWorld()
      const { status, body } = await call(`GET /_control/requests?${query}`)
      expect({ status, detail: body.detail }).toEqual({
        status: 422,
        detail: expect.stringMatching(/status|since|nobody/),
      })
    },
  )

  test('getRequests returns only calls of one world', async () => {
    const { call } = await session()
    await call('POST /_control/worlds', { id: 'other' })
    expect((await call('GET /_control/worlds/other/requests')).body).toEqual({ requests: [], total: 0, evicted: 0 })
  })

  test('getRequests counts the calls evicted from the journal', async () => {
    const { call, handle, requests } = await session()
    handle().log.journal.evictOldest()
    expect((await requests()).length).toBe(4)
    expect((await call('GET /_control/requests?status=404')).body).toMatchObject({ total: 2, evicted: 1 })
  })
})

describe('getRequest', () => {
  test('getRequest returns one call by the X-Request-Id of its response', async () => {
    const { call, subscribe } = await requestWorld()
    const { headers } = await subscribe('ada@acme.test')
    const id = headers.get('x-request-id')
    const { status, body } = await call(`GET /_control/requests/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, operation: 'addMember', status: 200 })
  })

  test('getRequest answers an unknown call with 404 and says what happened to others', async () => {
    const { call, handle } = await session()
    const path = 'GET /_control/requests/995c5cb0-3280-4a6e-808b-3b096d0bb219'
    expect((await call(path)).body).toMatchObject({
      status: 404,
      detail: 'There is no request 995c5cb0-3280-4a6e-808b-3b096d0bb219 (any more). GET .../requests lists them.',
    })
    handle().log.journal.evictOldest()
    expect((await call(path)).body.detail).toContain('1 calls were evicted')
  })
})

describe('deleteRequests', () => {
  test('deleteRequests deletes all calls and the number of evicted ones', async () => {
    const { call, handle, ids } = await session()
    handle().log.journal.evictOldest()
    expect((await call('DELETE /_control/requests')).status).toBe(204)
    expect((await call('GET /_control/requests')).body).toEqual({ requests: [], total: 0, evicted: 0 })
    await call(`GET /3.0/lists/${LIST}`)
    expect(await ids('')).toEqual([FIFTH])
  })

  test('deleteRequests keeps counting request numbers, so that an id is never reused', async () => {
    const { call } = await requestWorld()
    const first = (await call('GET /3.0/ping')).headers.get('x-request-id')
    await call('DELETE /_control/requests')
    expect((await call('GET /3.0/ping')).headers.get('x-request-id')).not.toBe(first)
  })
})

describe('the journal of a world', () => {
  test('a reset clears the journal of a world', async () => {
    const { call } = await session()
    await call('POST /_control/reset')
    expect((await call('GET /_control/requests')).body).toEqual({ requests: [], total: 0, evicted: 0 })
  })

  test('the journal of a world is kept when a snapshot is restored', async () => {
    const { call, requests, subscribe } = await requestWorld()
    await call('POST /_control/snapshots', { name: 'before' })
    await subscribe('ada@acme.test')
    expect((await requests())[0].events).not.toEqual([])
    await call('POST /_control/snapshots/before/restore')
    const [kept] = await requests()
    expect(kept).toMatchObject({ operation: 'addMember', events: [] })
  })

  test('the journal of a new fork is empty', async () => {
    const { call } = await session()
    await call('POST /_control/fork', { id: 'branch' })
    expect((await call('GET /_control/worlds/branch/requests')).body).toMatchObject({ total: 0 })
  })
})
