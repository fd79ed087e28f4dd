import type { Contract } from '../../kernel/contract/openapi.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { routes } from '../../kernel/contract/service.ts'

type Json = { readonly [name: string]: unknown }

/** Returns the JSON Schema at a path below `/schema/3.0`, or `undefined` if there is none. */
export function schemaAt(document: Contract, path: string): Json | undefined {
  if (path === '/Definitions/ProblemDetailDocument.json')
    return standAlone(document, { $ref: '#/components/schemas/ProblemDocument' })
  const name = path.slice(1)
  const bodied = routes.find(({ bodySchema }) => bodySchema === name)
  if (bodied) return standAlone(document, findBodySchema(document, bodied, 'request') ?? {})
  const queried = routes.find(({ querySchema }) => querySchema === name)
  if (queried) return makeQuerySchema(document, queried)
  const answering = routes.filter((route) => isSchemaOfAnswer(route, name))
  const answered = answering.find(({ method }) => method === 'GET') ?? answering[0]
  const schema = answered && findBodySchema(document, answered, 'response')
  return schema && standAlone(document, schema)
}

function isSchemaOfAnswer(route: Route, name: string): boolean {
  if (name === route.answerSchema) return true
  return route.method === 'GET' && name === `${route.schemaName}/${route.collection ? 'Collection' : 'Instance'}.json`
}

/** The query of a GET: its parameters as the members of an object. */
function makeQuerySchema(document: Contract, route: Route): Json {
  const given = findSchemaNode(document, ['paths', route.path, 'get'])?.['parameters']
  const parameters = (Array.isArray(given) ? given : []).map((each: Json): Json => {
    const name = /^#\/components\/parameters\/(.+)$/.exec(String(each['$ref']))?.[1]
    return (name !== undefined && findSchemaNode(document, ['components', 'parameters', name])) || each
  })
  const inQuery = parameters.filter((each) => each['in'] === 'query')
  const properties = Object.fromEntries(
    inQuery.map((each) => [each['name'], { description: each['description'], ...findSchemaNode(each, ['schema']) }]),
  )
  return standAlone(document, { type: 'object', properties })
}

function findBodySchema(document: Contract, route: Route, side: 'request' | 'response'): Json | undefined {
  const operation = findSchemaNode(document, ['paths', route.path, route.method.toLowerCase()])
  const holder =
    side === 'request'
      ? findSchemaNode(operation, ['requestBody'])
      : findSchemaNode(operation, ['responses', String(route.status)])
  return findSchemaNode(holder, ['content', 'application/json', 'schema'])
}

/** A schema with all definitions behind its references. */
function standAlone(document: Contract, schema: Json): Json {
  const definitions = new Map<string, unknown>()
  const gather = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(gather)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, key === '$ref' ? reference(String(value)) : gather(value)]),
    )
  }
  const reference = (ref: string): string => {
    const name = ref.slice(ref.lastIndexOf('/') + 1)
    if (!definitions.has(name)) {
      definitions.set(name, undefined)
      definitions.set(name, gather(findSchemaNode(document, ['components', 'schemas', name])))
    }
    return `#/$defs/${name}`
  }
  const own = gather(schema) as Json
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...own, $defs: Object.fromEntries(definitions) }
}

function findSchemaNode(node: unknown, path: readonly string[]): Json | undefined {
  let found = node
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Json)[key]
  }
  return found as Json | undefined
}
