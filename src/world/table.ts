import { OrderedSet } from '../support/ordered-set.ts'
import type { Compare } from '../support/sorted-rows.ts'
import { Defect } from './errors.ts'

/** Names of the fields by which rows are ordered, the most significant first. */
export type FieldNames = readonly string[]

/**
 * Comparisons of two rows, or of a row and a probe, by a number of leading fields. Each is compiled into a function for its fields
 * when it is first needed: a generic loop over names would see rows of every table, which the JavaScript engine cannot optimize.
 */
export class RowOrder<T> {
  readonly fields: FieldNames
  /** Returns the value of the first field. */
  readonly leading: (row: T) => unknown
  readonly #comparisons: (Compare<T> | undefined)[] = []

  constructor(fields: FieldNames) {
    const [first = ''] = fields
    this.fields = fields
    this.leading = (row) => (row as Readonly<Record<string, unknown>>)[first]
  }

  /** By all fields. */
  get full(): Compare<T> {
    return this.by(this.fields.length)
  }

  /** By the first `depth` fields. */
  by(depth: number): Compare<T> {
    return (this.#comparisons[depth] ??= comparison<T>(this.fields.slice(0, depth)))
  }

  /** By the leading fields that a probe has. */
  with(probe: object): Compare<T> {
    return this.by(depthOf(this.fields, probe))
  }
}

const FIELD = /^[a-z_]+$/

function comparison<T>(fields: FieldNames): Compare<T> {
  const lines = fields.map((field) => {
    // Names come from the definitions of tables, never from a request.
    if (!FIELD.test(field)) throw new Error(`${field} is not a valid field name.`)
    // NaN equals nothing, itself included: a probe with it finds no row.
    return `if (a.${field} < b.${field}) return -1\nif (a.${field} !== b.${field}) return 1`
  })
  // oxlint-disable-next-line no-new-func
  return new Function('a', 'b', [...lines, 'return 0'].join('\n')) as Compare<T>
}

/** The number of leading fields that a probe has. */
function depthOf(fields: FieldNames, probe: object): number {
  let depth = 0
  while (depth < fields.length && (fields[depth] as string) in probe) depth++
  return depth
}

/** Every row has `seq`: its position in the order of creation, over all tables of the world. */
export interface Row {
  readonly seq: number
}

/** The names of all tables. Declared where all of them are listed (`runtime/tables.ts`). */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface TableNames {}

/** The name of a table. Names that begin with `test_` are for tests; no persisted world has such tables. */
export type TableName = keyof TableNames | `test_${string}`

/** An ordered view of a table's rows. `tx.range` and `tx.first` take values for its leading fields. */
export interface Index<R extends Row, Field extends keyof R & string = keyof R & string> {
  readonly table: Table<R>
  readonly position: number
  readonly fields: readonly Field[]
  readonly order: RowOrder<unknown>
}

/** A kind of row. A definition holds no state: the rows are in the world. */
export interface Table<R extends Row> {
  readonly name: string
  readonly number: number
  /** The unique index by which a row is identified. */
  readonly key: Index<R>
  readonly indexes: readonly Index<R>[]
  /** Whether the history of a world records its changes. */
  readonly remembered: boolean
}

/** A table with its named indexes as members. */
export type TableWith<R extends Row, Names extends Record<string, readonly (keyof R & string)[]>> = Table<R> & {
  readonly [Name in keyof Names]: Index<R, Names[Name][number]>
}

/** The rows of one table in one version of a world, and the indexes over them that have been built so far. */
export interface TableState {
  readonly indexes: (OrderedSet<Row> | undefined)[]
}

/** In alphabetical order, so that listings do not depend on which resource was loaded first. */
const defined: Table<Row>[] = []

/**
 * Defines a table: `key` is unique, each index is ordered by its fields and then by creation.
 *
 * @example
 * export const lists = defineTable<ListRow>()('lists', { key: ['id'], byCreation: ['date_created'] })
 */
export function defineTable<R extends Row>({ remembered = true }: { readonly remembered?: boolean } = {}) {
  return <
    const Name extends TableName,
    const Names extends Record<'key', readonly (keyof R & string)[]> & Record<string, readonly (keyof R & string)[]>,
  >(
    name: Name,
    indexes: Names,
  ): TableWith<R, Names> & { readonly name: Name } => {
    if (defined.some((table) => table.name === name)) throw new Defect(`The table ${name} is defined twice.`)
    const { key, ...others } = indexes
    const orders: readonly (readonly [string, FieldNames])[] = [
      ['key', key],
      ...Object.entries(others).map(([indexName, fields]) => [indexName, [...fields, 'seq']] as const),
    ]
    const table: Record<string, unknown> = { name, number: defined.length, remembered }
    table['indexes'] = orders.map(([indexName, fields], position) => {
      const index = { table, position, fields, order: new RowOrder(fields) }
      table[indexName] = index
      return index
    })
    defined.push(table as unknown as Table<Row>)
    defined.sort((a, b) => (a.name < b.name ? -1 : 1))
    return table as unknown as TableWith<R, Names> & { readonly name: Name }
  }
}

/** The tables defined so far, in alphabetical order: those of the resources that have been loaded. */
export function definedTables(): readonly Table<Row>[] {
  return defined
}

const nothing: TableState = { indexes: [] }

/** The state of a table that has never been written. */
export function emptyTable(): TableState {
  return nothing
}

/** An index of a table's state. It is built when it is first needed, and kept with that version of the rows. */
export function indexOf<R extends Row>(state: TableState, index: Index<R>): OrderedSet<R> {
  const built = state.indexes[index.position] as OrderedSet<R> | undefined
  if (built) return built
  const compare = index.order.full
  const key = state.indexes[0] as OrderedSet<R> | undefined
  const made = key ? OrderedSet.of(key.between(0, key.size), compare, index.order.leading) : OrderedSet.empty<R>(compare)
  if (state !== nothing) state.indexes[index.position] = made as unknown as OrderedSet<Row>
  return made
}

/** A copy of a draft that later writes to the draft do not change. */
export function copyOf(draft: TableState): TableState {
  return { indexes: draft.indexes.map((index) => index?.clone()) }
}

/** A copy of a state for writing. The original does not change. */
export function draftOf<R extends Row>(table: Table<R>, state: TableState): TableState {
  const draft = copyOf(state)
  draft.indexes[0] ??= OrderedSet.empty<Row>(table.key.order.full)
  return draft
}

/** Adds a new row to the indexes that have been built. */
export function addRow<R extends Row>(table: Table<R>, draft: TableState, row: R): void {
  for (const { position, fields } of table.indexes) {
    if (draft.indexes[position]?.add(row) === false) {
      throw new Defect(`The table ${table.name} already has a row with this ${fields.join(' and ')}.`)
    }
  }
}

/** Replaces a row by its next version. */
export function replaceRow<R extends Row>(table: Table<R>, draft: TableState, row: R, previous: R): void {
  for (const { position, order } of table.indexes) {
    const index = draft.indexes[position]
    if (!index) continue
    if (order.full(previous, row) !== 0) index.delete(previous)
    index.add(row)
  }
}

/** Removes a row. */
export function dropRow(draft: TableState, row: Row): void {
  for (const index of draft.indexes) index?.delete(row)
}

/** Fills an empty table with rows at once. Only the key's index is built; the others are built when they are needed. */
export function loadRows<R extends Row>(table: Table<R>, rows: readonly R[]): TableState {
  return { indexes: [OrderedSet.of<Row>(rows, table.key.order.full)] }
}
