/** A value of a CSV file. */
export type CsvValue = string | number | boolean

/** A line of CSV (RFC 4180). Values are not changed, even if a spreadsheet would read them as formulas. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(written).join(',')}\r\n`
}

/** Several values in one: a JSON array, or an empty text. */
export function several(values: readonly CsvValue[]): string {
  return values.length === 0 ? '' : JSON.stringify(values)
}

const TO_QUOTE = /[",\r\n]|^\s|\s$/

function written(value: CsvValue): string {
  const text = String(value)
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
