import { documents } from '../contract/documents.ts'
import type { Contract } from '../contract/openapi.ts'
import { routes as publicRoutes } from '../contract/public.ts'
import { routes } from '../contract/service.ts'
import type { Reply } from '../support/reply.ts'

/** A schema of a contract, as a document has it. */
export type Schema = { readonly [keyword: string]: unknown }

/** What an answer is, as the contract describes it. */
export interface Described {
  readonly schema: Schema
  /** The schema itself, or what it refers to; of alternatives the one that a value names itself. */
  readonly resolve: (schema: unknown, value: unknown) => Schema | undefined
}

/** The schema of an answer, a success or a problem object; nothing where the contract describes no JSON there. */
export async function describedAnswer(operation: string, { status, headers }: Reply): Promise<Described | undefined> {
  const type = headers['content-type'] ?? ''
  const isService = routes.some(({ id }) => id === operation)
  const document = isService ? await documents.service() : await documents.public()
  const resolve = (schema: unknown, value: unknown) => resolved(document, schema, value)
  if (type.startsWith('application/problem+json')) {
    const schema = isService ? at(document, ['components', 'schemas', 'ProblemDocument']) : undefined
    return schema && { schema, resolve }
  }
  const route = (isService ? routes : publicRoutes).find(({ id }) => id === operation)
  if (!route || !type.startsWith('application/json')) return undefined
  const content = ['responses', String(status), 'content', 'application/json', 'schema']
  const schema = at(document, ['paths', route.path, route.method.toLowerCase(), ...content])
  return schema && { schema, resolve }
}

function resolved(document: Contract, given: unknown, value: unknown): Schema | undefined {
  if (!isSchema(given)) return undefined
  const reference = given['$ref']
  if (typeof reference === 'string') return resolved(document, at(document, reference.slice(2).split('/')), value)
  const tag = at(given, ['discriminator'])
  if (!tag) return given
  const named = value instanceof Map ? value.get(tag['propertyName']) : undefined
  const mapping = tag['mapping']
  const meant = isSchema(mapping) && typeof named === 'string' && Object.hasOwn(mapping, named) ? mapping[named] : undefined
  return typeof meant === 'string' ? resolved(document, { $ref: meant }, value) : undefined
}

function at(node: unknown, path: readonly string[]): Schema | undefined {
  let found = node
  for (const key of path) {
    if (!isSchema(found) || !Object.hasOwn(found, key)) return undefined
    found = found[key]
  }
  return isSchema(found) ? found : undefined
}

/** Whether something is an object of a document. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
