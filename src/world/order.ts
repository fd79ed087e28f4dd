import type { Compare } from '../support/ordered-set.ts'

/** Field names by which rows are ordered, the most important first. */
export type Fields = readonly string[]

type Comparable = Record<string, string | number | boolean>

const comparisons = new Map<string, Compare<never>>()

/** Orders rows by their fields. One function for each list of fields, so that the engine can specialise it. */
export function compareFields<R>(fields: Fields): Compare<R> {
  const known = comparisons.get(fields.join())
  if (known) return known as unknown as Compare<R>
  const compare: Compare<R> = (a, b) => comparePrefix(fields, fields.length, a, b)
  comparisons.set(fields.join(), compare as unknown as Compare<never>)
  return compare
}

/** Orders two rows by the first `depth` fields only. */
export function comparePrefix<A, B>(fields: Fields, depth: number, a: A, b: B): number {
  for (let i = 0; i < depth; i++) {
    const field = fields[i] as string
    const left = (a as unknown as Comparable)[field] as string
    const right = (b as unknown as Comparable)[field] as string
    if (left < right) return -1
    if (left > right) return 1
  }
  return 0
}

/** How many leading fields a probe gives. */
export function depthOf(fields: Fields, probe: object): number {
  let depth = 0
  while (depth < fields.length && (fields[depth] as string) in probe) depth++
  return depth
}
