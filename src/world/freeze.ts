/** Freezes a row and the plain data in it: whoever edited a stored row would edit every fork of its world. */
export function freezeRow<R extends object>(row: R): R {
  // Rows are plain data: nothing is inherited that a loop over names could meet.
  for (const name in row) {
    const value: unknown = row[name]
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freezeRow(value)
  }
  return Object.freeze(row)
}
