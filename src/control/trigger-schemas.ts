import type { Schemas } from '../contract/control.ts'

type Described = Schemas['TriggerCollection']['triggers'][number]
type Schema = { readonly [keyword: string]: unknown }

let described: readonly Described[] | undefined

/** Every trigger with the JSON Schema of what is sent to cause it, from the contract. */
export async function triggerSchemas(): Promise<readonly Described[]> {
  if (described) return described
  const { components } = (await import('../contract/generated/control/openapi.json', { with: { type: 'json' } })).default
  const schemas: { readonly [name: string]: Schema } = components.schemas
  described = Object.entries(components.schemas.Trigger.discriminator.mapping).map(([trigger, reference]) => {
    const { description, ...schema } = whole(schemas, named(schemas, reference))
    return { trigger, description: String(description).trim(), schema }
  })
  return described
}

/** A schema with all that it refers to in it. */
function whole(schemas: { readonly [name: string]: Schema }, schema: Schema): Schema {
  const entries = Object.entries(schema).map(([key, value]) => [key, inside(schemas, value)] as const)
  return Object.fromEntries(entries)
}

function inside(schemas: { readonly [name: string]: Schema }, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => inside(schemas, each))
  if (!isSchema(value)) return value
  return typeof value['$ref'] === 'string' ? whole(schemas, named(schemas, value['$ref'])) : whole(schemas, value)
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}

function named(schemas: { readonly [name: string]: Schema }, reference: string): Schema {
  return schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {}
}
