import { describe, expect, test } from 'vitest'
import { documents } from '../../src/kernel/contract/documents.ts'
import type { Route } from '../../src/kernel/contract/route.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import { members } from '../../src/service/model/members/member.ts'
import type { Body } from '../mock.ts'
import { worldWithOneOfEach } from './one-of-each.ts'

/** Collections that are always empty, since their items are not simulated. */
const EMPTY = new Set(['getMemberGoals', 'getProductActivity', 'getSocialAdReports'])

const collections = routes.filter(({ method, collection }) => method === 'GET' && collection)
const takes = (route: Route, name: string) => route.query.some((parameter) => parameter.name === name)
const named = (some: readonly Route[]) => some.map((route) => [route.id, route] as const)

const unpaged = collections.filter((route) => !takes(route, 'count'))
const byOffset = collections.filter((route) => takes(route, 'count') && takes(route, 'offset'))

/** A world in which every collection has items, and a reader of one of them. */
async function reader({ id, path }: Route) {
  const { call, ids, plant, pass } = await worldWithOneOfEach()
  const at = (template: string) => template.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? 'missing')
  await plant((tx) => {
    for (const member of tx.range(members.key).all())
      tx.put(members, { ...member, email_client: 'Gmail', location: { ...member.location, country_code: 'GB' } })
  })
  for (const [template, body] of MORE) expect((await call(`POST /3.0${at(template)}`, body)).status).toBeLessThan(300)
  // The parts of an automation are its emails, the first of which goes out after a day.
  if (id === 'getSubReports') {
    await pass('P1D')
    ids.set('campaign_id', ids.get('workflow_id') ?? '')
  }
  const required = id === 'searchCampaigns' ? 'query=news&' : ''
  return async (query: string): Promise<Body> => (await call(`GET /3.0${at(path)}?${required}${query}`)).body
}

const MEMBER = '/lists/{list_id}/members/{subscriber_hash}'

/** What a world with one of each does not have yet. */
const MORE: readonly (readonly [string, object])[] = [
  ['/lists/{list_id}/members', { email_address: 'bea@acme.test', status: 'subscribed' }],
  ['/lists/{list_id}/segments/{segment_id}/members', { email_address: 'bea@acme.test' }],
  ['/automations/{workflow_id}/removed-subscribers', { email_address: 'bea@acme.test' }],
  [`${MEMBER}/tags`, { tags: [{ name: 'Static', status: 'active' }] }],
  [`${MEMBER}/events`, { name: 'bought', properties: {} }],
  ['/campaign-folders', { name: 'Spring' }],
  ['/file-manager/files', { name: 'b.txt', file_data: 'eA==', folder_id: 1 }],
]

/** The items of an answer: its only array besides the links. */
function itemsIn(body: Body): readonly unknown[] {
  const arrays = Object.entries(body).flatMap(([name, value]) => (Array.isArray(value) && name !== '_links' ? [value] : []))
  expect(arrays).toHaveLength(1)
  return arrays[0] ?? []
}

test('each collection takes count and offset, or a cursor, or says in the contract that there is no paging', async () => {
  const { paths } = await documents.service()
  for (const route of collections) {
    const operation = paths[route.path]?.get
    const isUnpaged = operation !== undefined && 'x-paging' in operation && operation['x-paging'] === 'none'
    expect([route.id, isUnpaged]).toEqual([route.id, unpaged.includes(route)])
    if (isUnpaged) expect(operation.description).toContain('There is no paging')
    else expect([route.id, takes(route, 'offset') || takes(route, 'cursor')]).toEqual([route.id, true])
  }
})

describe.each(named(byOffset))('%s', (id, route) => {
  test('a paged collection returns the part that count and offset name, and the true total_items', async () => {
    const read = await reader(route)
    const whole = await read('count=1000')
    const items = itemsIn(whole)
    expect(items.length).toBe(whole.total_items)
    expect(items.length === 0).toBe(EMPTY.has(id))
    const offsets = [0, 1, items.length, items.length + 1]
    for (const [count, offset] of [0, 1, 2, 1000].flatMap((each) => offsets.map((from) => [each, from] as const))) {
      const page = await read(`count=${count}&offset=${offset}`)
      expect({ count, offset, items: itemsIn(page) }).toEqual({ count, offset, items: items.slice(offset, offset + count) })
      expect(page.total_items).toBe(whole.total_items)
    }
  })
})

describe.each(named(unpaged))('%s', (_, route) => {
  test('a collection without paging is returned whole, whatever count and offset say', async () => {
    const read = await reader(route)
    const { _links, ...whole } = await read('')
    expect(await read('count=1&offset=1')).toMatchObject(whole)
  })
})
