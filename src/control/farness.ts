import type { Finding } from './request-match.ts'

/**
 * Tells calls apart that differ in as many places from what is looked for: one that is wrong by a letter is closer than one with another
 * value, that one is closer than one with none, and what is another call altogether is the farthest.
 */
export function farness(differences: readonly Finding[]): number {
  return differences.reduce((sum, difference) => sum + farnessOf(difference), 0)
}

/** Where it says what call it is. */
const KINDS = new Set(['operation', 'method', 'path'])
/** Where a value is right or wrong, and nothing between. */
const WHOLE = new Set(['status', 'via'])

function farnessOf({ at, expected, actual }: Finding): number {
  if (KINDS.has(at)) return 3 + unlikeness(expected, actual)
  if (actual === undefined) return 2
  return WHOLE.has(at) ? 1 : unlikeness(expected, actual)
}

/** How much of two values is not the same at their beginnings and ends: 0 if nothing is, and 1 if all of it is. */
function unlikeness(expected: unknown, actual: unknown): number {
  const [one, other] = [textOf(expected), textOf(actual)]
  const shorter = Math.min(one.length, other.length)
  let begin = 0
  while (begin < shorter && one[begin] === other[begin]) begin++
  let end = 0
  while (end < shorter - begin && one.at(-1 - end) === other.at(-1 - end)) end++
  return 1 - (begin + end) / Math.max(one.length, other.length, 1)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
