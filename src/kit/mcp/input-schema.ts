import type { OpenAPIV3_1 } from 'openapi-types'
import { documents } from '../../kernel/contract/documents.ts'
import { type Contract, inlineSchema } from '../../kernel/contract/openapi.ts'
import type { Tool } from './tool.ts'

type Schema = OpenAPIV3_1.SchemaObject
type Operation = OpenAPIV3_1.OperationObject
type Parameter = OpenAPIV3_1.ParameterObject

export interface ArgumentSchema {
  readonly schema: Schema
  /** Whether it is a parameter of a path or query, whose value is not a structure. */
  readonly isParameter: boolean
}

/** A parameter, with the references in its schema resolved. */
interface DescribedParameter {
  readonly name: string
  readonly description: string | undefined
  readonly schema: Schema
}

/** The JSON Schemas of the arguments of a tool, by name. */
export type ArgumentSchemas = ReadonlyMap<string, ArgumentSchema>

/** Maximum size of the JSON Schema of an argument. Of a larger one, the members that are too large themselves are only described. */
const SCHEMA_MAX = 7_500

/** Maximum size of the schema of a member in a schema that is too large. */
const MEMBER_MAX = 1_500

/** The JSON Schemas of the arguments of a tool, from the contract of the control API. */
export async function argumentSchemas(tool: Tool): Promise<ArgumentSchemas> {
  const contract = await documents.control()
  const parts = tool.operations.map((id) => partsOf(contract, id))
  const names = [...tool.needs, ...tool.takes]
  const taken = names.map((name) => [name, parts.find((each) => each.has(name))?.get(name)] as const)
  const own = Object.entries(tool.own).map(([name, description]) => [name, { type: 'object', description } as const] as const)
  return new Map([
    ...taken.map(([name, { schema = {}, isParameter = false } = {}]) => {
      const isDefault = name === 'world' && !tool.needs.includes(name)
      const described = isDefault ? { ...schema, description: `${schema.description ?? ''}; default \`default\`` } : schema
      return [name, { schema: plain(described), isParameter }] as const
    }),
    ...own.map(([name, schema]) => [name, { schema, isParameter: false }] as const),
  ])
}

export function inputSchema(tool: Tool, schemas: ArgumentSchemas): Record<string, unknown> {
  const properties = Object.fromEntries([...schemas].map(([name, { schema }]) => [name, schema]))
  return { type: 'object', properties, ...(tool.needs.length > 0 ? { required: tool.needs } : {}), additionalProperties: false }
}

/** The parameters of an operation and the members of its body. */
function partsOf(contract: Contract, id: string): Map<string, ArgumentSchema> {
  const found = new Map<string, ArgumentSchema>()
  for (const item of Object.values(contract.paths)) {
    const operation = operationsOf(item).find(({ operationId }) => operationId === id)
    if (!operation) continue
    for (const each of [...(item?.parameters ?? []), ...(operation.parameters ?? [])]) {
      const { name, description, schema } = parameterOf(contract, each)
      found.set(name, { schema: { ...schema, ...(description === undefined ? {} : { description }) }, isParameter: true })
    }
    for (const [name, schema] of Object.entries(bodyOf(contract, operation).properties ?? {})) {
      found.set(name, { schema: inlined(contract, schema), isParameter: false })
    }
  }
  return found
}

function operationsOf(item: OpenAPIV3_1.PathItemObject | undefined): Operation[] {
  return [item?.get, item?.post, item?.put, item?.patch, item?.delete].filter((each) => each !== undefined)
}

function parameterOf(contract: Contract, given: Parameter | OpenAPIV3_1.ReferenceObject): DescribedParameter {
  const named = contract.components.parameters?.[nameOf(given)]
  const parameter = '$ref' in given ? (named && !('$ref' in named) ? named : undefined) : given
  if (!parameter) throw new Error(`The contract of the control API lacks the parameter ${nameOf(given)}.`)
  const { name, description, schema = {} } = parameter
  return { name, description, schema: inlined(contract, schema) }
}

function bodyOf(contract: Contract, { requestBody }: Operation): Schema {
  if (!requestBody || '$ref' in requestBody) return {}
  const { schema = {} } = requestBody.content['application/json'] ?? {}
  const whole = '$ref' in schema ? contract.components.schemas[nameOf(schema)] : schema
  if (!whole) return {}
  const { propertyName: tag, mapping = {} } = whole.discriminator ?? {}
  if (tag === undefined) return whole
  // The alternatives of a union, such as the triggers, have the member that tells them apart in common.
  const described = Object.entries(mapping).map(([name, reference]) => {
    const { properties = {}, required = [] } = contract.components.schemas[reference.split('/').pop() ?? ''] ?? {}
    const members = Object.keys(properties).filter((member) => member !== tag)
    const listed = members.map((member) => (required.includes(member) ? member : `${member}?`))
    return `${name} (${listed.join(', ')})`
  })
  const description = `One of these, each with its parameters: ${described.join('; ')}`
  return { properties: { [tag]: { type: 'string', enum: Object.keys(mapping), description } } }
}

function nameOf(reference: object): string {
  return '$ref' in reference ? (String(reference.$ref).split('/').pop() ?? '') : ''
}

function inlined(contract: Contract, schema: Schema | OpenAPIV3_1.ReferenceObject): Schema {
  const { schemas } = contract.components
  return inlineSchema({ ...schemas, '': schema }, '$ref' in schema ? String(schema.$ref) : '')
}

/** A schema without what only this project or only a validator reads: patterns and formats are in the descriptions as words. */
function plain(schema: Schema): Schema {
  const whole = stripped(schema) as Schema
  if (sizeOf(whole) <= SCHEMA_MAX) return whole
  const members = Object.entries(whole.properties ?? {}).map(
    ([name, member]) => [name, sizeOf(member) <= MEMBER_MAX ? member : summaryOf(member)] as const,
  )
  const shorter = { ...whole, properties: Object.fromEntries(members) }
  return sizeOf(shorter) <= SCHEMA_MAX ? shorter : summaryOf(whole)
}

function sizeOf(schema: object): number {
  return JSON.stringify(schema).length
}

/** The description of an object and the names of its members. */
function summaryOf(schema: Schema | OpenAPIV3_1.ReferenceObject): Schema {
  const names = 'properties' in schema ? Object.keys(schema.properties ?? {}) : []
  const members = names.length > 0 ? ` Members: ${names.join(', ')}.` : ''
  return { type: 'object', description: `${schema.description ?? ''}${members}`.trim() }
}

/** Keywords that are left out; those of other names may be members of the project's own. */
const SKIPPED: ReadonlySet<string> = new Set(['pattern', 'format', 'example', 'examples', 'if', 'then', 'else', 'discriminator'])

function stripped(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => stripped(each))
  if (typeof value === 'string') return value.trim().replaceAll(/\s+/g, ' ')
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => isNames || !(SKIPPED.has(key) || key.startsWith('x-')))
  return Object.fromEntries(kept.map(([key, each]) => [key, stripped(each, !isNames && key === 'properties')]))
}
