/**
 * The format in which worlds are saved. A release that changes the fields of rows, what their values mean, or the name of a table has the
 * next one, with an upgrade from the one before. A new table needs no new format, and nor do other rows that a scenario plants.
 */
export const SAVE_FORMAT = 2

/** Whether worlds of a format can be read. */
export function isReadable(format: number): boolean {
  return Number.isInteger(format) && format >= 1 && format <= SAVE_FORMAT
}
