/** Freezes a row and the plain data in it: an edit of a stored row would affect every fork of its world. */
export function freezeRow<R extends object>(row: R): R {
  // Rows are plain data, so the loop finds no inherited members.
  for (const name in row) {
    const value: unknown = row[name]
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freezeRow(value)
  }
  return Object.freeze(row)
}
