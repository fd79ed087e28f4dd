import { expect, test } from 'vitest'
import { FAULTS_MAX, faults } from '../../../src/service/model/faults/fault.ts'
import { mock } from '../../mock.ts'

const effect = { problem: { preset: 'Conflict' } }

test.each<[string, unknown, string, string]>([
  ['no effect', {}, '/effect', 'Required field is missing: effect.'],
  ['an unknown effect', { effect: {} }, '/effect', 'must have one of problem, answer, '],
  [
    'two effects in one fault',
    { effect: { ...effect, connection: 'reset' } },
    '/effect',
    'has problem and connection: create one fault per effect.',
  ],
  ['an unknown member', { effect, wehn: {} }, '/wehn', 'Did you mean when?'],
  ['an unknown member of match', { effect, match: { opeartion: 'ping' } }, '/match/opeartion', 'Did you mean operation?'],
  [
    'an unknown operation',
    { effect, match: { operation: 'createBtach' } },
    '/match/operation',
    'There is no operation createBtach. Did you mean createBatch?',
  ],
  [
    'an unknown operation among several',
    { effect, match: { operation: ['createBatch', 'isueToken'] } },
    '/match/operation/1',
    'There is no operation isueToken. Did you mean issueToken?',
  ],
  [
    'an unknown operation without a similar name',
    { effect, match: { operation: 'somethingElseAltogether' } },
    '/match/operation',
    'There is no operation somethingElseAltogether. GET /_control/contract/openapi.json lists them.',
  ],
  ['no operation at all', { effect, match: { operation: [] } }, '/match/operation', 'At least 1 must be given.'],
  ['a method that there is not', { effect, match: { method: 'post' } }, '/match/method', 'Did you mean POST'],
  ['a way that there is not', { effect, match: { via: 'socket' } }, '/match/via', 'Value must be one of: http, batch.'],
  ['a path from the root', { effect, match: { path: '/3.0/lists' } }, '/match/path', 'is relative to /3.0: use "/lists".'],
  ['a path without its slash', { effect, match: { path: 'lists/*' } }, '/match/path', 'must begin with a slash: use "/lists/*".'],
  [
    'a path that no operation has',
    { effect, match: { path: '/list/*/members' } },
    '/match/path',
    'matches no operation: the service and its pages have nothing at "/list/*/members". Did you mean "/lists/*/members"?',
  ],
  [
    'a path that is longer than any',
    { effect, match: { path: '/lists/*/members/*/notes/*/pages' } },
    '/match/path',
    'matches no operation: the service and its pages have nothing at "/lists/*/members/*/notes/*/pages".',
  ],
  [
    'a path with a query',
    { effect, match: { path: '/lists?count=1' } },
    '/match/path',
    'must be a path without a query string: use query to match parameters.',
  ],
  [
    'a malformed JSON pointer',
    { effect, match: { body: { 'merge_fields.FNAME': 'Ada' } } },
    '/match/body',
    'has the key "merge_fields.FNAME", which is not a JSON pointer: use "/merge_fields/FNAME".',
  ],
  [
    'a JSON pointer with an invalid tilde escape',
    { effect, match: { body: { '/a~b': 'Ada' } } },
    '/match/body',
    'has the key "/a~b", which is not a JSON pointer: a ~ is written as ~0, and a slash in a name as ~1.',
  ],
  [
    'an invalid header name',
    { effect, match: { headers: { 'x run': '7' } } },
    '/match/headers',
    'has "x run", which is not a valid header name.',
  ],
  ['an empty header name', { effect, match: { headers: { '': '7' } } }, '/match/headers', 'has "", which is not a valid'],
  [
    'an effect that operations of a batch cannot have, with via batch',
    { effect: { latency: 'PT1S' }, match: { via: 'batch' } },
    '/match/via',
    'never matches: batch operations support only the effect problem or address or trigger.',
  ],
  [
    'headers with via batch',
    { effect, match: { via: 'batch', headers: { 'x-run': '7' } } },
    '/match/headers',
    'never matches: batch operations have no headers.',
  ],
  ['an invalid number', { effect, when: { first: 0 } }, '/when/first', 'Value must be at least 1.'],
  ['a probability above one', { effect, when: { probability: 1.5 } }, '/when/probability', 'Value must be at most 1.'],
  [
    'a malformed instant',
    { effect, when: { until: 'tomorrow' } },
    '/when/until',
    'must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; "tomorrow" is not.',
  ],
  [
    'an instant in the past',
    { effect, when: { until: '2026-01-15T09:00:00Z' } },
    '/when/until',
    'must be after 2026-01-15T09:00:00.000Z, the time of the world; 2026-01-15T09:00:00.000Z is not.',
  ],
  [
    'a contradictory condition',
    { effect, when: { first: 2, nth: 3 } },
    '/when/nth',
    'never matches: 3 is not one of the first 2.',
  ],
  ['an unknown stage', { effect, stage: 'during' }, '/stage', 'Value must be one of: before, after.'],
  [
    'an unknown preset',
    { effect: { problem: { preset: 'TooManyRequest' } } },
    '/effect/problem/preset',
    'There is no preset TooManyRequest. Did you mean TooManyRequests?',
  ],
  [
    'a problem without a status',
    { effect: { problem: { title: 'No' } } },
    '/effect/problem/status',
    'must be given, 400 to 599, or set preset to a word of the error catalogue, such as TooManyRequests.',
  ],
  [
    'a problem without a title',
    { effect: { problem: { status: 500 } } },
    '/effect/problem/title',
    'must be given, or set preset to a word of the error catalogue, such as TooManyRequests.',
  ],
  [
    'a problem with a success status',
    { effect: { problem: { status: 200, title: 'No' } } },
    '/effect/problem/status',
    'at least 400',
  ],
  [
    'headers for an effect without any',
    { effect: { connection: 'reset', headers: { 'retry-after': '1' } } },
    '/effect/headers',
    'is allowed only with problem or answer.',
  ],
  [
    'an invalid name of a response header',
    { effect: { ...effect, headers: { 'a b': '1' } } },
    '/effect/headers',
    'has "a b", which is not a valid header name.',
  ],
  [
    'an invalid value of a response header',
    { effect: { ...effect, headers: { 'x-a': 'a\r\nb' } } },
    '/effect/headers',
    'has "x-a", whose value has characters that are not allowed in headers.',
  ],
  [
    'a header that frames the response',
    { effect: { ...effect, headers: { 'Content-Length': '1' } } },
    '/effect/headers',
    'has "Content-Length", which the server sets itself; use connection for broken responses.',
  ],
  [
    'a malformed latency',
    { effect: { latency: 'two seconds' } },
    '/effect/latency',
    'must be milliseconds or an ISO 8601 duration such as PT2S, not negative and at most PT10M; "two seconds" is not.',
  ],
  ['an unlimited latency', { effect: { latency: 'PT11M' } }, '/effect/latency', 'at most PT10M; "PT11M" is not.'],
  ['a negative latency', { effect: { latency: -1 } }, '/effect/latency', 'not negative'],
  ['an incomplete range', { effect: { latency: { min: 1 } } }, '/effect/latency/max', 'Required field is missing: max.'],
  ['an inverted range', { effect: { latency: { min: 2, max: 1 } } }, '/effect/latency/min', 'is longer than max.'],
  ['an unknown connection effect', { effect: { connection: 'restet' } }, '/effect/connection', 'Did you mean reset?'],
  [
    'a pace for a connection effect other than slow',
    { effect: { connection: 'hang', bytes_per_second: 1 } },
    '/effect/bytes_per_second',
    'is allowed only with the connection slow.',
  ],
  [
    'an unknown mutation',
    { effect: { mutate: 'reorder' } },
    '/effect/mutate',
    'There is no value reorder here. Did you mean reorder_keys?',
  ],
  ['a mutation that changes nothing', { effect: { mutate: { reorder_keys: false } } }, '/effect/mutate', 'changes nothing'],
])('a fault with %s is rejected with 422', async (_, body, pointer, message) => {
  const { call } = mock()
  const answer = await call('POST /_control/faults', body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual([{ pointer, message: expect.stringContaining(message) }])
  expect((await call('GET /_control/faults')).body.total).toBe(0)
})

test('a fault with several mistakes is rejected with all of them, and the first ones in the sentence', async () => {
  const { call } = mock()
  const wrong = {
    match: { operation: ['createBtach', 'isueToken'], path: 'lists', headers: { 'x run': '7' } },
    when: { first: 2, nth: 3 },
    effect: { latency: -1, bytes_per_second: 5 },
  }
  const { status, body } = await call('POST /_control/faults', wrong)
  expect(status).toBe(422)
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/match/operation/0',
    '/match/operation/1',
    '/match/path',
    '/match/headers',
    '/effect/bytes_per_second',
    '/effect/latency',
    '/when/nth',
  ])
  expect(body.detail).toMatch(/^\/match\/operation\/0: There is no operation createBtach\. Did you mean createBatch\? \/match\//)
  expect(body.detail).toMatch(/ 2 more in errors\.$/)
})

test('a fault that violates the schema is rejected with every violation', async () => {
  const { body } = await mock().call('POST /_control/faults', { when: { frist: 1, every: 0 }, stage: 'befor', must_fire: 'yes' })
  expect(body).toMatchObject({
    status: 422,
    errors: [
      { pointer: '/effect', message: 'Required field is missing: effect.' },
      { pointer: '/when/frist', message: 'There is no member frist here. Did you mean first?' },
      { pointer: '/when/every', message: 'Value must be at least 1.' },
      { pointer: '/stage', message: 'There is no value befor here. Did you mean before? There are: before, after.' },
      { pointer: '/must_fire', message: 'Value must be true or false, but it is the text "yes".' },
    ],
  })
})

test('a query of faults with several mistakes is rejected with all of them', async () => {
  const { status, body } = await mock().call('GET /_control/requests?operaton=ping&limit=many&order=up')
  expect([status, body.detail]).toEqual([
    422,
    'There is no query parameter operaton here. Did you mean operation? ' +
      'The query parameter limit: Value must be a whole number of at least 0 and at most 1000. ' +
      'The query parameter order: Value must be one of: asc, desc.',
  ])
})

test('more than a thousand faults are rejected', async () => {
  const { call, plant } = mock()
  const row = { match: {}, when: {}, effect, stage: 'before', must_fire: false } as const
  await plant((tx) =>
    tx.load(
      faults,
      Array.from({ length: FAULTS_MAX }, (_, id) => ({ id: id + 1, ...row })),
    ),
  )
  const { status, body } = await call('POST /_control/faults', { effect })
  expect(status).toBe(409)
  expect(body.detail).toBe('This world has 1000 faults, the maximum. Delete some, or all with DELETE .../faults.')
})
