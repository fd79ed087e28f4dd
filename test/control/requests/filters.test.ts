import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { MEMBERS, requestWorld } from './request-world.ts'

/** Five calls: two members, a rejected one, one with a fault, and a list. */
async function world() {
  const made = await requestWorld()
  const { call, subscribe } = made
  const ids = [(await subscribe('ada@acme.test')).headers.get('x-request-id')]
  const give = async (line: string, body?: object): Promise<void> => {
    ids.push((await call(line, body)).headers.get('x-request-id'))
  }
  await give(`POST ${MEMBERS}`, { email_address: 'lin@acme.test', status: 'subscribed' })
  await give(`GET ${MEMBERS}/nobody@acme.test`)
  await call('POST /_control/faults', { match: { operation: 'getLists' }, effect: { problem: { preset: 'TooManyRequests' } } })
  await give('GET /3.0/lists?colour=red')
  await made.pass('PT1M')
  await give('GET /3.0/ping')
  const found = async (query: string): Promise<number[]> =>
    (await made.requests(`?${query}`)).map(({ id }) => ids.indexOf(id as string))
  return { ...made, ids, found }
}

describe('the filters of the journal', () => {
  test.each([
    ['refused=true', [2, 3]],
    ['refused=false', [0, 1, 4]],
    ['faulted=true', [3]],
    ['faulted=false', [0, 1, 2, 4]],
    ['refused=true&faulted=false', [2]],
    ['text=LIN@acme', [1]],
    ['text=colour=red', [3]],
    ['text=nobody', [2]],
    ['text=getlists', [3]],
    ['text=HEALTH_status', [4]],
    ['text=nothing like it', []],
    ['until=2026-01-15T09:01:00Z', [0, 1, 2, 3]],
    ['since=2026-01-15T09:01:00Z', [4]],
    ['since=2026-01-15T09:00:00Z&until=2026-01-15T09:00:00Z', []],
  ])('the journal filter %s selects the matching calls', async (query, expected) => {
    const { found } = await world()
    expect(await found(query.replaceAll(' ', '+'))).toEqual(expected)
  })

  test('the filters of the journal page from the newest call in a stable way while calls arrive', async () => {
    const { found, ids, call } = await world()
    expect(await found('order=desc&limit=2')).toEqual([4, 3])
    await call('GET /3.0/ping')
    expect(await found(`order=desc&limit=2&before=${ids[3]}`)).toEqual([2, 1])
    expect(await found(`after=${ids[0]}&before=${ids[3]}`)).toEqual([1, 2])
    const { total } = (await call(`GET /_control/requests?before=${ids[3]}&limit=1`)).body
    expect(total).toBe(3)
  })

  test('the filters of the journal do not find the secrets that the journal redacts', async () => {
    const { call, found, requests } = await world()
    await call('GET /3.0/ping', undefined, { headers: { authorization: 'Bearer found-dc1' } })
    await call('GET /3.0/ping?apikey=searched-dc1')
    expect((await requests()).length).toBe(7)
    expect(await found('text=searched')).toEqual([])
  })

  test('the filters of the journal apply to the HTTP archive as well', async () => {
    const { call } = await world()
    const { log } = (await call('GET /_control/requests.har?faulted=true')).body
    expect(log.entries).toHaveLength(1)
  })

  test.each([
    ['before=zzz', 'There is no request zzz (any more).'],
    ['until=soon', 'The query parameter until must be an ISO 8601 instant'],
    ['refused=perhaps', 'The query parameter refused: Value must be true or false.'],
  ])('the filters of the journal are rejected if they are invalid: %s', async (query, detail) => {
    const { status, body } = await (await world()).call(`GET /_control/requests?${query}`)
    expect([status, body.detail]).toEqual([422, expect.stringContaining(detail)])
  })

  test('the filters of the journal find nothing in an empty journal', async () => {
    const { call } = await requestWorld()
    const { body } = await call('GET /_control/requests?text=a&refused=true&faulted=true&order=desc')
    expect(body).toEqual({ requests: [], total: 0, evicted: 0 })
  })
})

describe('the filters of deliveries', () => {
  async function hooked() {
    const made = await requestWorld({ settings: { webhooks: { mode: 'record', validation: 'off' } } })
    const { call, subscribe } = made
    await call('POST /3.0/lists/aaaaaaaaaa/webhooks', { url: 'http://127.0.0.1:9/one', events: { subscribe: true } })
    for (const name of ['a', 'b', 'c']) {
      await subscribe(`${name}@acme.test`)
      await made.pass('PT1M')
    }
    const found = async (query: string): Promise<number[]> =>
      (await call(`GET /_control/deliveries?${query}`)).body.deliveries.map(({ id }: Body) => id)
    return { ...made, found }
  }

  test.each([
    ['order=desc', [3, 2, 1]],
    ['order=desc&limit=1&offset=1', [2]],
    ['order=desc&before=3&limit=1', [2]],
    ['after=1&before=3', [2]],
    ['text=B@ACME', [2]],
    ['text=/one', [1, 2, 3]],
    ['text=nothing', []],
    ['until=2026-01-15T09:01:00Z', [1]],
    ['since=2026-01-15T09:01:00Z&until=2026-01-15T09:02:00Z', [2]],
  ])('the delivery filter %s selects the matching deliveries', async (query, expected) => {
    expect(await (await hooked()).found(query)).toEqual(expected)
  })
})

describe('the filters of emails', () => {
  async function sent() {
    const made = await requestWorld()
    for (const name of ['a', 'b', 'c']) {
      await made.call('POST /3.0/verified-domains', { verification_email: `post@${name}.example` })
      await made.pass('PT1M')
    }
    const found = async (query: string): Promise<number[]> =>
      (await made.call(`GET /_control/emails?${query}`)).body.emails.map(({ id }: Body) => id)
    return { ...made, found }
  }

  test.each([
    ['order=desc', [3, 2, 1]],
    ['order=desc&before=3&limit=1', [2]],
    ['after=1&before=3', [2]],
    ['text=B.EXAMPLE', [2]],
    ['since=2026-01-15T09:01:00Z', [2, 3]],
    ['until=2026-01-15T09:01:00Z', [1]],
  ])('the email filter %s selects the matching emails', async (query, expected) => {
    expect(await (await sent()).found(query)).toEqual(expected)
  })
})
