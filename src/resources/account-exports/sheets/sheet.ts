import type { Tx } from '../../../world/tx.ts'
import { csvLine, type CsvValue } from '../csv.ts'

/** How a kind of record is written: its columns by name, in order. */
export type Columns<R> = { readonly [name: string]: (record: R, tx: Tx) => CsvValue }

/** A record as a line of text. `names` are the columns of the file. */
export type Line<R> = (record: R, names: readonly string[], tx: Tx) => string

/** Writes a record as a line of the named columns; `other` returns the columns that only some files have. */
export function lineOf<R>(columns: Columns<R>, other: (record: R, name: string) => CsvValue = () => ''): Line<R> {
  return (record, names, tx) =>
    csvLine(names.map((name) => (Object.hasOwn(columns, name) ? columns[name]?.(record, tx) : undefined) ?? other(record, name)))
}
