import { describe, expect, test } from 'vitest'
import { createDouble } from '../../src/index.ts'
import { connect } from '../../src/kit/client/index.ts'
import { readEvidence } from '../../src/kit/testing/artifacts.ts'
import { tellJournals } from '../../src/kit/testing/story.ts'
import { mock, type Body } from '../mock.ts'
import { withBatches } from '../resources/batch-world.ts'
import { withAda } from '../resources/member-world.ts'
import { missing, mistyped, NONE_OF_SEVERAL, NOT_FOUND } from '../service-texts.ts'

const HINT = 'x-maildouble-hint'

type Call = ReturnType<typeof mock>['call']

async function lastRequest(call: Call): Promise<Body> {
  return (await call('GET /_control/worlds/default/requests?order=desc&limit=1')).body.requests[0]
}

describe('a 404', () => {
  test.each([
    ['/lists/x', 'There is no list x.'],
    ['/campaigns/0000000000', 'There is no campaign 0000000000.'],
    ['/nowhere', 'Nothing is served at /nowhere; maildouble does not have this resource, or the path is misspelled.'],
  ])('of %s has the text of the service; a header and the journal tell the rest', async (path, hint) => {
    const { call } = mock()
    const { status, body, headers } = await call(`GET /3.0${path}`)
    expect([status, body.detail, headers.get(HINT)]).toEqual([404, NOT_FOUND, hint])
    expect((await lastRequest(call)).hint).toBe(hint)
  })

  test.each([
    ['/lists', 'Nothing is served at /lists; every resource lives under /3.0.'],
    ['/_doc', 'Nothing is served at /_doc; there are /_docs, /_inspector, /_control and /_mcp.'],
  ])('of %s, outside of the API, has a hint about the places that exist', async (path, hint) => {
    expect((await mock().call(`GET ${path}`)).headers.get(HINT)).toBe(hint)
  })

  test('a 404 of a world that does not exist has the text of the service and a hint', async () => {
    const { body, headers } = await mock().call('GET /_worlds/gone/3.0/ping')
    expect(body.detail).toBe(NOT_FOUND)
    expect(headers.get(HINT)).toContain('There is no world gone here (any more)')
  })

  test('a 404 in a batch has its hint in the journal', async () => {
    const { run, call } = await withBatches()
    const { results } = await run({ method: 'GET', path: '/lists/x' })
    expect(results[0]?.response.detail).toBe(NOT_FOUND)
    const { requests } = (await call('GET /_control/worlds/default/requests?order=desc')).body
    expect(requests.find(({ via }: Body) => via === 'batch').hint).toBe('There is no list x.')
  })

  test('a 404 whose hint has other characters than ASCII has them percent-encoded in the header', async () => {
    const { call } = mock()
    const { headers } = await call('GET /3.0/lists/%C3%A9')
    expect(headers.get(HINT)).toBe('There is no list %C3%A9.')
    expect((await lastRequest(call)).hint).toBe('There is no list é.')
  })

  test('a 404 is explained by why and in the story of a failed test', async () => {
    const world = await connect(await createDouble()).worlds.create({ id: 'mine' })
    await world.fetch('/lists/x', { method: 'DELETE' })
    const [request] = await world.requests.list()
    const { non_events } = await world.why({ entity: 'request', id: request?.id ?? '' })
    expect(non_events[0]?.summary).toBe('Nothing changed: the call was refused with 404 (ResourceNotFound). There is no list x.')
    expect(tellJournals([(await readEvidence(world)).journal]).join('\n')).toContain(
      'DELETE /lists/x → 404 Resource Not Found: There is no list x.',
    )
  })
})

describe('an invalid body', () => {
  test('an invalid body that needs no hint has none', async () => {
    const { call, path } = await withAda()
    const { body, hint } = await call(`POST ${path}`, {})
    expect(body.detail).toBe("The resource submitted could not be validated. For field-specific details, see the 'errors' array.")
    expect(body.errors).toEqual([{ field: '', message: missing('email_address', 'status') }])
    expect(hint).toBe('')
    expect((await lastRequest(call)).hint).toBeNull()
  })

  test.each([
    [1, mistyped('string', 'integer')],
    [1.5, mistyped('string', 'number')],
    [true, mistyped('string', 'boolean')],
    [null, mistyped('string', 'NULL')],
    [[], mistyped('string', 'array')],
    [{}, mistyped('string', 'object')],
  ])('with %j in place of a text names both types', async (language, message) => {
    const { call, path } = await withAda()
    const { body } = await call(`POST ${path}`, { email_address: 'new@acme.test', status: 'subscribed', language })
    expect(body.errors).toEqual([{ field: 'language', message }])
  })

  test('an invalid body with a value for which several types are allowed has one text, and the hint names the types', async () => {
    const { call } = mock()
    const lists = await call('POST /3.0/campaigns', {
      type: 'regular',
      recipients: { list_id: 'x', segment_opts: { saved_segment_id: true } },
    })
    const field = 'recipients.segment_opts.saved_segment_id'
    expect(lists.body.errors).toEqual([{ field, message: NONE_OF_SEVERAL }])
    expect(lists.headers.get(HINT)).toBe(`${field}: ${mistyped('integer or string', 'boolean')}`)
  })

  test('an invalid body names elements of arrays as item, and keys of objects that are numbers as they are', async () => {
    const { call, path } = await withAda()
    const batch = await call('POST /3.0/batches', {
      operations: [{ method: 'GET', path: '/ping' }, {}, { method: 1, path: '/ping' }],
    })
    expect(batch.body.errors[0].field).toBe('operations.item:1')
    const member = await call(`POST ${path}`, { email_address: 'new@acme.test', status: 'subscribed', interests: { 7: 'yes' } })
    expect(member.body.errors[0].field).toBe('interests.7')
  })
})

test('a wrong key has the text of the service, and a hint says what is wrong with it', async () => {
  const { call } = mock({ settings: { credentials: 'known' } })
  const { status, body, headers } = await call('GET /3.0/lists')
  expect([status, body.title, body.detail]).toEqual([
    401,
    'API Key Invalid',
    "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
  ])
  expect(headers.get(HINT)).toContain('No world of this server owns this key.')
})

test('hints have the words of the deployment', async () => {
  const vocabulary = { keys: { segment_opts: 'slice' } }
  const { call } = mock({ settings: { vocabulary } })
  const body = { type: 'regular', recipients: { list_id: 'x', slice: { saved_segment_id: true } } }
  const { headers } = await call('POST /3.0/campaigns', body)
  expect(headers.get(HINT)).toBe(`recipients.slice.saved_segment_id: ${mistyped('integer or string', 'boolean')}`)
})
