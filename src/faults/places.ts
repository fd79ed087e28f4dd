import { isSchema, type Described } from './answer-schema.ts'
import type { JsonObject, Tree } from './json-tree.ts'

/** What of an answer can be changed without breaking what the contract promises. */
export interface Places {
  /** The objects whose members the contract names. */
  readonly objects: readonly JsonObject[]
  /** Members that need not be there. */
  readonly optional: readonly { readonly object: JsonObject; readonly name: string }[]
  /** Values that are one of a few, and how to put another in the place of each. */
  readonly choices: readonly Choice[]
}

interface Choice {
  readonly values: readonly (string | number)[]
  readonly put: (value: string | number) => void
}

/** Finds these places in an answer, going by its schema. */
export function placesIn(tree: Tree, { schema, resolve }: Described): Places {
  const objects: JsonObject[] = []
  const optional: { object: JsonObject; name: string }[] = []
  const choices: Choice[] = []

  const visit = (value: Tree, given: unknown, put: Choice['put']): void => {
    const described = resolve(given, value)
    if (!described) return
    const { properties, items, additionalProperties, required, enum: listed } = described
    if (Array.isArray(listed) && isAtom(value)) choices.push({ values: listed.filter(isAtom), put })
    if (Array.isArray(value)) return value.forEach((item, place) => visit(item, items, (other) => (value[place] = other)))
    if (!(value instanceof Map)) return
    if (isSchema(properties)) objects.push(value)
    const promised = Array.isArray(required) ? required : []
    for (const [name, member] of value) {
      const isNamed = isSchema(properties) && Object.hasOwn(properties, name)
      if (isNamed && !promised.includes(name)) optional.push({ object: value, name })
      visit(member, isNamed ? properties[name] : additionalProperties, (other) => void value.set(name, other))
    }
  }
  visit(tree, schema, () => {})
  return { objects, optional, choices }
}

function isAtom(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
