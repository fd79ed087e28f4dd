import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { documents } from '../../src/kernel/contract/documents.ts'
import type { Route } from '../../src/kernel/contract/route.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import { Vocabulary } from '../../src/service/vocabulary/vocabulary.ts'
import { MINIMAL_BODIES } from '../contract/minimal-bodies.ts'
import { makeOneOfEach } from '../contract/one-of-each.ts'
import { operationAt, requestContent } from '../contract/operation-at.ts'
import { mock, type Body } from '../mock.ts'
import { deployedPath, deployedValue, everyWord, inDeployment, inReference } from './every-word.ts'

const document = await documents.service()
const vocabulary = await everyWord()
const named = routes.map((route) => [route.id, route] as const)

/** The strict contract of the deployment. */
const deployed = new Vocabulary(vocabulary, document).openApi(document)
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(deployed, 'contract')

/** Where an answer breaks the contract of the deployment. */
function violationOf({ path, method, status }: Route, answer: unknown): unknown {
  const steps = [
    'paths',
    inDeployment(path),
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ]
  const validate = ajv.getSchema(`contract#/${steps.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/')}`)
  return validate?.(answer) ? undefined : (validate?.errors ?? 'no schema')
}

/** Two equal accounts: one with the words of the reference, one in which every word differs. */
async function pair() {
  const [plain, spelled] = [mock(), mock({ settings: { vocabulary } })]
  const ids = new Map(Object.entries(await plain.plant(makeOneOfEach)))
  await spelled.plant(makeOneOfEach)
  return { plain, spelled, ids }
}

/** For calls that change nothing, and for those that are not understood. */
const accounts = await pair()
const { spelled: stranger, ids: knownIds } = await pair()

/** The keys in an answer that have kept the reference's word. Merge tags, ids of interests, the section `text` of the template and the property `product` belong to users. */
function keysOfReference(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value)
    ? []
    : Object.keys(value).filter((key) => !key.startsWith('zk_') && !/^([A-Z0-9_]+|[0-9a-f]{10}|text|product)$/.test(key))
  return [...own, ...Object.values(value).flatMap(keysOfReference)]
}

/** Operations of a batch are stored as they were sent, so their parameters are translated when they run. */
const PARAMETERS: ReadonlySet<string> = new Set(['count', 'fields'])

/** Every combination of query parameters that is worth a call. */
function queriesOf(route: Route): readonly (readonly [string, string][])[] {
  const listed = route.query.flatMap(({ name, accepted = [] }) => accepted.map((value): [string, string][] => [[name, value]]))
  const counts = route.query.some(({ name }) => name === 'count')
    ? [[['count', '1']] as [string, string][], [['count', 'x']] as [string, string][]]
    : []
  const nonsense = route.query.filter(({ accepted }) => accepted).map(({ name }): [string, string][] => [[name, 'nonsense']])
  return [[], ...listed, ...counts, ...nonsense]
}

/** The query of the deployment: values that the contract lists are renamed. */
function deployedQuery(route: Route, query: readonly (readonly [string, string])[]): string {
  return query
    .map(([name, value]) => {
      const isListed = route.query.find((each) => each.name === name)?.accepted?.includes(value) ?? false
      return `zk_${name}=${isListed ? 'zv-' : ''}${value}`
    })
    .join('&')
}

describe.each(named)('with another word for everything, %s', (_, route) => {
  const bodies = async (): Promise<readonly Body[]> => {
    if (route.body === 'none') return [undefined]
    const content = requestContent(operationAt(document, route))
    return [MINIMAL_BODIES[route.id], content?.example, {}, { nonsense: 1 }].filter((body) => body !== undefined)
  }

  test('a call with another word for everything is answered as without, apart from the words', async () => {
    const schema = requestContent(operationAt(document, route))?.schema
    const { plain, spelled, ids } = route.method === 'GET' ? accounts : await pair()
    const path = `/3.0${route.path.replace(/\{(\w+)\}/g, (__, name: string) => ids.get(name) ?? 'missing')}`
    for (const body of await bodies()) {
      for (const query of queriesOf(route)) {
        const search = query.length > 0 ? `?${new URLSearchParams(Object.fromEntries(query)).toString()}` : ''
        const expected = await plain.call(`${route.method} ${path}${search}`, body)
        const sent = body === undefined ? undefined : await deployedValue(schema, body)
        const deployedSearch = query.length > 0 ? `?${deployedQuery(route, query)}` : ''
        const answer = await spelled.call(`${route.method} /3.0${deployedPath(route.path, ids)}${deployedSearch}`, sent)
        const what = `${search} ${JSON.stringify(body)}`
        expect(keysOfReference(sent).filter((key) => key !== 'nonsense' && !PARAMETERS.has(key))).toEqual([])
        expect(answer.status, what).toBe(expected.status)
        expect(inReference(answer.text), what).toBe(expected.text)
        expect(keysOfReference(answer.body), what).toEqual([])
        if (answer.status === route.status && answer.text !== '') expect(violationOf(route, answer.body), what).toBeUndefined()
        expect(inReference(answer.headers.get('link') ?? '')).toBe(expected.headers.get('link') ?? '')
        expect(answer.headers.get('zx-request-id')).toBe(expected.headers.get('x-request-id'))
      }
    }
  })

  test('a call with another word for everything does not know the words of the reference', async () => {
    if (route.path === '/') return
    const path = `/3.0${route.path.replace(/\{(\w+)\}/g, (__, name: string) => knownIds.get(name) ?? 'missing')}`
    expect((await stranger.call(`${route.method} ${path}`, MINIMAL_BODIES[route.id])).status).toBe(404)
  })
})
