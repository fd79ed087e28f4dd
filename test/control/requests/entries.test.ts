import { describe, expect, test } from 'vitest'
import { LIST, MEMBERS, requestWorld } from './request-world.ts'

describe('a journal entry', () => {
  test('a journal entry contains a call and its response', async () => {
    const { call, latest, subscribe } = await requestWorld()
    const { text, headers } = await subscribe('ada@acme.test')
    const entry = await latest()
    expect(entry).toEqual({
      id: headers.get('x-request-id'),
      at: '2026-01-15T09:00:00.000Z',
      real_at: expect.stringMatching(/^20\d\d-.*Z$/),
      duration_ms: expect.any(Number),
      via: 'http',
      method: 'POST',
      path: MEMBERS,
      query: {},
      operation: 'addMember',
      world_by: 'default',
      status: 200,
      request: {
        headers: { authorization: 'Basic {{external}}', 'content-type': 'application/json' },
        body: '{"email_address":"ada@acme.test","status":"subscribed"}',
        cut: 0,
      },
      response: { headers: Object.fromEntries(headers), body: text, cut: 0 },
      fault: null,
      faults: [],
      injected: false,
      as_of: null,
      error: null,
      hint: null,
      assumptions: expect.any(Array),
      ignored: [],
      hints: [],
      violations: [],
      events: expect.any(Array),
      effects: { webhooks: 0, emails: 0 },
    })
    expect((await call(`GET /_control/requests/${entry.id}`)).body).toMatchObject(entry)
  })

  test('the journal entry of a call that a fault answered with a problem has no assumptions of the contract', async () => {
    const { call, latest, subscribe } = await requestWorld()
    await subscribe('ada@acme.test')
    expect((await latest()).assumptions).not.toEqual([])
    await call('POST /_control/faults', { match: { operation: 'addMember' }, effect: { problem: { preset: 'TooManyRequests' } } })
    await subscribe('bob@acme.test')
    expect(await latest()).toMatchObject({ status: 429, injected: true, assumptions: [] })
  })

  test('a journal entry has the decoded query parameters by name', async () => {
    const { call, latest } = await requestWorld()
    await call('GET /3.0/lists?count=2&email=a%2Bb%40acme.test&count=3')
    expect((await latest()).query).toEqual({ count: '3', email: 'a+b@acme.test' })
  })

  test('the journal entry of an unknown path has no operation', async () => {
    const { call, latest } = await requestWorld()
    await call('GET /3.0/listz')
    expect(await latest()).toMatchObject({ operation: null, status: 404, error: 'ResourceNotFound' })
  })

  test("the journal entry of a call through a world's URL has the path below it", async () => {
    const { call } = await requestWorld()
    const { api_key } = (await call('POST /_control/worlds', { id: 'other', scenario: 'empty' })).body
    await call('GET /_worlds/other/3.0/ping', undefined, { headers: { authorization: `Bearer ${api_key}` } })
    expect((await call('GET /_control/worlds/other/requests')).body.requests).toMatchObject([{ path: '/3.0/ping', status: 200 }])
  })

  test('the journal entry of a rejected call has the body even though the server did not read it', async () => {
    const { call, latest } = await requestWorld()
    await call('POST /3.0/listz', { name: 'lost' })
    expect((await latest()).request.body).toBe('{"name":"lost"}')
    await call('POST /3.0/lists', { name: 'lost' }, { anonymous: true })
    expect(await latest()).toMatchObject({ status: 401, request: { body: '{"name":"lost"}' } })
    await call('POST /3.0/lists', { name: 'lost' }, { headers: { 'x-trigger-error': 'TooManyRequests' } })
    expect(await latest()).toMatchObject({ status: 429, injected: true, error: null, request: { body: '{"name":"lost"}' } })
  })

  test('the journal entry of a body over 64 KiB has its beginning and the number of missing bytes', async () => {
    const { call, latest } = await requestWorld()
    const raw = JSON.stringify({ email_address: 'ada@acme.test', status: 'subscribed', note: 'x'.repeat(100_000) })
    await call(`POST ${MEMBERS}`, undefined, { raw, headers: { 'content-type': 'application/json' } })
    const { request } = await latest()
    expect(request.body.length).toBe(65_536)
    expect(request.cut).toBe(raw.length - 65_536)
    expect(raw.startsWith(request.body)).toBe(true)
  })

  test('the journal entry of a body beyond the size limit has none of the body', async () => {
    const { call, latest } = await requestWorld({ settings: { body_limit: 10 } })
    await call('POST /3.0/lists', { name: 'A name of some length' })
    expect(await latest()).toMatchObject({ status: 413, error: 'RequestEntityTooLarge', request: { body: '', cut: 10 } })
  })

  test('the journal entry of a downloaded file says that the body was a file', async () => {
    const { app, call, latest, pass } = await requestWorld()
    const { id } = (await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })).body
    await pass('PT1M')
    const { response_body_url: url } = (await call(`GET /3.0/batches/${id}`)).body
    await (await app.request(url)).arrayBuffer()
    expect(await latest()).toMatchObject({ operation: 'getBatchArchive', status: 200, response: { body: '', streamed: true } })
  })

  test('the calls of a sign-in appear in the journal as well', async () => {
    const { call, latest } = await requestWorld()
    const form = {
      raw: 'grant_type=authorization_code',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      anonymous: true,
    }
    await call('POST /oauth2/token', undefined, form)
    expect(await latest()).toMatchObject({
      path: '/oauth2/token',
      operation: 'issueToken',
      status: 400,
      request: { body: form.raw },
    })
  })
})

test('the events of a journal entry are the numbers of the changes that the call caused', async () => {
  const { call, requests, subscribe, handle } = await requestWorld()
  await subscribe('ada@acme.test')
  await call(`GET ${MEMBERS}`)
  await subscribe('bob@acme.test')
  const [first, read, second] = await requests()
  expect(read.events).toEqual([])
  const { total } = handle().world.history
  expect(second.events.at(-1)).toBe(total)
  expect(second.events[0]).toBe(first.events.at(-1) + 1)
  expect([...first.events, ...second.events]).toEqual(
    first.events.concat(second.events).toSorted((a: number, b: number) => a - b),
  )
})

test.each([
  ['are unknown parameters', `GET /3.0/lists?count=1&colour=red&sise=2`, undefined, ['colour', 'sise']],
  [
    'are unknown properties of the body',
    `POST ${MEMBERS}`,
    { email_address: 'a@acme.test', status: 'subscribed', shoe: 38, location: { latitude: 1, moon: 2 } },
    ['/shoe', '/location/moon'],
  ],
  [
    'are not properties with free-form names',
    `POST ${MEMBERS}`,
    { email_address: 'a@acme.test', status: 'subscribed', merge_fields: { FNAME: 'A' }, interests: { abc: true } },
    [],
  ],
  ['are a body that the operation does not read', `DELETE /3.0/lists/${LIST}`, { force: true }, ['']],
  [
    'include properties of array items',
    '/3.0/batches',
    {
      operations: [
        { method: 'GET', path: '/ping', prio: 1 },
        { method: 'GET', path: '/', 'a/b~c': 1 },
      ],
    },
    ['/operations/0/prio', '/operations/1/a~1b~0c'],
  ],
])('the ignored parts of a journal entry %s', async (_, line, body, expected) => {
  const { call, latest } = await requestWorld()
  await call(line.startsWith('/') ? `POST ${line}` : line, body)
  expect((await latest()).ignored).toEqual(expected)
})

test.each([
  ['the name of a merge field', 'FIRSTNAME', 'Did you mean FNAME?'],
  ['a misspelled tag', 'PHON', 'Did you mean PHONE?'],
  ['a tag like no other', 'BIRTHPLACE', 'There are: FNAME, LNAME, ADDRESS, PHONE.'],
])('%s in merge values is ignored, with a hint', async (_, tag, hint) => {
  const { call, latest } = await requestWorld()
  const member = { email_address: 'ada@acme.test', status: 'subscribed', merge_fields: { FNAME: 'Ada', [tag]: 'Ada' } }
  await call(`POST ${MEMBERS}`, member)
  const message = `The list has no merge field ${tag}. ${hint}`
  expect(await latest()).toMatchObject({ ignored: [`/merge_fields/${tag}`], hints: [{ at: `/merge_fields/${tag}`, message }] })

  await call(`POST /3.0/lists/${LIST}`, { members: [{ ...member, email_address: 'bob@acme.test' }] })
  expect(await latest()).toMatchObject({
    ignored: [`/members/0/merge_fields/${tag}`],
    hints: [{ at: `/members/0/merge_fields/${tag}`, message }],
  })
})

test('a merge tag was ignored if the list got it after the call', async () => {
  const { call, requests, subscribe } = await requestWorld()
  const send = (email_address: string) =>
    call(`POST ${MEMBERS}`, { email_address, status: 'subscribed', merge_fields: { PET: 'cat' } })
  await subscribe('ada@acme.test')
  await send('bob@acme.test')
  await call(`POST /3.0/lists/${LIST}/merge-fields`, { name: 'Pet', tag: 'PET', type: 'text' })
  await send('cleo@acme.test')
  expect((await requests()).map(({ ignored }) => ignored)).toEqual([[], ['/merge_fields/PET'], [], []])
})

test.each([
  ['/3.0/list/a1/members', 'Did you mean /lists/a1/members?'],
  ['/3.0/lists/a1/member/b2/note', 'Did you mean /lists/a1/members/b2/notes?'],
])('the journal entry of a call for %s has the path that was meant', async (path, message) => {
  const { call, latest } = await requestWorld()
  await call(`GET ${path}`)
  expect(await latest()).toMatchObject({ status: 404, hints: [{ at: 'path', message }] })
  await call('GET /3.0/nothing/like/it')
  expect((await latest()).hints).toEqual([])
})

test('the ignored parts of a journal entry do not include the API key in the query', async () => {
  const { call, latest } = await requestWorld()
  await call('GET /3.0/ping?apikey=anything-dc1', undefined, { anonymous: true })
  expect(await latest()).toMatchObject({ ignored: [], status: 200, query: { apikey: '{{external}}' } })
})

test('the assumptions of a journal entry are the assumptions that the call used', async () => {
  const { call, latest, subscribe } = await requestWorld()
  await subscribe('ada@acme.test')
  const known = (await call('GET /_control/contract/assumptions?limit=1000')).body.assumptions.map(({ id }: { id: string }) => id)
  const { assumptions } = await latest()
  expect(assumptions.length).toBeGreaterThan(0)
  for (const id of assumptions) expect(known).toContain(id)
})

test.each([
  [
    'are an invalid field',
    `POST ${MEMBERS}`,
    { email_address: 'ada@acme.test', status: 'happy' },
    [{ side: 'request', at: 'status' }],
  ],
  ['are an invalid parameter', 'GET /3.0/lists?count=x', undefined, [{ side: 'request', at: 'count' }]],
  ['are an unknown path', 'GET /3.0/listz', undefined, [{ side: 'request', at: 'path' }]],
  ['are an unsupported method', 'DELETE /3.0/ping', undefined, [{ side: 'request', at: 'method' }]],
  ['are not an unknown resource', `GET ${MEMBERS}/nobody@acme.test`, undefined, []],
  ['are empty for a valid call', 'GET /3.0/ping', undefined, []],
])('the violations of a journal entry %s', async (_, line, body, expected) => {
  const { call, latest } = await requestWorld()
  await call(line, body)
  expect((await latest()).violations).toMatchObject(expected)
})

test('the violations of a journal entry are a body that is not JSON', async () => {
  const { call, latest } = await requestWorld()
  await call(`POST ${MEMBERS}`, undefined, { raw: '{"a":' })
  expect(await latest()).toMatchObject({ error: 'JSONParseError', violations: [{ side: 'request', at: '' }] })
})
