/** What a value of a sheet can hold. */
export type CsvValue = string | number | boolean

/** A line of CSV (RFC 4180). Values stay as they are, even where a spreadsheet would take them for formulas. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(written).join(',')}\r\n`
}

/** Several values in one value: a JSON array, or nothing. */
export function several(values: readonly CsvValue[]): string {
  return values.length === 0 ? '' : JSON.stringify(values)
}

const TO_QUOTE = /[",\r\n]|^\s|\s$/

function written(value: CsvValue): string {
  const text = String(value)
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
