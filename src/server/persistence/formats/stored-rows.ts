import type { Addressed } from '../../../service/resources/urls/own-address.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import type { Row } from '../../../kernel/world/table.ts'

/** A row as written by any version of maildouble. It may differ from current rows. */
export interface StoredRow extends Row {
  readonly [field: string]: unknown
}

/** Rows as they were stored, by table and by the name of their record, and the counters that number them. */
export interface StoredRows {
  /** A value is `null` if a row of the base was deleted, and `undefined` if the row equals the row of the base again. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, StoredRow | null | undefined>>
  readonly counters: ReadonlyMap<string, number>
  /** The start of their world. */
  readonly started_at: Millis
  /** Their world; `undefined` for the rows of a base, which worlds share. */
  readonly world?: Addressed | undefined
}

/** The rows that worlds begin with, by table in alphabetical order, and their counters. */
export interface PlantedRows {
  readonly tables: ReadonlyMap<string, readonly StoredRow[]>
  readonly counters: ReadonlyMap<string, number>
}

export function isRow(value: unknown): value is StoredRow {
  return typeof value === 'object' && value !== null && 'seq' in value && typeof value.seq === 'number'
}

/** Changes the rows of some tables one by one. Other rows, and records of deleted ones, stay as they are. */
export function withEachRow(
  { tables, ...others }: StoredRows,
  changes: { readonly [table: string]: (row: StoredRow) => StoredRow },
): StoredRows {
  const changed = [...tables].map(([table, rows]) => {
    const change = changes[table]
    if (!change) return [table, rows] as const
    return [table, new Map([...rows].map(([name, row]) => [name, row ? change(row) : row] as const))] as const
  })
  return { ...others, tables: new Map(changed) }
}

/** The counters of a saved state. */
export function countersIn(value: unknown): ReadonlyMap<string, number> {
  return new Map(
    entriesOf(memberOf(value, 'counters')).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}

/** A member of a saved value that is an object. */
export function memberOf(value: unknown, name: string): unknown {
  return entriesOf(value).find(([each]) => each === name)?.[1]
}

/** A saved object with other members. Other values stay as they are, and are reported where they are read. */
export function withMembers(value: unknown, members: object): unknown {
  return typeof value === 'object' && value !== null ? { ...value, ...members } : value
}

/** The members of a saved object; none of another value. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
