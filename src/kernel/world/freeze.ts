/** Freezes a row and the plain data in it: an edit of a stored row would affect every fork of its world. */
export function freezeRow<R extends object>(row: R): R {
  // Rows are plain data, so the loop finds no inherited members.
  for (const name in row) {
    const value: unknown = row[name]
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freezeRow(value)
  }
  return Object.freeze(row)
}

/** Whether fields have a place for the `seq` of their row. */
export function hasSeq(fields: object): fields is { seq: number } {
  return 'seq' in fields
}

/** Sets the `seq` of fields, or of a copy of them if they are a row already. */
export function withSeq(fields: { seq: number }, seq: number): { seq: number } {
  const placed = Object.isFrozen(fields) ? { ...fields } : fields
  placed.seq = seq
  return placed
}
