import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import { chooseWords } from '../../../vocabulary/words.ts'

/** How a kind of record is written: its columns by name, in order. */
export type Columns<R> = { readonly [name: string]: (record: R, tx: Tx) => CsvValue }

/** A record as a line of text. `names` are the columns of the file. */
export type SheetLine<R> = (record: R, names: readonly string[], tx: Tx) => string

/** Writes a record as a line of the named columns; `other` returns the columns that only some files have. */
export function makeSheetLine<R>(columns: Columns<R>, other: (record: R, name: string) => CsvValue = () => ''): SheetLine<R> {
  return (record, names, tx) =>
    lineFor(tx, names, (name) => (Object.hasOwn(columns, name) ? columns[name]?.(record, tx) : undefined) ?? other(record, name))
}

/** The names of columns in the words of the world. Those in capitals are merge tags, which belong to users. */
export function headFor(tx: ReadTx, names: readonly string[]): string {
  const words = chooseWords(tx.settings)
  return csvLine(names.map((name) => (name === name.toUpperCase() ? name : words.key(name))))
}

/** A line with the value of each column, in the words of the world. */
export function lineFor(tx: ReadTx, names: readonly string[], valueOf: (name: string) => CsvValue): string {
  const words = chooseWords(tx.settings)
  const values = names.map(valueOf)
  if (words.isReference) return csvLine(values)
  return csvLine(
    values.map((value, i) => {
      const name = names[i] ?? ''
      return typeof value === 'string' && LISTED.has(name) ? words.value(name, value) : value
    }),
  )
}

/** The columns whose values the contract lists. Users write the others. */
const LISTED: ReadonlySet<string> = new Set(['email_type', 'status', 'type', 'visibility'])

export type CsvValue = string | number | boolean

/** A line of CSV (RFC 4180). Values are not changed, even if a spreadsheet would read them as formulas. */
function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(writeCell).join(',')}\r\n`
}

/** Several values in one: a JSON array, or an empty text. */
export function several(values: readonly CsvValue[]): string {
  return values.length === 0 ? '' : JSON.stringify(values)
}

const TO_QUOTE = /[",\r\n]|^\s|\s$/

function writeCell(value: CsvValue): string {
  const text = String(value)
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
