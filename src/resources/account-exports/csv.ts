/** What a cell of a sheet can hold. */
export type Cell = string | number | boolean

/** A line of CSV (RFC 4180). Values stay as they are, even where a spreadsheet would take them for formulas. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`
}

/** Several values in one cell: a JSON array, or nothing. */
export function several(values: readonly Cell[]): string {
  return values.length === 0 ? '' : JSON.stringify(values)
}

const TO_QUOTE = /[",\r\n]|^\s|\s$/

function written(cell: Cell): string {
  const text = String(cell)
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
