import { expect, test } from 'vitest'
import { documents } from '../../src/kernel/contract/documents.ts'
import type { LinkTarget, Route } from '../../src/kernel/contract/route.ts'
import { links, routes } from '../../src/kernel/contract/service.ts'
import { renderLinks, type Linked } from '../../src/service/rules/answers/links.ts'
import type { Body } from '../mock.ts'
import { worldWithOneOfEach } from './one-of-each.ts'
import { operationAt, resolveSchema, responseContent } from './operation-at.ts'

const document = await documents.service()
const { call, ids, plant } = await worldWithOneOfEach()

const list = `/3.0/lists/${ids.get('list_id')}`
const bea = (await call(`POST ${list}/members`, { email_address: 'bea@acme.test', status: 'subscribed' })).body
await call(`POST /3.0/automations/${ids.get('workflow_id')}/removed-subscribers`, { email_address: 'bea@acme.test' })
const folder = (await call('POST /3.0/campaign-folders', { name: 'Spring' })).body

/** Ids of other resources than those of each kind that the world has. */
const OTHER_IDS: { readonly [operation: string]: { readonly [parameter: string]: string } } = {
  getRemovedSubscriber: { subscriber_hash: bea.id },
  getCampaignFolder: { folder_id: folder.id },
  getCampaignFolders: { folder_id: folder.id },
  getRemovedSubscribers: { subscriber_hash: bea.id },
}

/** The names of links in their order, with the methods of those that are no GET. */
function namesOf(targets: { readonly [rel: string]: LinkTarget }): string {
  return Object.entries(targets)
    .map(([rel, { method }]) => (method === 'GET' ? rel : `${method} ${rel}`))
    .join(', ')
}

test('each schema has the links of the service, in their order', async () => {
  const lines = Object.entries(links).map(([schema, targets]) => `${schema}: ${namesOf(targets)}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('links.txt')
})

/** The schema of an answer or an item, if it has links. */
function linkedSchema(schema: Body): Linked | undefined {
  const name = schema?.$ref?.split('/').at(-1)
  return name !== undefined && name in links ? name : undefined
}

/** The schema of an answer, and the schema and the name of its items if it is a collection. */
function schemasOf(route: Route) {
  const own = linkedSchema(responseContent(operationAt(document, route), 200)?.schema)
  if (own === undefined) return []
  const properties: Body = document.components.schemas[own]?.properties ?? {}
  const [name, items] = Object.entries<Body>(properties).find(([, { items: each }]) => linkedSchema(each)) ?? []
  return [{ own, name, item: linkedSchema(items?.items) }]
}

const reads = routes
  .filter(({ method }) => method === 'GET')
  .flatMap((route) => schemasOf(route).map((schemas) => [route.id, route, schemas] as const))

test.each(reads)(
  '%s answers the links of its schema and of its items, with their ids',
  async (id, { path }, { own, name, item }) => {
    // The root has no ids: its link to contacts is a template.
    const named = id === 'getRoot' ? {} : { ...Object.fromEntries(ids), ...OTHER_IDS[id] }
    const query = id.startsWith('search') ? '?query=ada' : ''
    const { status, body } = await call(
      `GET /3.0${path.replace(/\{(\w+)\}/g, (_, parameter: string) => named[parameter] ?? 'missing')}${query}`,
    )
    expect(status).toBe(200)
    const shown = (schema: Linked) => plant((tx) => renderLinks(tx, schema, named))
    const [self, ...others] = await shown(own)
    expect(Array.isArray(body) ? body : body._links).toEqual([
      { ...self, href: `${self?.href}${own === 'MemberSearch' ? query : ''}` },
      ...others,
    ])
    if (name === undefined || item === undefined || body[name].length === 0) return
    expect(body[name].map(({ _links }: Body) => _links)).toContainEqual(await shown(item))
  },
)

/** The collections whose items can be read alone, apart from that of domains, which have no links. */
const collections = routes.filter(({ id, method, collection, path }) => {
  const isItem = (route: Route) =>
    route.method === 'GET' && /^\/\{\w+\}$/.test(route.path.slice(path.length)) && route.path.startsWith(path)
  return method === 'GET' && collection && id !== 'getVerifiedDomains' && routes.some(isItem)
})

test.each(collections.map((route) => [route.id, route] as const))(
  '%s shows its items as they are answered alone',
  async (_, { path }) => {
    const { body } = await call(
      `GET /3.0${path.replace(/\{(\w+)\}/g, (__, name: string) => ids.get(name) ?? 'missing')}?count=1000`,
    )
    const [items = []] = Object.entries<Body>(body).flatMap(([name, value]) =>
      Array.isArray(value) && name !== '_links' ? [value] : [],
    )
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) {
      const self = item._links.find(({ rel }: Body) => rel === 'self').href
      expect((await call(`GET ${new URL(self).pathname}`)).body).toMatchObject(item)
    }
  },
)

/** Schemas whose answers have an order of their own. */
const UNORDERED = new Set(['CampaignFeedback', 'Member', 'MemberActivityFeedItem', 'MergeField', 'ReportOpens', 'SurveyResponse'])

/** The members that a schema names, in their order. */
function membersOf(schema: Body): { readonly [name: string]: Body } {
  const { allOf = [], properties = {} } = resolveSchema(document, schema) ?? {}
  return Object.assign({}, ...allOf.map(membersOf), properties)
}

/** The objects in an answer whose members are in another order than their schema has them. */
function unorderedIn(schema: Body, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unorderedIn(resolveSchema(document, schema).items, item))
  const members = Object.entries(membersOf(schema))
  const name = schema?.$ref?.split('/').at(-1)
  if (typeof value !== 'object' || value === null || members.length === 0 || UNORDERED.has(name)) return []
  const shown = Object.keys(value).join(' ')
  const wanted = members.flatMap(([member]) => (member in value ? [member] : [])).join(' ')
  return [
    ...(shown === wanted ? [] : [`${name}: ${shown}`]),
    ...members.flatMap(([member, each]) => unorderedIn(each, Reflect.get(value, member))),
  ]
}

test.each(routes.filter(({ method }) => method === 'GET').map((route) => [route.id, route] as const))(
  '%s answers the members of its schema in their order',
  async (id, route) => {
    const query = id.startsWith('search') ? '?query=ada' : ''
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => OTHER_IDS[id]?.[name] ?? ids.get(name) ?? 'missing')
    const { status, body } = await call(`GET /3.0${path}${query}`)
    expect(status).toBe(200)
    expect(unorderedIn(responseContent(operationAt(document, route), 200)?.schema, body)).toEqual([])
  },
)
