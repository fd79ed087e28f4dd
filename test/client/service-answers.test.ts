import { describe, expectTypeOf, test } from 'vitest'
import type { RequestBody, ServiceAnswer, ServiceSchemas, SuccessBody, UnknownAnswer, World } from '../../src/kit/client/index.ts'

// These tests check compiler errors: `npm run typecheck` fails if an expected error does not occur.
declare const world: World
declare const id: string
declare const members: `/lists/${string}/members`

type Member = ServiceSchemas['Member']
type BodyAt<Path extends string> = Extract<ServiceAnswer<'GET', Path>, { readonly status: 200 }>['body']

test("the types of the service's answers follow from the most specific path, with and without a query, a version and a parameter", () => {
  expectTypeOf<BodyAt<'/lists'>>().toExtend<ServiceSchemas['ListCollection']>()
  expectTypeOf<BodyAt<'/lists?count=1'>>().toExtend<ServiceSchemas['ListCollection']>()
  expectTypeOf<BodyAt<'/3.0/lists'>>().toExtend<ServiceSchemas['ListCollection']>()
  expectTypeOf<BodyAt<`${string}/3.0/lists`>>().toExtend<ServiceSchemas['ListCollection']>()
  expectTypeOf<BodyAt<'lists'>>().toExtend<ServiceSchemas['ListCollection']>()
  expectTypeOf<BodyAt<'/lists/abc'>>().toExtend<ServiceSchemas['List']>()
  expectTypeOf<BodyAt<`/lists/${string}`>>().toExtend<ServiceSchemas['List']>()
  expectTypeOf<BodyAt<`/lists/${string}/members/${string}`>>().toExtend<Member>()
  expectTypeOf<BodyAt<`/lists/${string}/members/${string}?fields=${string}`>>().toExtend<Member>()
  expectTypeOf<BodyAt<'/'>>().toExtend<ServiceSchemas['Account']>()
  expectTypeOf<BodyAt<'/3.0'>>().toExtend<ServiceSchemas['Account']>()
})

test("the types of the service's answers are unknown for a path that the contract does not have", () => {
  expectTypeOf<ServiceAnswer<'GET', '/no-such'>>().toEqualTypeOf<UnknownAnswer>()
  expectTypeOf<ServiceAnswer<'GET', '/lists/abc/no-such'>>().toEqualTypeOf<UnknownAnswer>()
  expectTypeOf<ServiceAnswer<'PUT', '/ping'>>().toEqualTypeOf<UnknownAnswer>()
  expectTypeOf<ServiceAnswer<'GET', string>>().toEqualTypeOf<UnknownAnswer>()
  expectTypeOf<ServiceAnswer<'GET', `${string}/members`>>().toEqualTypeOf<UnknownAnswer>()
})

test("the types of the service's answers are known to calls whose path is written in place", () => {
  const calls = async () => {
    const { status, body } = await world.get(`/lists/${id}/members/${id}`)
    expectTypeOf(body.status).toEqualTypeOf<Member['status'] | number>()
    expectTypeOf(body.email_address).toEqualTypeOf<string | undefined>()
    expectTypeOf(body.detail).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: neither a member nor a problem has it
    void body.colour
    if (status === 200) expectTypeOf(body.email_address).toEqualTypeOf<string>()
    if (status === 404) expectTypeOf(body.detail).toEqualTypeOf<string>()
    if (status !== 200) expectTypeOf(body.title).toEqualTypeOf<string>()
    // @ts-expect-error: the service never answers this with 201
    void (status === 201)
    const created = await world.post(`/lists/${id}/members`, { email_address: 'eve@acme.test', status: 'subscribed' })
    if (created.status === 200) expectTypeOf(created.body).toExtend<Member>()
    const gone = await world.delete(`/lists/${id}`)
    if (gone.status === 204) expectTypeOf(gone.body).toEqualTypeOf<undefined>()
    expectTypeOf(world.delete()).resolves.toEqualTypeOf<void>()
    const { body: anything } = await world.get(id)
    expectTypeOf(anything).toBeUnknown()
    await world.get('/lists', { query: { count: 1, fields: ['lists.id', 'total_items'] } })
    await world.get('/lists', undefined, { query: { count: 1 } })
    // @ts-expect-error: a query has no objects
    await world.get('/lists', { query: { count: {} } })
    // @ts-expect-error: GET has no body
    await world.get('/lists', { name: 'a' }, {})
    // @ts-expect-error: an object is no body of fetch
    await world.fetch('/lists', { method: 'POST', body: { name: 'a' } })
  }
  expectTypeOf(calls).toBeFunction()
})

test("the types of the service's query parameters follow from the method and the path, and a query that the contract accepts compiles", () => {
  const calls = () => [
    world.get('/lists', { query: { count: 1, offset: undefined, sort_dir: 'ASC', fields: 'lists.stats.member_count' } }),
    world.get(members, { query: { fields: ['members.merge_fields.FNAME', 'total_items'], status: 'pending' } }),
    world.get(`/campaigns/${id}`, { query: { exclude_fields: ['settings', 'recipients.segment_opts'] } }),
    world.get('/lists', undefined, { query: { count: 1 }, headers: { 'x-trace': '1' } }),
    world.post(members, { email_address: 'eve@acme.test', status: 'subscribed' }, { query: { skip_merge_validation: true } }),
    world.get(id, { query: { anything: 'at a path that the compiler does not know' } }),
    world.get('/no-such', { query: { anything: [1, 2] } }),
  ]
  expectTypeOf(calls).toBeFunction()
})

test("the types of the service's query parameters rule out a query that the contract refuses", () => {
  const calls = () => [
    // @ts-expect-error: there is no such parameter
    world.get('/lists', { query: { cuont: 3 } }),
    // @ts-expect-error: there is no such parameter, after an empty body
    world.get('/lists', undefined, { query: { cuont: 3 } }),
    // @ts-expect-error: a number
    world.get('/lists', { query: { count: 'three' } }),
    // @ts-expect-error: no listed value
    world.get('/lists', { query: { sort_dir: 'UP' } }),
    // @ts-expect-error: the answer has no such member
    world.get('/lists', { query: { fields: ['lists.nmae'] } }),
    // @ts-expect-error: the answer has no such member
    world.get(`${members}/${id}`, { query: { exclude_fields: 'colour' } }),
    // @ts-expect-error: this operation has no query parameters
    world.post('/batches', { operations: [] }, { query: { count: 1 } }),
    // @ts-expect-error: this operation has no such parameter
    world.delete(`/lists/${id}`, { query: { count: 1 } }),
  ]
  expectTypeOf(calls).toBeFunction()
})

describe("the types of the service's request bodies", () => {
  test("the types of the service's request bodies follow from the method and the path, and a body that the contract accepts compiles", () => {
    const calls = () => [
      world.post(members, { email_address: 'eve@acme.test', status: 'subscribed', merge_fields: { FNAME: 'Eve' } }),
      world.put(`${members}/${id}`, { email_address: 'eve@acme.test', status_if_new: 'pending' }),
      world.patch(`${members}/${id}`, { vip: true }, { headers: { 'x-trace': '1' } }),
      world.post(`/lists/${id}`, { members: [{ email_address: 'eve@acme.test', status: 'subscribed', tags: ['a'] as const }] }),
      world.post('/batches', { operations: ['a', 'b'].map((path) => ({ method: 'GET', path })) }),
      world.post(`/lists/${id}/segments`, { name: 'a', static_segment: ['eve@acme.test'] }),
      world.post(`/lists/${id}/segments`, { name: 'a', options: { conditions: [{ field: 'FNAME', op: 'is', value: 'Eve' }] } }),
      world.post(`/campaigns/${id}/actions/schedule`, { schedule_time: '2026-02-01T09:00:00Z', batch_delivery: false }),
      // The setting `list_required` decides whether more than a name is required.
      world.post('/lists', { name: 'a' }),
      world.post(`${members}/${id}/actions/delete-permanent`),
      world.post(`/campaigns/${id}/actions/create-resend`),
      world.post(members, '{"email_address":'),
      world.post(id, { anything: true }),
    ]
    expectTypeOf(calls).toBeFunction()
    expectTypeOf<RequestBody<'POST', '/lists/a/members'>['status']>().toEqualTypeOf<ServiceSchemas['MemberStatusInput']>()
    expectTypeOf<RequestBody<'POST', '/ping'>>().toBeUnknown()
  })

  test("the types of the service's request bodies rule out a body that the contract refuses", () => {
    const calls = () => [
      // @ts-expect-error: the status is missing
      world.post(members, { email_address: 'eve@acme.test' }),
      // @ts-expect-error: no listed value
      world.post(members, { email_address: 'eve@acme.test', status: 'archived' }),
      // @ts-expect-error: there is no such member
      world.patch(`${members}/${id}`, { colour: 'red' }),
      // @ts-expect-error: the body is missing
      world.post(members),
      // @ts-expect-error: an item of a bulk subscription has no such status
      world.post(`/lists/${id}`, { members: [{ email_address: 'eve@acme.test', status: 'archived' }] }),
      // @ts-expect-error: a segment is static or has conditions
      world.post(`/lists/${id}/segments`, { name: 'a', static_segment: [], options: { conditions: [] } }),
      // @ts-expect-error: a segment is static or has conditions
      world.post(`/lists/${id}/segments`, { name: 'a' }),
      // @ts-expect-error: false, or how it is delivered
      world.post(`/campaigns/${id}/actions/schedule`, { schedule_time: '2026-02-01T09:00:00Z', batch_delivery: true }),
    ]
    expectTypeOf(calls).toBeFunction()
    expectTypeOf<{ condition_type: 'TextMerge'; field: 'FNAME'; op: 'is'; value: 'a' }>().toExtend<
      ServiceSchemas['ConditionInput']
    >()
    expectTypeOf<{ condition_type: 'TextMerge'; field: 'FNAME'; op: 'near'; value: 'a' }>().not.toExtend<
      ServiceSchemas['ConditionInput']
    >()
  })

  test("the body types of the service's requests and responses are usable in an application", () => {
    expectTypeOf<SuccessBody<'GET', `/lists/${string}/members/${string}`>>().toEqualTypeOf<Member>()
    expectTypeOf<SuccessBody<'DELETE', '/lists/a'>>().toEqualTypeOf<undefined>()
    expectTypeOf<SuccessBody<'GET', '/no-such'>>().toBeUnknown()
  })
})
