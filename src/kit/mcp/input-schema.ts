import type { OpenAPIV3_1 } from 'openapi-types'
import { type Contract, inlineSchema } from '../../kernel/contract/openapi.ts'
import type { Tool } from './tool.ts'

type ToolSchema = OpenAPIV3_1.SchemaObject
type Operation = OpenAPIV3_1.OperationObject
type Parameter = OpenAPIV3_1.ParameterObject

interface ArgumentSchema {
  readonly schema: ToolSchema
  readonly isRequired: boolean
  /** Whether it is a parameter of a path or query, whose value is not a structure. */
  readonly isParameter: boolean
}

/** The JSON Schemas of the arguments of a tool, by name; first the required ones. */
export type ArgumentSchemas = ReadonlyMap<string, ArgumentSchema>

/** What an assistant is told about a tool, from its declaration and the contract. */
export interface DescribedTool {
  readonly tool: Tool
  readonly title: string
  readonly schemas: ArgumentSchemas
}

/** Maximum size of the JSON Schema of an argument. Of a larger one, the members that are too large themselves are only described. */
const SCHEMA_MAX = 7_500

/** Maximum size of the schema of a member in a schema that is too large. */
const MEMBER_MAX = 1_500

/** The contracts that describe tools; that of the service is loaded if its operations are tools. */
interface Contracts {
  readonly control: Contract
  readonly service?: Contract
}

/** Describes a tool by its contract. Operations of the service take a world as `deleteWorld` does, which takes nothing else. */
export function describeTool(tool: Tool, { control, service = control }: Contracts): DescribedTool {
  const isOfService = tool.contract === 'service'
  const [operation, ...others] = tool.operations.map((id) => findOperation(isOfService ? service : control, id))
  const { summary = '', parts: own = NO_PARTS } = operation ?? {}
  const parts = isOfService ? new Map([...findOperation(control, 'deleteWorld').parts, ...own]) : own
  const known = new Map([...others.flatMap((each) => [...each.parts]), ...parts])
  const described = [...(tool.takes ?? parts.keys())].map((name) => {
    const { schema = {}, isRequired = false, isParameter = false } = known.get(name) ?? {}
    const isNeeded = tool.needs.includes(name) || (isRequired && others.length === 0 && name !== 'world')
    const whole =
      name === 'world' && !isNeeded ? { ...schema, description: `${schema.description ?? ''}; default \`default\`` } : schema
    return [name, { schema: simplify(whole), isRequired: isNeeded, isParameter }] as const
  })
  const further = Object.entries(tool.own).map(([name, description]) => {
    return [name, { schema: { type: 'object', description }, isRequired: false, isParameter: false }] as const
  })
  const required = described.filter(([, { isRequired }]) => isRequired)
  return { tool, title: tool.title ?? summary, schemas: new Map([...required, ...described, ...further]) }
}

export function inputSchema(schemas: ArgumentSchemas): Record<string, unknown> {
  const properties = Object.fromEntries([...schemas].map(([name, { schema }]) => [name, schema]))
  const required = [...schemas].filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
}

const NO_PARTS: ReadonlyMap<string, ArgumentSchema> = new Map()

/** The summary of an operation, and its parameters with the members of its body. */
export function findOperation(contract: Contract, id: string) {
  for (const item of Object.values(contract.paths)) {
    const operation = [item?.get, item?.post, item?.put, item?.patch, item?.delete].find((each) => each?.operationId === id)
    if (!operation) continue
    const { summary, parameters = [] } = operation
    const parts = new Map<string, ArgumentSchema>(
      [...(item?.parameters ?? []), ...parameters].map((each) => describeParameter(contract, each)),
    )
    const { properties = {}, required = [] } = readBodySchema(contract, operation)
    for (const [name, schema] of Object.entries(properties)) {
      parts.set(name, { schema: inlineReferences(contract, schema), isRequired: required.includes(name), isParameter: false })
    }
    return { summary, parts }
  }
  throw new Error(`The contract lacks the operation ${id}.`)
}

function describeParameter(contract: Contract, given: Parameter | OpenAPIV3_1.ReferenceObject) {
  const named = contract.components.parameters?.[readReference(given)]
  const parameter = '$ref' in given ? (named && !('$ref' in named) ? named : undefined) : given
  if (!parameter) throw new Error(`The contract lacks the parameter ${readReference(given)}.`)
  const { name, description, schema = {}, required: isRequired = false } = parameter
  const whole = { ...inlineReferences(contract, schema), ...(description === undefined ? {} : { description }) }
  return [name, { schema: whole, isRequired, isParameter: true }] as const
}

function readBodySchema(contract: Contract, { requestBody }: Operation): ToolSchema {
  if (!requestBody || '$ref' in requestBody) return {}
  const { schema = {} } = requestBody.content['application/json'] ?? {}
  const whole = '$ref' in schema ? contract.components.schemas[readReference(schema)] : schema
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
  return { required: [tag], properties: { [tag]: { type: 'string', enum: Object.keys(mapping), description } } }
}

function readReference(reference: object): string {
  return '$ref' in reference ? (String(reference.$ref).split('/').pop() ?? '') : ''
}

function inlineReferences(contract: Contract, schema: ToolSchema | OpenAPIV3_1.ReferenceObject): ToolSchema {
  const { schemas } = contract.components
  return inlineSchema({ ...schemas, '': schema }, '$ref' in schema ? String(schema.$ref) : '')
}

/** A schema without what only this project or only a validator reads: patterns and formats are in the descriptions as words. */
function simplify(schema: ToolSchema): ToolSchema {
  const whole = strip(schema) as ToolSchema
  if (measure(whole) <= SCHEMA_MAX) return whole
  const members = Object.entries(whole.properties ?? {}).map(
    ([name, member]) => [name, measure(member) <= MEMBER_MAX ? member : summarize(member)] as const,
  )
  const shorter = { ...whole, properties: Object.fromEntries(members) }
  return measure(shorter) <= SCHEMA_MAX ? shorter : summarize(whole)
}

function measure(schema: object): number {
  return JSON.stringify(schema).length
}

/** The description of an object and the names of its members. */
function summarize(schema: ToolSchema | OpenAPIV3_1.ReferenceObject): ToolSchema {
  const names = 'properties' in schema ? Object.keys(schema.properties ?? {}) : []
  const members = names.length > 0 ? ` Members: ${names.join(', ')}.` : ''
  return { type: 'object', description: `${schema.description ?? ''}${members}`.trim() }
}

/** Keywords that are left out; those of other names may be members of the project's own. */
const SKIPPED: ReadonlySet<string> = new Set(['pattern', 'format', 'example', 'examples', 'if', 'then', 'else', 'discriminator'])

function strip(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => strip(each))
  if (typeof value === 'string') return value.trim().replaceAll(/\s+/g, ' ')
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => isNames || !(SKIPPED.has(key) || key.startsWith('x-')))
  return Object.fromEntries(kept.map(([key, each]) => [key, strip(each, !isNames && key === 'properties')]))
}
