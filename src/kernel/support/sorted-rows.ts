/** Compares two rows: negative, zero or positive. */
export type Compare<T> = (a: T, b: T) => number

/** The value of a row by which a comparison orders first. */
export type Leading<T> = (row: T) => unknown

/** Fewer rows are sorted as fast by comparing them. */
const ROUGHLY_SORTED_MIN = 1_000

/** Sorts rows. Of rows that compare equal, the last one stays. Many rows are sorted several times faster if `leading` returns texts. */
export function sortedRows<T>(rows: readonly T[], compare: Compare<T>, leading?: Leading<T>): readonly T[] {
  if (isAscending(rows, compare)) return rows
  const sorted = leading && rows.length >= ROUGHLY_SORTED_MIN ? roughlySorted(rows, leading) : [...rows]
  sorted.sort(compare)
  if (isAscending(sorted, compare)) return sorted
  return sorted.filter((row, i) => i + 1 === sorted.length || compare(row, sorted[i + 1] as T) !== 0)
}

function isAscending<T>(rows: readonly T[], compare: Compare<T>): boolean {
  for (let i = 1; i < rows.length; i++) if (compare(rows[i - 1] as T, rows[i] as T) >= 0) return false
  return true
}

/**
 * Rows ordered by the first characters of their leading texts. Numbers in a typed array are sorted without a call for each comparison,
 * so each number stands for these characters and the position of the row. The comparisons that follow find nearly all rows in
 * order, and need hardly more than one call for each.
 */
function roughlySorted<T>(rows: readonly T[], leading: Leading<T>): T[] {
  const positions = 2 ** Math.ceil(Math.log2(rows.length))
  const scale = Math.min(1, 2 ** 53 / (LEADS * positions))
  const numbers = new Float64Array(rows.length)
  for (const [i, row] of rows.entries()) numbers[i] = Math.floor(leadOf(leading(row)) * scale) * positions + i
  const sorted: T[] = []
  for (const number of numbers.toSorted()) sorted.push(rows[number - Math.floor(number / positions) * positions] as T)
  return sorted
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
function leadOf(text: unknown): number {
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
