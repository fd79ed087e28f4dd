import { describe, expect, test } from 'vitest'
import { mock } from '../../mock.ts'
import { countsOf, coveredOperation, metOf } from './covered.ts'

const ADDING = 'POST /3.0/lists/aaaaaaaaaa/members'

describe('getCoverage', () => {
  test('getCoverage starts with zero calls and lists all operations', async () => {
    const { call } = mock()
    const { status, body } = await call('GET /_control/contract/coverage')
    expect(status).toBe(200)
    expect(body).toMatchObject({ calls: 0, injected: 0, astray: 0, missed: 0, worlds: { counted: 0, evicted: 0 } })
    expect(body.totals.operations).toEqual({ met: 0, total: body.operations.length, percent: 0 })
    expect(body.totals.all).toMatchObject({ met: 0, percent: 0 })
  })

  test('the coverage counts the calls of an operation, whatever the response', async () => {
    const double = mock({ scenario: 'starter' })
    await double.call('GET /3.0/lists/aaaaaaaaaa')
    await double.call('GET /3.0/lists/zzzzzzzzzz')
    expect(await coveredOperation(double, 'getList')).toMatchObject({
      method: 'GET',
      path: '/lists/{list_id}',
      resource: 'lists',
      calls: 2,
      statuses: [
        { status: 200, calls: 1, injected: 0, expected: true },
        { status: 400, calls: 0, injected: 0, expected: true },
        { status: 404, calls: 1, injected: 0, expected: true },
      ],
    })
  })

  test('the coverage counts the named errors of an operation', async () => {
    const double = mock({ scenario: 'starter' })
    await double.call(ADDING, { email_address: 'new@acme.test', status: 'subscribed' })
    await double.call(ADDING, { email_address: 'new@acme.test', status: 'subscribed' })
    const { errors } = await coveredOperation(double, 'addMember')
    expect(countsOf(errors)).toMatchObject({ MemberExists: 1, InvalidResource: 0, ResourceNotFound: 0 })
  })

  test("the coverage counts non-empty query parameters that were sent, with the contract's enum values", async () => {
    const double = mock({ scenario: 'starter' })
    await double.call('GET /3.0/lists/aaaaaaaaaa/members?status=subscribed&count=1&offset=&since=x')
    await double.call('GET /3.0/lists/aaaaaaaaaa/members?status=none')
    const { parameters } = await coveredOperation(double, 'getMembers')
    expect(metOf(parameters)).toEqual({ status: 2, count: 1 })
    expect(metOf(parameters.find(({ name }: { name: string }) => name === 'status').values)).toEqual({ subscribed: 1 })
  })

  test('the coverage counts body fields and their values once per call, however often they occur', async () => {
    const double = mock({ scenario: 'starter' })
    await double.call('POST /3.0/lists/aaaaaaaaaa', {
      members: [
        { email_address: 'a@acme.test', status: 'subscribed', merge_fields: { FNAME: 'A' } },
        { email_address: 'b@acme.test', status: 'pending', unheard_of: 1 },
      ],
    })
    const { fields } = await coveredOperation(double, 'batchSubscribe')
    expect(metOf(fields)).toEqual({
      '/members': 1,
      '/members/*/email_address': 1,
      '/members/*/status': 1,
      '/members/*/merge_fields': 1,
    })
    const status = fields.find(({ name }: { name: string }) => name === '/members/*/status')
    expect(metOf(status.values)).toEqual({ subscribed: 1, pending: 1 })
  })

  test('nested fields of a body count as covered', async () => {
    const double = mock({ scenario: 'starter' })
    await double.call('PATCH /3.0/lists/aaaaaaaaaa', { contact: { city: 'London' }, visibility: 'prv' })
    const { fields } = await coveredOperation(double, 'updateList')
    expect(metOf(fields)).toEqual({ '/contact': 1, '/contact/city': 1, '/visibility': 1 })
  })

  test('the coverage counts errors common to all operations once', async () => {
    const { call } = mock()
    await call('GET /3.0/lists', undefined, { anonymous: true })
    await call('POST /3.0/batches', undefined, { raw: '{' })
    const { body } = await call('GET /_control/contract/coverage')
    expect(metOf(body.common_errors)).toEqual({ APIKeyMissing: 1, JSONParseError: 1 })
    expect(body.totals.errors.met).toBe(2)
  })

  test('the coverage shows undeclared statuses and errors separately, outside the totals', async () => {
    const double = mock()
    await double.call('GET /3.0/ping', undefined, { anonymous: true })
    expect(await coveredOperation(double, 'ping')).toMatchObject({
      statuses: [
        { status: 200, calls: 0, expected: true },
        { status: 401, calls: 1, expected: false },
      ],
      errors: [{ error: 'APIKeyMissing', title: 'API Key Missing', calls: 1, expected: false }],
      totals: { all: { met: 1, total: 2, percent: 50 }, statuses: { met: 0, total: 1 } },
    })
  })

  test('the coverage counts calls that match no operation separately', async () => {
    const { call } = mock()
    await call('GET /3.0/nowhere')
    await call('DELETE /3.0/ping')
    expect((await call('GET /_control/contract/coverage')).body).toMatchObject({ calls: 0, astray: 2 })
  })

  test('the coverage counts pages, files and the sign-in separately from the service', async () => {
    const double = mock()
    await double.call('GET /oauth2/metadata')
    const { body } = await double.call('GET /_control/contract/coverage')
    expect(body).toMatchObject({
      calls: 0,
      totals: { operations: { met: 0 } },
      public: { calls: 1, totals: { operations: { met: 1 } } },
    })
    expect(await coveredOperation(double, 'getOauthMetadata')).toMatchObject({ calls: 1, path: '/oauth2/metadata' })
  })

  test('the fields of an operation in a batch count whatever the size of its body', async () => {
    const double = mock({ scenario: 'starter' })
    const members = Array.from({ length: 400 }, (_, i) => ({
      email_address: `reader-${i}-${'x'.repeat(40)}@acme.test`,
      status: 'subscribed',
      language: 'no',
      merge_fields: { FNAME: 'x'.repeat(100) },
    }))
    const body = JSON.stringify({ members, update_existing: true })
    expect(body.length).toBeGreaterThan(65_536)
    await double.call('POST /3.0/batches', { operations: [{ method: 'POST', path: '/lists/aaaaaaaaaa', body }] })
    await double.call('POST /_control/clock/advance', { until: 'idle' })
    const { fields } = await coveredOperation(double, 'batchSubscribe')
    expect(metOf(fields)).toMatchObject({ '/update_existing': 1, '/members/*/language': 1, '/members/*/email_address': 1 })
  })

  test('the coverage counts the operations of batches as individual calls', async () => {
    const double = mock({ scenario: 'starter' })
    const body = JSON.stringify({ email_address: 'new@acme.test', status: 'pending' })
    await double.call('POST /3.0/batches', { operations: [{ method: 'POST', path: '/lists/aaaaaaaaaa/members', body }] })
    await double.pass('PT1M')
    const { calls, fields } = await coveredOperation(double, 'addMember')
    expect({ calls, met: metOf(fields) }).toEqual({ calls: 1, met: { '/email_address': 1, '/status': 1 } })
  })

  test('the coverage rounds percentages down, so that only complete coverage shows 100', async () => {
    const { call } = mock()
    await call('GET /3.0/ping')
    const { totals } = (await call('GET /_control/contract/coverage')).body
    const share = Math.floor((1000 * 1) / totals.operations.total) / 10
    expect(totals.operations).toEqual({ met: 1, total: totals.operations.total, percent: share })
  })
})

describe('responses not made by the service itself', () => {
  test('a response that X-Trigger-Error asked for counts as injected, and the call covers nothing', async () => {
    const double = mock({ scenario: 'starter' })
    const headers = { 'x-trigger-error': 'TooManyRequests' }
    await double.call(`${ADDING}?skip_merge_validation=true`, { email_address: 'ada@acme.test' }, { headers })
    const { body } = await double.call('GET /_control/contract/coverage')
    expect(body).toMatchObject({ calls: 0, injected: 1, totals: { all: { met: 0 } } })
    expect(await coveredOperation(double, 'addMember')).toMatchObject({
      calls: 0,
      injected: 1,
      statuses: expect.arrayContaining([{ status: 429, calls: 0, injected: 1, expected: false }]),
      errors: expect.arrayContaining([
        { error: 'TooManyRequests', status: 429, title: 'Too Many Requests', calls: 0, injected: 1, expected: false },
      ]),
    })
  })

  test('a response made by a fault counts as injected', async () => {
    const double = mock({ scenario: 'starter' })
    const effect = { problem: { preset: 'MemberExists' } }
    await double.call('POST /_control/faults', { match: { operation: 'addMember' }, effect })
    await double.call(ADDING, { email_address: 'ada@acme.test', status: 'subscribed' })
    const { calls, injected, errors, fields } = await coveredOperation(double, 'addMember')
    expect({ calls, injected, fields: metOf(fields) }).toEqual({ calls: 0, injected: 1, fields: {} })
    expect(errors).toContainEqual(expect.objectContaining({ error: 'MemberExists', calls: 0, injected: 1, expected: true }))
  })

  test('a response over a broken connection counts as injected', async () => {
    const double = mock()
    await double.call('POST /_control/faults', { effect: { connection: 'reset' } })
    await expect(double.call('GET /3.0/ping')).rejects.toThrow('fetch failed')
    expect(await coveredOperation(double, 'ping')).toMatchObject({ calls: 0, injected: 1 })
  })

  test('a response counts as injected if the world was reset in between', async () => {
    const double = mock()
    await double.call('POST /_control/faults', { effect: { latency: 'PT10M' } })
    const waiting = double.call('GET /3.0/ping')
    await expect.poll(async () => (await double.call('GET /_control/faults/1')).body.seen).toBe(1)
    await double.call('POST /_control/reset', {})
    expect((await waiting).status).toBe(503)
    expect(await coveredOperation(double, 'ping')).toMatchObject({ calls: 0, injected: 1 })
  })

  test('a call that a fault only delayed does not count as injected', async () => {
    const double = mock()
    await double.call('POST /_control/faults', { effect: { latency: 'PT0.001S' } })
    await double.call('GET /3.0/ping')
    expect(await coveredOperation(double, 'ping')).toMatchObject({ calls: 1, injected: 0 })
  })
})
