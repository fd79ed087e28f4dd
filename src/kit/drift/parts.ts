import { findObject } from '../../kernel/support/is-object.ts'
import type { Contract } from '../../kernel/contract/openapi.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { routes } from '../../kernel/contract/service.ts'
import { type NamedSchemas, resolvedNode, type SchemaNode } from './schema-check.ts'

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
}

/** The parts of every operation of the service, by its id. */
export function findOperationParts(contract: Contract): ReadonlyMap<string, OperationParts> {
  return new Map(routes.map((route) => [route.id, partsOfOperation(contract, route)]))
}

function partsOfOperation(contract: Contract, route: Route): OperationParts {
  const operation = findObject(contract, ['paths', route.path, route.method.toLowerCase()]) ?? {}
  const answer = bodySchemaIn(findObject(operation, ['responses', String(route.status)]))
  const request = bodySchemaIn(findObject(operation, ['requestBody']))
  const { 'x-assumption': own } = operation
  const members = new Map<string, readonly string[]>()
  if (answer)
    walkSchema(contract.components.schemas, answer, ({ at, own: ids }) => {
      if (at !== '') members.set(at, [...new Set([...(members.get(at) ?? []), ...ids])])
    })
  return { route, answer, request, assumption: typeof own === 'string' ? own : undefined, members }
}

function bodySchemaIn(holder: unknown): SchemaNode | undefined {
  return findObject(holder, ['content', 'application/json', 'schema'])
}

/** A place in a schema. */
export interface SchemaPlace {
  /** A JSON pointer with `*` for items and free keys. */
  readonly at: string
  readonly node: SchemaNode
  /** The ids of the assumptions about the place itself, and about the nearest place around it that has some. */
  readonly own: readonly string[]
  readonly assumptions: readonly string[]
  /** Whether every complete value has it. */
  readonly isRequired: boolean
}

interface SchemaWalk extends Pick<SchemaPlace, 'at' | 'assumptions' | 'isRequired'> {
  /** The references that lead here: a schema that holds itself is followed once. */
  readonly above: readonly string[]
}

/** Visits the places of a schema, outer ones first. A place in several alternatives is visited for each. */
export function walkSchema(
  schemas: NamedSchemas,
  schema: SchemaNode,
  visit: (place: SchemaPlace) => void,
  walk: SchemaWalk = { at: '', assumptions: [], isRequired: true, above: [] },
): void {
  const { at, above, isRequired } = walk
  const { node, name, own } = resolvedNode(schemas, schema)
  const assumptions = own.length > 0 ? own : walk.assumptions
  visit({ at, node, own, assumptions, isRequired })
  if (name !== undefined && above.includes(name)) return
  const inside = { ...walk, assumptions, above: name === undefined ? above : [...above, name] }
  const go = (below: SchemaNode, place: Partial<SchemaWalk> = {}): void =>
    walkSchema(schemas, below, visit, { ...inside, ...place })
  for (const part of [...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.allOf ?? [])]) go(part)
  if (node.items) go(node.items, { at: `${at}/*` })
  for (const [member, each] of Object.entries(node.properties ?? {}))
    go(each, { at: `${at}/${member}`, isRequired: node.required?.includes(member) ?? false })
  if (typeof node.additionalProperties === 'object') go(node.additionalProperties, { at: `${at}/*`, isRequired: false })
}
