import type { OpenAPIV3_1 } from 'openapi-types'
import type { Schemas } from '../contract/control.ts'
import { documents } from '../contract/documents.ts'

type Described = Schemas['TriggerCollection']['triggers'][number]
type Schema = OpenAPIV3_1.SchemaObject
type Named = { readonly [name: string]: Schema }

let described: readonly Described[] | undefined

/** Every trigger with the JSON Schema of what is sent to cause it, from the contract. */
export async function triggerSchemas(): Promise<readonly Described[]> {
  if (described) return described
  const { schemas } = (await documents.control()).components
  described = Object.entries(schemas['Trigger']?.discriminator?.mapping ?? {}).map(([trigger, reference]) => {
    const { description, ...schema } = whole(schemas, named(schemas, reference))
    return { trigger, description: String(description).trim(), schema }
  })
  return described
}

/** A schema with all that it refers to in it. */
function whole(schemas: Named, schema: Schema): Schema {
  const entries = Object.entries(schema).map(([key, value]) => [key, inside(schemas, value)] as const)
  return Object.fromEntries(entries)
}

function inside(schemas: Named, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => inside(schemas, each))
  if (!isSchema(value)) return value
  return typeof value.$ref === 'string' ? whole(schemas, named(schemas, value.$ref)) : whole(schemas, value)
}

function isSchema(value: unknown): value is Schema & Partial<OpenAPIV3_1.ReferenceObject> {
  return typeof value === 'object' && value !== null
}

function named(schemas: Named, reference: string): Schema {
  return schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {}
}
