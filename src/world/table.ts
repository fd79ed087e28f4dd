import { type Compare, OrderedSet } from '../support/ordered-set.ts'
import { Defect } from './errors.ts'

/** Field names by which rows are ordered, the most important first. */
export type Fields = readonly string[]

/**
 * Comparisons of two rows, or of a row and a probe, by so many leading fields. Each is a function of its own, written out
 * for its fields when it is first asked for: one that loops over names sees rows of every table, and the engine can then
 * not foresee any of them.
 */
export class Order<T> {
  readonly fields: Fields
  readonly #comparisons: (Compare<T> | undefined)[] = []

  constructor(fields: Fields) {
    this.fields = fields
  }

  /** By all fields. */
  get full(): Compare<T> {
    return this.by(this.fields.length)
  }

  /** By the first `depth` fields. */
  by(depth: number): Compare<T> {
    return (this.#comparisons[depth] ??= comparison<T>(this.fields.slice(0, depth)))
  }

  /** By those leading fields that a probe gives. */
  with(probe: object): Compare<T> {
    return this.by(depthOf(this.fields, probe))
  }
}

const FIELD = /^[a-z_]+$/

function comparison<T>(fields: Fields): Compare<T> {
  const lines = fields.map((field) => {
    // Names come from the definitions of tables, never from a request.
    if (!FIELD.test(field)) throw new Error(`${field} is no name of a field.`)
    // What is no number is like nothing, itself included: a probe with it finds no row.
    return `if (a.${field} < b.${field}) return -1\nif (a.${field} !== b.${field}) return 1`
  })
  // oxlint-disable-next-line no-new-func
  return new Function('a', 'b', [...lines, 'return 0'].join('\n')) as Compare<T>
}

/** How many leading fields a probe gives. */
function depthOf(fields: Fields, probe: object): number {
  let depth = 0
  while (depth < fields.length && (fields[depth] as string) in probe) depth++
  return depth
}

/** What every row has: its place in the order of creation, over all tables of the world. */
export interface Row {
  readonly seq: number
}

/** The names of all tables. Declared where all of them are listed (`runtime/tables.ts`). */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface TableNames {}

/** The name of a table. Those of tests begin with `test_`; no world that is kept has them. */
export type TableName = keyof TableNames | `test_${string}`

/** An ordered way through a table's rows. Leading fields can be given to `tx.range` and `tx.first`. */
export interface Index<R extends Row, Field extends keyof R & string = keyof R & string> {
  readonly table: Table<R>
  readonly position: number
  readonly fields: readonly Field[]
  readonly order: Order<unknown>
}

/** A kind of row. Definitions hold no state: the rows are in the world. */
export interface Table<R extends Row> {
  readonly name: string
  readonly number: number
  /** The unique index by which a row is known. */
  readonly key: Index<R>
  readonly indexes: readonly Index<R>[]
  /** Whether the history of a world remembers its changes. */
  readonly remembered: boolean
}

/** A table with its named indexes as members. */
export type TableWith<R extends Row, Names extends Record<string, readonly (keyof R & string)[]>> = Table<R> & {
  readonly [Name in keyof Names]: Index<R, Names[Name][number]>
}

/** The rows of one table in one version of a world, and the indexes over them that somebody has asked for. */
export interface TableState {
  readonly indexes: (OrderedSet<Row> | undefined)[]
}

/** In alphabetical order, so that nothing that lists them depends on which resource was loaded first. */
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
    const orders: readonly (readonly [string, Fields])[] = [
      ['key', key],
      ...Object.entries(others).map(([indexName, fields]) => [indexName, [...fields, 'seq']] as const),
    ]
    const table: Record<string, unknown> = { name, number: defined.length, remembered }
    table['indexes'] = orders.map(([indexName, fields], position) => {
      const index = { table, position, fields, order: new Order(fields) }
      table[indexName] = index
      return index
    })
    defined.push(table as unknown as Table<Row>)
    defined.sort((a, b) => (a.name < b.name ? -1 : 1))
    return table as unknown as TableWith<R, Names> & { readonly name: Name }
  }
}

/** The tables that have been defined so far, in alphabetical order: those of the resources that have been loaded. */
export function definedTables(): readonly Table<Row>[] {
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
  const compare = index.order.full
  const key = state.indexes[0] as OrderedSet<R> | undefined
  const made = key ? OrderedSet.of(key.between(0, key.size), compare) : OrderedSet.empty<R>(compare)
  if (state !== nothing) state.indexes[index.position] = made as unknown as OrderedSet<Row>
  return made
}

/** The state as it is now, whatever becomes of the draft. */
export function copyOf(draft: TableState): TableState {
  return { indexes: draft.indexes.map((index) => index?.clone()) }
}

/** A state that can be written without touching the one it comes from. */
export function draftOf<R extends Row>(table: Table<R>, state: TableState): TableState {
  const draft = copyOf(state)
  draft.indexes[0] ??= OrderedSet.empty<Row>(table.key.order.full)
  return draft
}

/** Puts a new row in; indexes that are not built yet stay so. */
export function addRow<R extends Row>(table: Table<R>, draft: TableState, row: R): void {
  for (const { position, fields } of table.indexes) {
    if (draft.indexes[position]?.add(row) === false) {
      throw new Defect(`The table ${table.name} already has a row of this ${fields.join(' and ')}.`)
    }
  }
}

/** Puts a row in the place of the one that it continues. */
export function replaceRow<R extends Row>(table: Table<R>, draft: TableState, row: R, previous: R): void {
  for (const { position, order } of table.indexes) {
    const index = draft.indexes[position]
    if (!index) continue
    if (order.full(previous, row) !== 0) index.delete(previous)
    index.add(row)
  }
}

/** Takes a row out. */
export function dropRow(draft: TableState, row: Row): void {
  for (const index of draft.indexes) index?.delete(row)
}

/** Fills an empty table with rows in one go; the key's index is built from them, the others when they are asked for. */
export function loadRows<R extends Row>(table: Table<R>, rows: readonly R[]): TableState {
  return { indexes: [OrderedSet.of<Row>(rows, table.key.order.full)] }
}
