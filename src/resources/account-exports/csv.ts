/** What a handle of a sheet can hold. */
export type WorldHandle = string | number | boolean

/** A line of CSV (RFC 4180). Values stay as they are, even where a spreadsheet would take them for formulas. */
export function csvLine(handles: readonly WorldHandle[]): string {
  return `${handles.map(written).join(',')}\r\n`
}

/** Several values in one handle: a JSON array, or nothing. */
export function several(values: readonly WorldHandle[]): string {
  return values.length === 0 ? '' : JSON.stringify(values)
}

const TO_QUOTE = /[",\r\n]|^\s|\s$/

function written(handle: WorldHandle): string {
  const text = String(handle)
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
