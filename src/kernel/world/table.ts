import type { Compare } from '../support/sorted-rows.ts'
import { Defect } from './errors.ts'

/** Names of the fields by which rows are ordered, the most significant first. */
export type FieldNames = readonly string[]

/**
 * Comparisons of two rows, or of a row and a probe, by a number of leading fields. Each is compiled into a function for its fields
 * when it is first needed: a generic loop over names would see rows of every table, which the JavaScript engine cannot optimize.
 */
class RowOrder<T> {
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

// A loop over field names would read rows of every table at one place, which the engine cannot specialise.
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

/** The names of all tables. Declared where all of them are listed (`model/tables.ts`). */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface TableNames {}

/** The name of a table. Names that begin with `test_` are for tests; no persisted world has such tables. */
export type TableName = keyof TableNames | `test_${string}`

/** An ordered view of a table's rows. `tx.range` and `tx.first` take values for its leading fields. */
export interface Index<out R extends Row, out Field extends string = string> {
  readonly table: Table<R>
  readonly position: number
  readonly fields: readonly Field[]
  readonly order: RowOrder<unknown>
}

/** A kind of row. A definition holds no state: the rows are in the world. */
export interface Table<out R extends Row> {
  readonly name: string
  readonly number: number
  /** The unique index by which a row is identified. */
  readonly key: Index<R>
  readonly indexes: readonly Index<R>[]
  /** Whether changes of its rows are in the history of the world. */
  readonly remembered: boolean
}

/** A table with its named indexes as members. */
export type TableWith<R extends Row, Names extends Record<string, readonly (keyof R & string)[]>> = Table<R> & {
  readonly [Name in keyof Names]: Index<R, Names[Name][number]>
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

/** The tables of all loaded resources, in alphabetical order. */
export function definedTables(): readonly Table<Row>[] {
  return defined
}
