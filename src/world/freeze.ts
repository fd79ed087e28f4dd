/** Freezes a row and the plain data in it: whoever edited a stored row would edit every fork of its world. */
export function freezeRow<R extends object>(row: R): R {
  for (const value of Object.values(row)) {
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freezeRow(value)
  }
  return Object.freeze(row)
}
