import { errors } from '../resources/errors.ts'

type Json = { readonly [name: string]: unknown }

/** The names that a request asks for or leaves out, as a tree. */
interface Names {
  /** Whether all that is here is meant, whatever is named below. */
  whole: boolean
  readonly below: Map<string, Names>
}

/** Leaves of an answer what a request wants to see. */
export type Select = (answer: unknown) => unknown

/** `fields` keeps, `exclude_fields` drops, by dots from the top and in each element of an array; both contradict each other. */
export function selectionOf({ fields, exclude_fields: excluded }: Record<string, unknown>): Select | undefined {
  const kept = namesIn(fields)
  const dropped = namesIn(excluded)
  if (kept && dropped) throw errors.badRequest('`fields` and `exclude_fields` cannot be used together.')
  if (kept) return (answer) => keep(answer, kept)
  return dropped && ((answer) => drop(answer, dropped))
}

/** The tree of a list of names; nothing when none is named. */
function namesIn(fields: unknown): Names | undefined {
  if (!Array.isArray(fields)) return undefined
  const root = noNames()
  for (const field of fields as readonly string[]) {
    const path = field.split('.').filter(Boolean)
    let at = root
    for (const name of path) {
      const next = at.below.get(name) ?? noNames()
      at.below.set(name, next)
      at = next
    }
    if (path.length > 0) at.whole = true
  }
  return root.below.size > 0 ? root : undefined
}

function noNames(): Names {
  return { whole: false, below: new Map() }
}

function keep(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, names))
  if (!isJson(value)) return value
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const named = names.below.get(name)
    // A plain value has nothing below it that could be named.
    if (named?.whole) kept.push([name, member])
    else if (named && isJson(member)) kept.push([name, keep(member, named)])
  }
  return Object.fromEntries(kept)
}

function drop(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => drop(item, names))
  if (!isJson(value)) return value
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const named = names.below.get(name)
    if (!named) kept.push([name, member])
    else if (!named.whole) kept.push([name, drop(member, named)])
  }
  return Object.fromEntries(kept)
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
