import { errors } from '../resources/errors.ts'

type Json = { readonly [name: string]: unknown }

/** The names that a request asks for or leaves out, as a tree. An empty tree stands for all of it. */
interface Names {
  readonly [name: string]: Names
}

/** Leaves of an answer what a request wants to see. */
export type Select = (answer: unknown) => unknown

/** `fields` keeps, `exclude_fields` drops; both together contradict each other. */
export function selectionOf({ fields, exclude_fields: excluded }: Record<string, unknown>): Select | undefined {
  if (Array.isArray(fields) && Array.isArray(excluded)) {
    throw errors.badRequest('`fields` and `exclude_fields` cannot be used together.')
  }
  if (Array.isArray(fields)) return (answer) => keepFields(answer, fields)
  if (Array.isArray(excluded)) return (answer) => dropFields(answer, excluded)
  return undefined
}

/** What is left of an answer when only the named members are kept: by dots from the top, in each element of an array. */
export function keepFields(answer: unknown, fields: readonly string[]): unknown {
  return keep(answer, treeOf(fields))
}

/** What is left of an answer without the named members. */
export function dropFields(answer: unknown, fields: readonly string[]): unknown {
  return drop(answer, treeOf(fields))
}

function treeOf(fields: readonly string[]): Names {
  const root: { [name: string]: Names } = Object.create(null)
  for (const field of fields) {
    let at: { [name: string]: Names } = root
    for (const name of field.split('.').filter(Boolean)) at = at[name] ??= Object.create(null)
  }
  return root
}

const isLeaf = (names: Names): boolean => Object.keys(names).length === 0

function keep(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, names))
  if (!isJson(value)) return value
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const below = names[name]
    if (below) kept.push([name, isLeaf(below) ? member : keep(member, below)])
  }
  return Object.fromEntries(kept)
}

function drop(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => drop(item, names))
  if (!isJson(value)) return value
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const below = names[name]
    if (!below) kept.push([name, member])
    else if (!isLeaf(below)) kept.push([name, drop(member, below)])
  }
  return Object.fromEntries(kept)
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
