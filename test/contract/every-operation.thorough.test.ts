import { describe, expect, test } from 'vitest'
import { documents } from '../../src/kernel/contract/documents.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import type { Route } from '../../src/kernel/contract/route.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { stores, storeOrThrow } from '../../src/service/model/stores/store.ts'
import { worldWithOneOfEach } from './one-of-each.ts'
import { MINIMAL_BODIES } from './minimal-bodies.ts'

/** A world for calls that are refused, which change nothing in it. */
const refusing = await worldWithOneOfEach()
const OTHER_LIST = 'ffffffffff'
await refusing.plant((tx) => makeList(tx, { id: OTHER_LIST, name: 'Other' }))

/** Ids that nothing has, among them other ways to write the number of a known id. */
function unknownIds(known: string): string[] {
  const others = ['x', 'e0', '.0'].map((end) => `${known}${end}`)
  return ['0000000000', 'nonsense', '__proto__', '9'.repeat(20), ...(/^\d+$/.test(known) ? [`-${known}`, ...others] : [])]
}

const pathOf = (route: Route, ids: ReadonlyMap<string, string>) =>
  `/3.0${route.path.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? 'missing')}`
const parameters = (route: Route) => [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
/** The paths whose ids are looked up before a body is read. */
const BODY_LAST = /^\/ecommerce|^\/customer-journeys|\/surveys/
/** The operations that create what is missing. */
const CREATING = new Set(['setMember', 'setCustomer', 'setProduct', 'setProductVariant'])
const taking = (name: string) => routes.filter((route) => route.query.some((parameter) => parameter.name === name))
const named = (some: readonly Route[]) => some.map((route) => [route.id, route] as const)

describe.each(named(routes))('%s', (_, route) => {
  test('the operation requires a credential and rejects an unknown one', async () => {
    const { call, ids, handle } = await worldWithOneOfEach()
    handle().world = { ...handle().world, settings: { ...handle().world.settings, credentials: 'known' } }
    const before = handle().world
    const line = `${route.method} ${pathOf(route, ids)}`
    expect((await call(line, undefined, { anonymous: true })).body).toMatchObject({ status: 401, title: 'API Key Missing' })
    expect((await call(line, undefined, { headers: { authorization: 'Bearer nobody-dc1' } })).body).toMatchObject({
      status: 401,
      title: 'API Key Invalid',
    })
    expect(handle().world).toBe(before)
  })

  test('the operation returns any error requested by X-Trigger-Error', async () => {
    const { call, ids } = refusing
    const { body } = await call(`${route.method} ${pathOf(route, ids)}`, undefined, {
      headers: { 'x-trigger-error': 'UserDisabled' },
    })
    expect(body).toMatchObject({ status: 403, title: 'User Disabled' })
  })

  test('the operation returns 403 for a disabled account, and the contract lists this answer', async () => {
    const { call, ids } = await worldWithOneOfEach()
    await call('POST /_control/triggers', { trigger: 'account.disable' })
    const { body } = await call(`${route.method} ${pathOf(route, ids)}`)
    expect(body).toMatchObject({ status: 403, title: 'User Disabled' })
    expect(await listedAnswer(route, 403)).toContain('User Disabled')
  })

  test('the operation rejects a body that is not JSON or not an object', async () => {
    if (route.body === 'none') return
    const { call, ids, handle } = refusing
    const before = handle().world
    const line = `${route.method} ${pathOf(route, ids)}`
    expect((await call(line, undefined, { raw: '{' })).body).toMatchObject({ status: 400, title: 'JSON Parse Exception' })
    expect((await call(line, [])).body).toMatchObject({ status: 400, title: 'Invalid Resource', errors: [{ field: '' }] })
    expect(handle().world).toBe(before)
  })

  test('the operation returns 404 below another list than that of the last id in its path', async () => {
    // Merge fields and months have the same ids in each list.
    if (!/^\/(?:lists|audiences)\/.*\/\{(?!merge_id|month)\w+\}/.test(route.path) || CREATING.has(route.id)) return
    const { call, ids, handle } = refusing
    const before = handle().world
    const others = new Map([...ids, ['list_id', OTHER_LIST], ['audience_id', OTHER_LIST]])
    const { body } = await call(`${route.method} ${pathOf(route, others)}`, exampleBody(route))
    expect(body).toMatchObject({ status: 404, title: 'Resource Not Found' })
    expect(handle().world).toBe(before)
  })

  test('the operation returns 404 for unknown ids in its path', async () => {
    const { call, ids, handle } = refusing
    const before = handle().world
    // PUT creates what is missing, so it never returns 404 for the last id.
    const names = parameters(route).slice(0, CREATING.has(route.id) ? -1 : undefined)
    for (const [name, id] of names.flatMap((each) => unknownIds(ids.get(each) ?? '').map((other) => [each, other] as const))) {
      const line = `${route.method} ${pathOf(route, new Map([...ids, [name, id]]))}`
      const bodies = BODY_LAST.test(route.path) && route.body !== 'none' ? [exampleBody(route), '{'] : [exampleBody(route)]
      for (const sent of bodies) {
        const { body } = await call(line, sent, sent === '{' ? { raw: '{' } : {})
        expect(body, `${name} ${id} of ${route.id}`).toMatchObject({ status: 404, title: 'Resource Not Found' })
      }
    }
    expect(handle().world).toBe(before)
  })
})

describe.each(named(routes.filter(({ path }) => path.startsWith('/ecommerce/stores/{store_id}'))))('%s', (_, route) => {
  test('a store that can only be read refuses changes before their body is read, after their path', async () => {
    const { call, ids, handle, plant } = await worldWithOneOfEach()
    await plant((tx) => tx.amend(stores, storeOrThrow(tx, { store_id: ids.get('store_id') ?? '' }), { read_only: true }))
    const before = handle().world
    const status = async (known: ReadonlyMap<string, string>) =>
      (await call(`${route.method} ${pathOf(route, known)}`, undefined, route.body === 'none' ? {} : { raw: '{' })).status
    expect(await status(ids)).toBe(route.method === 'GET' ? 200 : 403)
    const last = parameters(route).at(-1) ?? ''
    if (!CREATING.has(route.id)) expect(await status(new Map([...ids, [last, '0000000000']]))).toBe(404)
    expect(handle().world).toBe(before)
  })
})

test.each([...new Set(routes.map(({ path }) => path))])('%s answers other methods than its own with 405', async (path) => {
  const { call, ids } = refusing
  const own = routes.filter((route) => route.path === path)
  for (const method of Object.keys(METHODS).filter((other) => own.every((route) => route.method !== other))) {
    const { body } = await call(`${method} ${pathOf(own[0] as Route, ids)}`)
    expect(body, method).toMatchObject({ status: 405, title: 'Method Not Allowed' })
  }
})

test.each(named(taking('exclude_fields')))('%s rejects fields together with exclude_fields', async (_, route) => {
  const { call, ids } = refusing
  expect((await call(`${route.method} ${pathOf(route, ids)}?fields=a&exclude_fields=b`)).body).toMatchObject({
    status: 400,
    title: 'Bad Request',
  })
})

const paging = ['count', 'offset'].flatMap((name) => taking(name).map((route) => [route.id, name, route] as const))
test.each(paging)('%s rejects a malformed %s', async (_, name, route) => {
  const { call, ids } = refusing
  for (const value of ['-1', 'few']) {
    const { body } = await call(`${route.method} ${pathOf(route, ids)}?${name}=${value}`)
    expect(body).toMatchObject({ status: 400, title: 'Invalid Resource', errors: [{ field: name }] })
  }
})

const choosing = routes.flatMap((route) =>
  route.query
    .filter((parameter) => parameter.accepted && parameter.kind === 'string')
    .map(({ name }) => [route.id, name, route] as const),
)
test.each(choosing)('%s rejects an unknown value of %s', async (_, name, route) => {
  const { call, ids } = refusing
  const { body } = await call(`${route.method} ${pathOf(route, ids)}?${name}=nonsense`, exampleBody(route))
  expect(body).toMatchObject({ status: 400, title: 'Invalid Resource', errors: [{ field: name }] })
})

const dating = routes.flatMap((route) =>
  route.query.filter(({ kind }) => kind === 'instant').map(({ name }) => [route.id, name, route] as const),
)
test.each(dating)('%s rejects a malformed date in %s', async (_, name, route) => {
  const { call, ids } = refusing
  const { body } = await call(`${route.method} ${pathOf(route, ids)}?${name}=31.12.2025`)
  expect(body).toMatchObject({ status: 400, title: 'Invalid Resource', errors: [{ field: name }] })
})

/** The description of an answer in the published contract of the service. Empty if the contract does not list the status. */
async function listedAnswer({ method, path }: Route, status: number): Promise<string> {
  const { paths, components } = await documents.service()
  const answer = paths[path]?.[METHODS[method]]?.responses?.[status] ?? { description: '' }
  if (!('$ref' in answer)) return answer.description
  const shared = components.responses?.[answer.$ref.split('/').at(-1) ?? '']
  return shared && 'description' in shared ? shared.description : ''
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const

/** A body that passes the contract check, so that the ids of the path are looked up. */
function exampleBody(route: Route): unknown {
  return route.body === 'none' ? undefined : MINIMAL_BODIES[route.id]
}
