import { OrderedSet } from '../support/ordered-set.ts'
import { compareFields, comparePrefix, type Fields } from './order.ts'
import { Defect } from './errors.ts'

/** What every row has: its place in the order of creation, over all tables of the world. */
export interface Row {
  readonly seq: number
}

/** An ordered way through a table's rows. Leading fields can be given to `tx.range` and `tx.first`. */
export interface Index<R extends Row, Field extends keyof R & string = keyof R & string> {
  readonly table: Table<R>
  readonly position: number
  readonly fields: readonly Field[]
}

/** A kind of row. Definitions hold no state: the rows are in the world. */
export interface Table<R extends Row> {
  readonly name: string
  readonly number: number
  /** The unique index by which a row is known. */
  readonly key: Index<R>
  readonly orders: readonly Fields[]
}

/** A table with its named indexes as members. */
export type TableWith<R extends Row, Names extends Record<string, readonly (keyof R & string)[]>> = Table<R> & {
  readonly [Name in keyof Names]: Index<R, Names[Name][number]>
}

/** The rows of one table in one version of a world, and the indexes over them that somebody has asked for. */
export interface TableState {
  readonly indexes: (OrderedSet<Row> | undefined)[]
}

const defined: Table<Row>[] = []

/**
 * Defines a table: `key` is unique, each index is ordered by its fields and then by creation.
 *
 * @example
 * export const lists = defineTable<ListRow>()('lists', { key: ['id'], byCreation: ['date_created'] })
 */
export function defineTable<R extends Row>() {
  return <const Names extends Record<'key', readonly (keyof R & string)[]> & Record<string, readonly (keyof R & string)[]>>(
    name: string,
    indexes: Names,
  ): TableWith<R, Names> => {
    if (defined.some((table) => table.name === name)) throw new Defect(`The table ${name} is defined twice.`)
    const { key, ...others } = indexes
    const orders = [key, ...Object.values(others).map((fields) => [...fields, 'seq'])]
    const table = { name, number: defined.length, orders } as Record<string, unknown>
    for (const [position, indexName] of ['key', ...Object.keys(others)].entries()) {
      table[indexName] = { table, position, fields: orders[position] }
    }
    defined.push(table as unknown as Table<Row>)
    return table as unknown as TableWith<R, Names>
  }
}

/** All tables, in the order of their definition. */
export function allTables(): readonly Table<Row>[] {
  return defined
}

const nothing: TableState = { indexes: [] }

/** The state of a table that nobody has written yet. */
export function emptyTable(): TableState {
  return nothing
}

/** An index of a table's state; built when it is first asked for, and kept with that version of the rows. */
export function indexOf<R extends Row>(state: TableState, index: Index<R>): OrderedSet<R> {
  const built = state.indexes[index.position] as OrderedSet<R> | undefined
  if (built) return built
  const compare = compareFields<R>(index.table.orders[index.position] ?? [])
  const key = state.indexes[0] as OrderedSet<R> | undefined
  const made = key ? OrderedSet.of(key.between(0, key.size), compare) : OrderedSet.empty<R>(compare)
  if (state !== nothing) state.indexes[index.position] = made as unknown as OrderedSet<Row>
  return made
}

/** A state that can be written without touching the one it comes from. */
export function draftOf(table: Table<Row>, state: TableState): TableState {
  const key = indexOf(state, table.key)
  return { indexes: table.orders.map((_, position) => (position === 0 ? key.clone() : state.indexes[position]?.clone())) }
}

/** Puts a row in, in the place of `previous` if there was one; indexes that are not built yet stay so. */
export function putRow(table: Table<Row>, draft: TableState, row: Row, previous: Row | undefined): void {
  for (const [position, fields] of table.orders.entries()) {
    const index = draft.indexes[position]
    if (!index) continue
    if (previous && comparePrefix(fields, fields.length, previous, row) !== 0) index.delete(previous)
    index.add(row)
  }
}

/** Takes a row out. */
export function dropRow(draft: TableState, row: Row): void {
  for (const index of draft.indexes) index?.delete(row)
}

/** Fills an empty table with rows in one go; the key's index is built from them, the others when they are asked for. */
export function loadRows(table: Table<Row>, rows: readonly Row[]): TableState {
  return { indexes: [OrderedSet.of(rows, compareFields<Row>(table.orders[0] ?? []))] }
}
