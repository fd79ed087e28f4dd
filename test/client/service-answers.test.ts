import { describe, expectTypeOf, test } from 'vitest'
import type { ServiceAnswer, ServiceSchemas, UnknownAnswer, World } from '../../src/client/index.ts'

// These tests check compiler errors: `npm run typecheck` fails if an expected error does not occur.
declare const world: World
declare const id: string

type Member = ServiceSchemas['Member']
type BodyAt<Path extends string> = Extract<ServiceAnswer<'GET', Path>, { readonly status: 200 }>['body']

describe("the types of the service's answers", () => {
  test('follow from the most specific path, with and without a query, a version and a parameter', () => {
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

  test('are unknown for a path that the contract does not have', () => {
    expectTypeOf<ServiceAnswer<'GET', '/no-such'>>().toEqualTypeOf<UnknownAnswer>()
    expectTypeOf<ServiceAnswer<'GET', '/lists/abc/no-such'>>().toEqualTypeOf<UnknownAnswer>()
    expectTypeOf<ServiceAnswer<'PUT', '/ping'>>().toEqualTypeOf<UnknownAnswer>()
    expectTypeOf<ServiceAnswer<'GET', string>>().toEqualTypeOf<UnknownAnswer>()
    expectTypeOf<ServiceAnswer<'GET', `${string}/members`>>().toEqualTypeOf<UnknownAnswer>()
  })

  test('are known to calls whose path is written in place', () => {
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
})
