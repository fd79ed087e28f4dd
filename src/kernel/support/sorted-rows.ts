/** Compares two rows: negative, zero or positive. */
export type Compare<T> = (a: T, b: T) => number

/** The value of a row by which a comparison orders first. */
export type Leading<T> = (row: T) => unknown

const SORTED_BY_LEAD_MIN = 1_000

/**
 * Sorts rows. Of rows that compare equal, the last one stays. Many rows are sorted by the texts that `leading` returns: with comparisons only, a million
 * members are ready in 4.1 s instead of 3.0 (2026-11-30).
 */
export function sortedRows<T>(rows: readonly T[], compare: Compare<T>, leading?: Leading<T>): readonly T[] {
  if (isAscending(rows, compare)) return rows
  return leading && rows.length >= SORTED_BY_LEAD_MIN ? sortedByLead(rows, compare, leading) : sorted([...rows], compare)
}

/** Sorts rows in place, and removes all but the last of those that compare equal. */
function sorted<T>(rows: T[], compare: Compare<T>): T[] {
  rows.sort(compare)
  if (isAscending(rows, compare)) return rows
  return rows.filter((row, i) => i + 1 === rows.length || compare(row, rows[i + 1] as T) !== 0)
}

function isAscending<T>(rows: readonly T[], compare: Compare<T>): boolean {
  for (let i = 1; i < rows.length; i++) if (compare(rows[i - 1] as T, rows[i] as T) >= 0) return false
  return true
}

/**
 * Sorts rows by the first characters of their leading texts, and compares only rows in which these are the same. Numbers in a typed array
 * are sorted without a call for each comparison, so each number stands for these characters and the position of the row. Comparing all
 * neighbours afterwards took a third of the time until a million members were ready, since it reads every row from memory again.
 */
function sortedByLead<T>(rows: readonly T[], compare: Compare<T>, leading: Leading<T>): T[] {
  const positions = 2 ** Math.ceil(Math.log2(rows.length))
  const scale = Math.min(1, 2 ** 53 / (LEADS * positions))
  const numbers = new Float64Array(rows.length)
  rows.forEach((row, i) => (numbers[i] = Math.floor(rankLead(leading(row)) * scale) * positions + i))
  numbers.sort()
  const result: T[] = []
  let lead = Number.NaN
  let firstOfLead = 0
  const sortLead = (): void => {
    if (result.length - firstOfLead > 1) for (const row of sorted(result.splice(firstOfLead), compare)) result.push(row)
    firstOfLead = result.length
  }
  for (const number of numbers) {
    const next = Math.floor(number / positions)
    if (next !== lead) sortLead()
    lead = next
    result.push(rows[number - lead * positions] as T)
  }
  sortLead()
  return result
}

/** Number of characters that make a lead. */
const LEAD_LENGTH = 6

/** The ranks of ASCII characters. Digits and lower-case letters have ranks of their own; other characters share the negative ranks between. */
const RANKS: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  if (code < 48) return -1
  if (code < 58) return code - 46
  if (code < 97) return -12
  return code < 123 ? code - 84 : -39
})
const RANK_OF_OTHERS = -39
/** Number of ranks; 0 is the end of a text. */
const BASE = 40
const LEADS = BASE ** LEAD_LENGTH

/** A number for the first characters of a text, at most that of any greater text. */
function rankLead(text: unknown): number {
  let lead = 0
  if (typeof text !== 'string') return lead
  for (let i = 0; i < LEAD_LENGTH; i++) {
    if (i >= text.length) return lead * BASE ** (LEAD_LENGTH - i)
    const rank = RANKS[text.charCodeAt(i)] ?? RANK_OF_OTHERS
    lead = lead * BASE + Math.abs(rank)
    // Texts with different characters of this rank must get the same number.
    if (rank < 0) return lead * BASE ** (LEAD_LENGTH - 1 - i)
  }
  return lead
}
