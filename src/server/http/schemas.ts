import type { Contract } from '../../kernel/contract/openapi.ts'
import { answerSchemaOf, type Route } from '../../kernel/contract/route.ts'
import { routes } from '../../kernel/contract/service.ts'

type Json = { readonly [name: string]: unknown }

/** Returns the JSON Schema at a path below `/schema/3.0/`, or `undefined` if there is none. */
export function schemaAt(document: Contract, path: string): Json | undefined {
  const parts = /^\/(Definitions\/)?(.+)\/(\w+)\.json$/.exec(path)
  if (path === '/Definitions/ProblemDetailDocument.json')
    return standAlone(document, { $ref: '#/components/schemas/ProblemDocument' })
  const [, definitions, name, kind = ''] = parts ?? []
  const route = routes.find((each) => each.schemaName === name && matches(each, kind, definitions !== undefined))
  const schema = route && schemaOf(document, route, route.method === kind ? 'request' : 'response')
  return schema && standAlone(document, schema)
}

function matches(route: Route, kind: string, definitions: boolean): boolean {
  if (definitions && route.method === kind) return route.body !== 'none'
  if (route.method !== 'GET') return false
  return kind === (definitions ? answerSchemaOf(route) : route.collection ? 'Collection' : 'Instance')
}

function schemaOf(document: Contract, route: Route, side: 'request' | 'response'): Json | undefined {
  const operation = at(document, ['paths', route.path, route.method.toLowerCase()])
  const holder = side === 'request' ? at(operation, ['requestBody']) : at(operation, ['responses', String(route.status)])
  return at(holder, ['content', 'application/json', 'schema'])
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
      definitions.set(name, gather(at(document, ['components', 'schemas', name])))
    }
    return `#/$defs/${name}`
  }
  const own = gather(schema) as Json
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...own, $defs: Object.fromEntries(definitions) }
}

function at(node: unknown, path: readonly string[]): Json | undefined {
  let found = node
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Json)[key]
  }
  return found as Json | undefined
}
