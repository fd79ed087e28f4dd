import type { Contract } from '../../kernel/contract/openapi.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { routes } from '../../kernel/contract/service.ts'
import { findJsonSchema } from '../../service/vocabulary/catalogue.ts'
import { resolvedNode, type SchemaNode } from './schema-check.ts'

/** What the contract says about the successful answer of an operation. */
export interface OperationParts {
  readonly route: Route
  /** The schema of the answer; `undefined` if it has no body. */
  readonly answer: SchemaNode | undefined
  /** The schema of the body of a request. */
  readonly request: SchemaNode | undefined
  /** The assumption that the operation exists. */
  readonly assumption: string | undefined
  /** JSON pointers to all members of the answer, each with the assumptions about it. */
  readonly members: ReadonlyMap<string, readonly string[]>
  /** The ids of the assumptions that calls without a body can test. */
  readonly assumptions: ReadonlySet<string>
}

/** The parts of every operation of the service, by its id. */
export function partsOf(contract: Contract): ReadonlyMap<string, OperationParts> {
  return new Map(routes.map((route) => [route.id, partsOfOperation(contract, route)]))
}

function partsOfOperation(contract: Contract, route: Route): OperationParts {
  const operation = findJsonSchema(contract, ['paths', route.path, route.method.toLowerCase()]) ?? {}
  const answer = bodySchemaIn(findJsonSchema(operation, ['responses', String(route.status)]))
  const request = bodySchemaIn(findJsonSchema(operation, ['requestBody']))
  const { 'x-assumption': own, 'x-relies-on': behind } = operation
  const assumption = typeof own === 'string' ? own : undefined
  const members = new Map<string, readonly string[]>()
  const assumptions = new Set<string>([...(assumption ? [assumption] : []), ...textsIn(behind)])
  if (answer) visitMembers(contract, answer, { at: '', above: [], members, assumptions })
  const parameters = operation['parameters']
  for (const parameter of Array.isArray(parameters) ? parameters : []) {
    const reference = findJsonSchema(parameter, [])?.['$ref']
    const resolved =
      typeof reference === 'string' ? findJsonSchema(contract, reference.slice(2).split('/')) : findJsonSchema(parameter, [])
    for (const id of [resolved?.['x-assumption'], ...textsIn(resolved?.['x-relies-on'])])
      if (typeof id === 'string') assumptions.add(id)
  }
  return { route, answer, request, assumption, members, assumptions }
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

function bodySchemaIn(holder: unknown): SchemaNode | undefined {
  return findJsonSchema(holder, ['content', 'application/json', 'schema'])
}

interface MemberVisit {
  readonly at: string
  /** The references that lead here, against endless recursion. */
  readonly above: readonly string[]
  readonly members: Map<string, readonly string[]>
  readonly assumptions: Set<string>
}

function visitMembers(contract: Contract, schema: SchemaNode, visit: MemberVisit): void {
  const { at: place, above, members, assumptions } = visit
  const { node, name, own } = resolvedNode(contract.components.schemas, schema)
  for (const id of [...own, ...Object.values(node['x-enum-assumptions'] ?? {})]) assumptions.add(id)
  if (place !== '') members.set(place, [...new Set([...(members.get(place) ?? []), ...own])])
  if (name !== undefined && above.includes(name)) return
  const below = { ...visit, above: name === undefined ? above : [...above, name] }
  for (const part of [...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.allOf ?? [])]) visitMembers(contract, part, below)
  if (node.items) visitMembers(contract, node.items, { ...below, at: `${place}/*` })
  for (const [key, member] of Object.entries(node.properties ?? {}))
    visitMembers(contract, member, { ...below, at: `${place}/${key}` })
  if (typeof node.additionalProperties === 'object')
    visitMembers(contract, node.additionalProperties, { ...below, at: `${place}/*` })
}
