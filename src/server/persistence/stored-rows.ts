import type { Row } from '../../kernel/world/table.ts'

/** A row as it is stored, before it is checked against its table. */
export interface StoredRow extends Row {
  readonly [field: string]: unknown
}

/** The rows that worlds begin with, by table in alphabetical order, and their counters. */
export interface PlantedRows {
  readonly tables: ReadonlyMap<string, readonly StoredRow[]>
  readonly counters: ReadonlyMap<string, number>
}

export function isRow(value: unknown): value is StoredRow {
  return typeof value === 'object' && value !== null && 'seq' in value && typeof value.seq === 'number'
}
