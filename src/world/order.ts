import type { Compare } from '../support/ordered-set.ts'

/** Field names by which rows are ordered, the most important first. */
export type Fields = readonly string[]

/**
 * Comparisons of two rows, or of a row and a probe, by so many leading fields. Each is a function of its own, written out
 * for its fields when it is first asked for: one that loops over names sees rows of every table, and the engine can then
 * not foresee any of them.
 */
export class Order<T> {
  readonly fields: Fields
  readonly #comparisons: (Compare<T> | undefined)[] = []

  constructor(fields: Fields) {
    this.fields = fields
  }

  /** By all fields. */
  get full(): Compare<T> {
    return this.by(this.fields.length)
  }

  /** By the first `depth` fields. */
  by(depth: number): Compare<T> {
    return (this.#comparisons[depth] ??= comparison<T>(this.fields.slice(0, depth)))
  }

  /** By those leading fields that a probe gives. */
  with(probe: object): Compare<T> {
    return this.by(depthOf(this.fields, probe))
  }
}

const FIELD = /^[a-z_]+$/

function comparison<T>(fields: Fields): Compare<T> {
  const lines = fields.map((field) => {
    // Names come from the definitions of tables, never from a request.
    if (!FIELD.test(field)) throw new Error(`${field} is no name of a field.`)
    // What is no number is like nothing, itself included: a probe with it finds no row.
    return `if (a.${field} < b.${field}) return -1\nif (a.${field} !== b.${field}) return 1`
  })
  // oxlint-disable-next-line no-new-func
  return new Function('a', 'b', [...lines, 'return 0'].join('\n')) as Compare<T>
}

/** How many leading fields a probe gives. */
function depthOf(fields: Fields, probe: object): number {
  let depth = 0
  while (depth < fields.length && (fields[depth] as string) in probe) depth++
  return depth
}
