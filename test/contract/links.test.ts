import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { webhooks } from '../../src/resources/webhooks/webhook.ts'
import { mock, type Answered, type Body } from '../mock.ts'

const BASE = 'http://maildouble.test'
const PAGES_MAX = 600

interface Link {
  readonly rel: string
  readonly href: string
  readonly method: string
  readonly targetSchema?: string
  readonly schema?: string
}

/** Every link met on the way from the root over all GET links, and what came of following it. */
async function walk() {
  const { call, plant } = mock({ scenario: 'starter' })
  const events = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: true }
  const hook = { id: 'ffffffffff', list_id: 'aaaaaaaaaa', url: 'http://127.0.0.1:5000/hook', events }
  await plant((tx) => tx.insert(webhooks, { ...hook, sources: { user: true, admin: true, api: true } }))

  const links = new Map<string, Link>()
  const answers = new Map<string, Answered>()
  // A search is no place that a link leads to without saying what is looked for.
  const waiting = ['/3.0/', '/3.0/search-members?query=ada']
  for (let path = waiting.shift(); path !== undefined && answers.size < PAGES_MAX; path = waiting.shift()) {
    if (answers.has(path)) continue
    const answer = await call(`GET ${path}`)
    answers.set(path, answer)
    for (const link of linksIn(answer.body)) {
      links.set(`${link.method} ${link.rel} ${link.href}`, link)
      if (link.method === 'GET') waiting.push(link.href.slice(BASE.length))
    }
  }
  expect(waiting).toEqual([])

  const isThere = async ({ method, href }: Link): Promise<boolean> => {
    const path = href.slice(BASE.length)
    if (method === 'GET') return answers.get(path)?.status !== 404
    const { headers } = await call(`OPTIONS ${path}`)
    return (headers.get('allow') ?? '').split(', ').includes(method)
  }
  const there: Link[] = []
  const missing: Link[] = []
  for (const link of links.values()) ((await isThere(link)) ? there : missing).push(link)
  return { call, answers, there, missing }
}

function linksIn(node: Body): Link[] {
  if (Array.isArray(node)) return node.flatMap(linksIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => (name === '_links' ? (value as Link[]) : linksIn(value)))
}

/** A link with the ids in its path taken out. */
function kindOf({ method, rel, href }: Link): string {
  const path = href.slice(`${BASE}/3.0`.length).replaceAll(/\/([0-9a-f]{10}|[0-9a-f]{32})(?=\/|$)/g, '/{id}')
  return `${method} ${rel} ${path}`
}

const kindsOf = (links: readonly Link[]) => [...new Set(links.map(kindOf))].toSorted()

const walked = walk()

/** What the service has and maildouble does not. */
const MISSING = [
  'DELETE delete /lists/{id}/webhooks/{id}',
  'GET account-exports /account-exports',
  'GET activity-feed /activity-feed',
  'GET audiences /audiences/{audience_id}/contacts',
  'GET authorized-apps /authorized-apps',
  'GET automations /automations',
  'GET batch-webhooks /batch-webhooks',
  'GET batches /batches',
  'GET campaign-folders /campaign-folders',
  'GET campaigns /campaigns',
  'GET connected-sites /connected-sites',
  'GET conversations /conversations',
  'GET file-manager /file-manager',
  'GET landing-pages /landing-pages',
  'GET reporting /reporting',
  'GET reports /reports',
  'GET self /lists/{id}/webhooks/{id}',
  'GET template-folders /template-folders',
  'GET templates /templates',
  'GET verified-domains /verified-domains',
  'PATCH update /lists/{id}/webhooks/{id}',
  'POST create /lists/{id}/webhooks',
]

describe('links', () => {
  test('all lead to something, but for those to what maildouble does not have', async () => {
    const { there, missing } = await walked
    expect(kindsOf(missing)).toEqual(MISSING)
    expect(kindsOf(there).length).toBeGreaterThan(60)
  })

  test('that are followed by GET answer 200; only a search needs to be told what for', async () => {
    const { answers } = await walked
    const others = [...answers].filter(([, { status }]) => status !== 200 && status !== 404)
    expect(others.map(([path, { status, body }]) => [path, status, body.title])).toEqual([
      ['/3.0/search-members', 400, 'Bad Request'],
    ])
    expect(answers.get('/3.0/search-members?query=ada')?.status).toBe(200)
  })

  test('to what is not there say that maildouble does not have it', async () => {
    const { answers, call } = await walked
    for (const [path, { status, body }] of answers) {
      if (status === 404)
        expect({ path, detail: body.detail }).toMatchObject({
          detail: expect.stringContaining('maildouble does not have this resource'),
        })
    }
    const { status, body } = await call('POST /3.0/lists/aaaaaaaaaa/webhooks', { url: 'http://127.0.0.1:5000/hook' })
    expect({ status, detail: body.detail }).toEqual({
      status: 405,
      detail: 'The method POST is not allowed at this path. What maildouble has here: GET, HEAD, OPTIONS.',
    })
  })

  test('tell the schema of the answer on GET, the schema of the body where there is one, and nothing else', async () => {
    const { there, missing } = await walked
    const bodiless = ['DELETE delete', 'POST delete_permanent']
    for (const link of [...there, ...missing]) {
      const { rel, href, method, targetSchema, schema } = link
      expect(link).toEqual({
        rel,
        href,
        method,
        ...(method === 'GET' ? { targetSchema } : {}),
        ...(method === 'GET' || bodiless.includes(`${method} ${rel}`) ? {} : { schema }),
      })
      const definition = expect.stringMatching(
        /^http:\/\/maildouble\.test\/schema\/3\.0\/Definitions\/[\w/]+\/(Response|CollectionResponse|POST|PUT|PATCH)\.json$/,
      )
      for (const url of [targetSchema, schema]) if (url !== undefined) expect(url).toEqual(definition)
    }
  })

  test('name schemas that can be read, and those of answers describe what is answered', async () => {
    const { there, answers, call } = await walked
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const url of new Set(there.flatMap(({ targetSchema = [], schema = [] }) => [targetSchema, schema].flat()))) {
      const { status, body } = await call(`GET ${url.slice(BASE.length)}`)
      expect({ url, status, type: body.$schema }).toMatchObject({ url, status: 200, type: expect.stringContaining('2020-12') })
      const isDescribed = ajv.compile(body)
      const described = new Set(
        there.flatMap(({ href, targetSchema }) => (targetSchema === url ? [href.slice(BASE.length)] : [])),
      )
      for (const path of described) {
        const answer = answers.get(path)
        if (answer?.status === 200) expect({ path, url, is: isDescribed(answer.body) }).toEqual({ path, url, is: true })
      }
    }
  })

  test('stand in the order of the service', async () => {
    const { answers } = await walked
    const relsAt = (path: string) =>
      linksIn({ _links: answers.get(path)?.body._links }).map(({ rel, method }) => (method === 'GET' ? rel : `${rel} ${method}`))
    const list = '/3.0/lists/aaaaaaaaaa'
    expect(relsAt('/3.0/lists')).toEqual(['self', 'create POST'])
    expect(relsAt(list)).toEqual([
      'self',
      'parent',
      'update PATCH',
      'batch-sub-unsub-members POST',
      'delete DELETE',
      'abuse-reports',
      'activity',
      'clients',
      'growth-history',
      'interest-categories',
      'members',
      'merge-fields',
      'segments',
      'webhooks',
      'signup-forms',
      'locations',
    ])
    expect(relsAt(`${list}/members`)).toEqual(['self', 'parent', 'create POST'])
    expect(relsAt(`${list}/members/3981b0f24162d410a2657d2ced0b5d06`)).toEqual([
      'self',
      'parent',
      'update PATCH',
      'upsert PUT',
      'delete DELETE',
      'activity',
      'goals',
      'notes',
      'events POST',
      'delete_permanent POST',
    ])
    expect(relsAt(`${list}/merge-fields`)).toEqual(['self', 'create POST', 'parent'])
    expect(relsAt(`${list}/merge-fields/1`)).toEqual(['self', 'parent', 'update PATCH', 'delete DELETE'])
    expect(relsAt(`${list}/segments/10001`)).toEqual(['self', 'parent', 'delete DELETE', 'update PATCH', 'members'])
    expect(relsAt(`${list}/interest-categories/aaaaaaaac1`)).toEqual([
      'self',
      'parent',
      'update PATCH',
      'delete DELETE',
      'interests',
    ])
    expect(relsAt(`${list}/interest-categories/aaaaaaaac1/interests/aaaaaaaa11`)).toEqual([
      'self',
      'parent',
      'update PATCH',
      'delete DELETE',
    ])
    expect(answers.get(`${list}/webhooks`)?.body.webhooks[0]._links.map(({ rel }: Link) => rel)).toEqual([
      'self',
      'parent',
      'update',
      'delete',
    ])
  })
})
