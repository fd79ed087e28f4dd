import { errors } from '../resources/answers/errors.ts'

type Json = { readonly [name: string]: unknown }

/** The fields that a request selects or excludes, as a tree. */
interface FieldTree {
  /** Whether the whole value is meant, whatever is named below it. */
  whole: boolean
  readonly below: Map<string, FieldTree>
}

export type Select = (answer: unknown) => unknown

/**
 * `fields` keeps and `exclude_fields` drops members, by dotted paths that also apply to each element of an array. They cannot be
 * combined.
 */
export function selectionOf({ fields, exclude_fields: excluded }: Record<string, unknown>): Select | undefined {
  const selected = fieldTree(fields)
  const dropped = fieldTree(excluded)
  if (selected && dropped) throw errors.badRequest('`fields` and `exclude_fields` cannot be used together.')
  if (selected) return (answer) => keep(answer, selected)
  return dropped && ((answer) => drop(answer, dropped))
}

/** The tree of a list of fields, or `undefined` if it names none. */
function fieldTree(fields: unknown): FieldTree | undefined {
  if (!Array.isArray(fields)) return undefined
  const root = emptyTree()
  for (const field of fields as readonly string[]) {
    const path = field.split('.').filter(Boolean)
    let at = root
    for (const name of path) {
      const next = at.below.get(name) ?? emptyTree()
      at.below.set(name, next)
      at = next
    }
    if (path.length > 0) at.whole = true
  }
  return root.below.size > 0 ? root : undefined
}

function emptyTree(): FieldTree {
  return { whole: false, below: new Map() }
}

function keep(value: unknown, names: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, names))
  if (!isJson(value)) return value
  const entries: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const named = names.below.get(name)
    // A plain value has no members to select.
    if (named?.whole) entries.push([name, member])
    else if (named && isJson(member)) entries.push([name, keep(member, named)])
  }
  return Object.fromEntries(entries)
}

function drop(value: unknown, names: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => drop(item, names))
  if (!isJson(value)) return value
  const entries: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const named = names.below.get(name)
    if (!named) entries.push([name, member])
    else if (!named.whole) entries.push([name, drop(member, named)])
  }
  return Object.fromEntries(entries)
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
