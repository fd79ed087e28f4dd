import type { Compare } from '../support/ordered-set.ts'

/** Field names by which rows are ordered, the most important first. */
export type Fields = readonly string[]

/**
 * Comparisons of two rows, or of a row and a probe, by the first 0, 1, 2 ... fields. Each is a function of its own, written
 * out for its fields: one that loops over names sees rows of every table, and the engine can then not foresee any of them.
 */
export function comparisons<T>(fields: Fields): readonly Compare<T>[] {
  return [[], ...fields.map((_, last) => fields.slice(0, last + 1))].map((some) => comparison<T>(some))
}

const FIELD = /^[a-z_]+$/

function comparison<T>(fields: Fields): Compare<T> {
  const lines = fields.map((field) => {
    // Names come from the definitions of tables, never from a request.
    if (!FIELD.test(field)) throw new Error(`${field} is no name of a field.`)
    return `if (a.${field} < b.${field}) return -1\nif (a.${field} > b.${field}) return 1`
  })
  // oxlint-disable-next-line no-new-func
  return new Function('a', 'b', [...lines, 'return 0'].join('\n')) as Compare<T>
}

/** How many leading fields a probe gives. */
export function depthOf(fields: Fields, probe: object): number {
  let depth = 0
  while (depth < fields.length && (fields[depth] as string) in probe) depth++
  return depth
}
