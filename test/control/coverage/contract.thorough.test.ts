import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, test } from 'vitest'
import { formats } from '../../../build/formats.mjs'
import { operationsOf } from '../../../build/spec.mjs'
import type { Contract } from '../../../src/kernel/contract/openapi.ts'
import { documents } from '../../../src/kernel/contract/documents.ts'
import { worldWithOneOfEach } from '../../contract/one-of-each.ts'
import { mock } from '../../mock.ts'

const PATH = '/_control/contract/openapi.json'

const served = async (query: string): Promise<Contract> => (await mock().call(`GET ${PATH}${query}`)).body

/** Every node of a document, except values of examples and similar data. */
function* nodesIn(node: unknown): Generator<Record<string, unknown>> {
  if (typeof node !== 'object' || node === null) return
  yield node as Record<string, unknown>
  for (const [key, value] of Object.entries(node)) if (!/^(example|default|enum|const)$/.test(key)) yield* nodesIn(value)
}

/** Returns a function that checks an answer against a document. */
type Check = (path: string, answer: unknown) => unknown

function checkOf(document: Contract): Check {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document as AnySchema, 'document')
  return (path, answer) => {
    const at = `document#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/get/responses/200/content/application~1json/schema`
    const validate = ajv.getSchema(encodeURI(at))
    if (!validate) throw new Error(`The document has no answer for GET ${path}.`)
    return validate(answer) || validate.errors
  }
}

/** Paths whose responses can be reduced to some fields. */
const selective = (await documents.service()).paths
const partial = Object.entries(selective).flatMap(([path, item]) =>
  (item?.get?.parameters ?? []).some((each) => '$ref' in each && each.$ref.endsWith('/fields')) ? [path] : [],
)

describe('getContract', () => {
  test('getContract returns a service contract that names this server, for all worlds', async () => {
    const { call } = mock()
    const { status, headers, body } = await call(`GET ${PATH}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body.servers).toEqual([{ url: 'http://maildouble.test/3.0', description: 'This server' }])
    expect(Object.keys(body.paths)).toEqual(Object.keys(selective))
    expect((await call('GET /_control/worlds/default/contract/openapi.json')).status).toBe(404)
  })

  test('getContract returns the strict contract on request and rejects other variants', async () => {
    const { servers: _, ...strict } = await served('?variant=strict')
    const { servers: __, ...document } = await documents.service()
    expect(strict).toEqual(document)
    expect((await mock().call(`GET ${PATH}?variant=loose`)).status).toBe(422)
  })

  test('getContract returns the contract of the sign-in, files and pages on request', async () => {
    const document = await served('?contract=public')
    expect(Object.keys(document.paths ?? {})).toContain('/oauth2/token')
    expect(document.servers).toEqual([{ url: 'http://maildouble.test', description: 'This server' }])
  })

  test.each(['', '?variant=strict'])(
    'the contract allows a count above 1000, and the variant for all answers any text as a boolean (%s)',
    async (query) => {
      const { call } = await worldWithOneOfEach()
      const { components, paths } = await served(query)
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      const admits = (parameter: unknown, value: unknown) => ajv.validate((parameter as { schema: AnySchema }).schema, value)
      expect(admits(components?.parameters?.['count'], 1001)).toBe(true)
      const outreach = (paths?.['/ecommerce/orders']?.get?.parameters ?? []).find(
        (each) => 'name' in each && each.name === 'has_outreach',
      )
      // Generators of clients do not read a boolean that is a text as well.
      expect([admits(outreach, true), admits(outreach, 'AAA')]).toEqual([true, query === ''])
      for (const path of ['/lists?count=1001', '/ecommerce/orders?has_outreach=AAA'])
        expect((await call(`GET /3.0${path}`)).status).toBe(200)
    },
  )

  test('the contract says at fields and exclude_fields that the answer may lack required members', async () => {
    const { fields, exclude_fields } = (await served('?variant=strict')).components?.parameters ?? {}
    for (const each of [fields, exclude_fields])
      expect(each).toMatchObject({ description: expect.stringContaining('even required ones') })
  })

  test.each(['', '?variant=strict', '?contract=public'])(
    'getContract names a format only beside an equivalent pattern (%s)',
    async (query) => {
      const named = [...nodesIn(await served(query))].filter(({ format }) => typeof format === 'string')
      for (const { format, pattern } of named) {
        expect(formats).toHaveProperty([String(format)])
        expect(() => new RegExp(String(pattern), 'u')).not.toThrow()
      }
      expect(named.length > 10 || query.includes('public')).toBe(true)
    },
  )

  test('the contract allows the key in the query of GET and nowhere else', async () => {
    const document = await served('')
    expect(document.components?.securitySchemes?.['apikey']).toMatchObject({ type: 'apiKey', in: 'query', name: 'apikey' })
    for (const { method, operation } of operationsOf(document)) {
      const security = operation.security ?? document.security ?? []
      expect(security.some((each: object) => 'apikey' in each)).toBe(method === 'GET')
    }
  })

  test('the contract links to existing operations and fills in all their path parameters', async () => {
    const document = await served('')
    const operations = new Map([...operationsOf(document)].map((each) => [each.operation.operationId, each.path]))
    const links = [...operationsOf(document)].flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((response) => Object.values<OpenAPIV3_1.LinkObject>(response.links ?? {})),
    )
    expect(links.length).toBeGreaterThan(400)
    for (const link of links) {
      const names = [...(operations.get(link.operationId ?? '') ?? 'missing {operation}').matchAll(/\{(\w+)\}/g)].map(
        ([, name]) => name,
      )
      expect(Object.keys(link.parameters ?? {})).toEqual(names.map((name) => `path.${name}`))
    }
  })
})

/** Paths without data in `furnished`. */
const MISSING = [
  '/automations/{workflow_id}/removed-subscribers/{subscriber_hash}',
  '/campaign-folders/{folder_id}',
  '/lists/{list_id}/abuse-reports/{report_id}',
]

describe('a response with omitted members', () => {
  const ready = (async () => ({
    ...(await worldWithOneOfEach()),
    isLenient: checkOf(await served('')),
    isStrict: checkOf(await served('?variant=strict')),
  }))()

  test.each(partial.filter((path) => !MISSING.includes(path)))(
    'a response of GET %s with omitted members matches the contract, but not the strict one',
    async (path) => {
      const { call, ids, isLenient, isStrict } = await ready
      const address = `/3.0${path.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? 'missing')}`
      const needed = path.startsWith('/search-') ? 'query=ada&' : ''
      for (const selection of ['', 'fields=none', 'fields=total_items', 'exclude_fields=total_items,_links,id']) {
        const { status, body } = await call(`GET ${address}?${needed}${selection}`)
        expect({ selection, status, as: isLenient(path, body) }).toEqual({ selection, status: 200, as: true })
        if (selection === '') expect(isStrict(path, body)).toBe(true)
        if (selection === 'fields=none') expect(isStrict(path, body)).not.toBe(true)
      }
    },
  )
})
