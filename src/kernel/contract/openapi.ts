import type { OpenAPIV3_1 } from 'openapi-types'

type Document = OpenAPIV3_1.Document

/** A contract as an OpenAPI document with all of its parts. Extensions begin with `x-`. */
export type Contract = Document &
  Required<Pick<Document, 'paths' | 'components' | 'tags'>> & {
    readonly components: Required<Pick<OpenAPIV3_1.ComponentsObject, 'schemas'>>
    readonly 'x-assumptions'?: {
      readonly [id: string]: {
        readonly confidence: 'recorded' | 'high' | 'medium' | 'low'
        readonly seen?: string
        readonly says: string
      }
    }
  }

type ContractSchema = OpenAPIV3_1.SchemaObject

export type NamedSchemas = { readonly [name: string]: ContractSchema }

/** A schema of a contract, named by itself or by a reference, with all its references resolved. */
export function inlineSchema(schemas: NamedSchemas, reference: string): ContractSchema {
  return whole(schemas, schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {})
}

function whole(schemas: NamedSchemas, schema: ContractSchema): ContractSchema {
  const entries = Object.entries(schema).map(([key, value]) => [key, inside(schemas, value)] as const)
  return Object.fromEntries(entries)
}

function inside(schemas: NamedSchemas, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => inside(schemas, each))
  if (!isSchema(value)) return value
  const { $ref, ...beside } = value
  return typeof $ref === 'string' ? { ...inlineSchema(schemas, $ref), ...whole(schemas, beside) } : whole(schemas, value)
}

function isSchema(value: unknown): value is ContractSchema & Partial<OpenAPIV3_1.ReferenceObject> {
  return typeof value === 'object' && value !== null
}
