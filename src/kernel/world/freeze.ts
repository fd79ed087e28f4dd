import type { Row } from './table.ts'

let isFreezing = false

/**
 * Freezes all rows from now on, so that an edit of a stored row throws: it would affect every fork of its world. Only tests do so: it takes a seventh of a
 * `POST` (`bench/compare.mjs`, Node 24 and 20) and a third of the memory of a shop.
 */
export function freezeAllRows(): void {
  isFreezing = true
}

/** Freezes a row and the plain data in it, if rows are frozen. */
export function freezeRow<R extends object>(row: R): R {
  return isFreezing ? freezeDeeply(row) : row
}

function freezeDeeply<R extends object>(row: R): R {
  // Rows are plain data, so the loop finds no inherited members.
  for (const name in row) {
    const value: unknown = row[name]
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freezeDeeply(value)
  }
  return Object.freeze(row)
}

/**
 * Whether fields have a place for the `seq` of their row. A key that is added after a spread takes 200 bytes more a row, and with Node 20 a scan of such
 * rows takes 30 times as long (200,000 rows of nine fields, 2026-11-30).
 */
export function hasSeq(fields: object): fields is { seq: number } {
  return 'seq' in fields
}

/** Sets the `seq` of fields, or of a copy of them if they are a row already. To copy always takes 2 % of a `POST` (`bench/compare.mjs`, 2026-11-30). */
export function withSeq(fields: { seq: number }, seq: number): { seq: number } {
  const placed = fields.seq === 0 ? fields : { ...fields }
  placed.seq = seq
  return placed
}

/**
 * Rows with the `seq` that follow on `last`. Fields that have a place for it become the rows: with copies, a shop with 100,000 orders is ready in 4.7 s
 * instead of 3.8, and takes 282 MB instead of 272 (2026-11-30).
 */
export function placedRows<R extends Row>(all: readonly Omit<R, 'seq'>[], last: number): R[] {
  return all.map((fields, i) => {
    const seq = last + i + 1
    if (!hasSeq(fields)) return freezeTop({ seq, ...fields } as unknown as R)
    fields.seq = seq
    return freezeTop(fields as unknown as R)
  })
}

/** Freezes a generated row, but not its values: generated rows share values, which the generator has frozen. */
function freezeTop<R extends object>(row: R): R {
  return isFreezing ? Object.freeze(row) : row
}
