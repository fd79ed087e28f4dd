import type { OpenAPIV3_1 } from 'openapi-types'
import type { Contract } from '../../../../kernel/contract/openapi.ts'

/** What the contract says about one of its names: a text for each place. */
export type Statements = Readonly<Record<string, string>>

type SchemaObject = OpenAPIV3_1.SchemaObject
/** A schema, or a reference to one. */
export type SchemaOrReference = SchemaObject | OpenAPIV3_1.ReferenceObject

/** What the contract says about each of its schemas, by the place in it. */
export function schemaStatements({ components: { schemas } }: Contract): Record<string, Statements> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      Object.fromEntries(describeSchemaPlaces(schema, { at: '', open: (each) => each })),
    ]),
  )
}

interface SchemaWalk {
  /** The pointer to the schema; `*` stands for the items of an array and for members of any name. */
  readonly at: string
  /** Follows a reference, or returns it to name the schema instead. */
  readonly open: (schema: SchemaOrReference) => SchemaOrReference
  readonly isRequired?: boolean
}

/** The places in a schema, outer ones first, each with what the contract says about its values. */
export function describeSchemaPlaces(given: SchemaOrReference, { at, open, isRequired = false }: SchemaWalk): [string, string][] {
  const schema = open(given)
  const inside = (below: SchemaOrReference, step: string, required = false) =>
    describeSchemaPlaces(below, { at: `${at}/${step}`, open, isRequired: required })
  const says = '$ref' in schema ? [referenceTo(readSchemaName(schema.$ref))] : describeOwnValues(schema)
  const own: [string, string] = [at, [...says, ...(isRequired ? ['required'] : [])].join(', ')]
  if ('$ref' in schema) return [own]
  const required = new Set(schema.required)
  return [
    own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => inside(each, name, required.has(name))),
    ...('items' in schema ? inside(schema.items, '*') : []),
    ...(typeof schema.additionalProperties === 'object' ? inside(schema.additionalProperties, '*') : []),
    ...COMBINED.flatMap((keyword) => (schema[keyword] ?? []).flatMap((each, index) => inside(each, `(${keyword} ${index + 1})`))),
  ]
}

const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const

/** The keywords with a limit, each as it stands in a text. */
const LIMITS = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
  multipleOf: 'a multiple of',
  minLength: 'shortest length',
  maxLength: 'longest length',
  minItems: 'fewest items',
  maxItems: 'most items',
} as const

/** What a schema says about its own values, without their members. */
function describeOwnValues(schema: SchemaObject): string[] {
  const { type, format, pattern, enum: values, const: only, default: byDefault } = schema
  const limits = Object.entries(LIMITS).flatMap(([keyword, words]) => {
    const limit = Reflect.get(schema, keyword)
    return limit === undefined ? [] : [`${words} ${String(limit)}`]
  })
  return [
    ...(type === undefined ? [] : [[type].flat().join(' or ')]),
    ...(format === undefined ? (pattern === undefined ? [] : [`pattern ${pattern}`]) : [format]),
    ...(values === undefined ? [] : [`one of ${values.map((each) => JSON.stringify(each)).join(' ')}`]),
    ...(only === undefined ? [] : [`always ${JSON.stringify(only)}`]),
    ...limits,
    ...(byDefault === undefined ? [] : [`default ${JSON.stringify(byDefault)}`]),
    ...(schema.readOnly ? ['read only'] : []),
    ...(schema.additionalProperties === false ? ['no other members'] : []),
    ...('x-validator' in schema ? [`checked as ${JSON.stringify(schema['x-validator'])}`] : []),
  ]
}

/** The name of a component in a reference. */
export function readSchemaName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** How a text names a schema. */
function referenceTo(name: string): string {
  return `<${name}>`
}

/** The names of the schemas in a text. */
export function schemasNamedIn(says: string): string[] {
  return [...says.matchAll(/<(\w+)>/g)].flatMap(([, name]) => name ?? [])
}
