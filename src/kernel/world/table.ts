import type { Compare } from '../support/sorted-rows.ts'
import { Defect } from './errors.ts'

/** Names of the fields by which rows are ordered, the most significant first. */
export type FieldNames = readonly string[]

/**
 * Comparisons of two rows, or of a row and a probe, by a number of leading fields. Each is compiled into a function for its fields
 * when it is first needed: a loop over names would see rows of every table, which the engine cannot specialise. With a loop, a `POST` takes 9 % longer
 * (`bench/compare.mjs`), and a shop with 100,000 orders is ready in 4.1 s instead of 3.4 (Node 20, 2026-11-30).
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
    return this.by(countProbedFields(this.fields, probe))
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
function countProbedFields(fields: FieldNames, probe: object): number {
  let depth = 0
  while (depth < fields.length && (fields[depth] as string) in probe) depth++
  return depth
}

/** Every row has `seq`: its position in the order of creation, over all tables of the world. */
export interface Row {
  readonly seq: number
}

/** An ordered view of a table's rows. `tx.range` and `tx.first` take values for its leading fields. */
export interface Index<out R extends Row, out Field extends string = string> {
  readonly name: string
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
  readonly declared: Declaration
}

/** What a table says about its rows, besides how they are found. The type parameters check the names of fields and indexes against the type of a row. */
export interface Declaration<
  R extends Row = Row,
  IndexName extends string = string,
  Field extends string = string,
  Shown extends string = string,
> {
  /** Whether changes of its rows are in the history of the world; by default they are. */
  readonly remembered?: boolean
  /**
   * What owns its rows: when a row of the other table is removed, so are the rows that it owns. The index is one of this table: its first fields
   * hold, in this order, the values of the owner's key (or of another index that identifies the owner); their names may differ. With
   * `where`, only rows with these values are owned.
   */
  readonly ownedBy?: readonly (readonly [
    owner: Table<Row> | Index<Row>,
    index: IndexName,
    where?: { readonly [Name in Field]?: unknown },
  ])[]
  /** The word for a row in `why` and in the inspector. Only rows of tables with a word have a history that can be requested. */
  readonly word?: string
  /** The fields that hold the ids of a row; the API shows the first. By default the last field of the key. */
  readonly ids?: readonly Field[]
  /** The parameters of paths that hold one of its ids. */
  readonly parameters?: readonly string[]
  /** The field that is shown to people: by default its id. A dot separates a nested field. */
  readonly shownBy?: Shown
  /** The fields that hold secrets, which are redacted in the journal and in bundles. */
  readonly secrets?: { readonly [Name in Field]?: GeneratedSecret | 'given' }
  /** A sentence that explains a row. */
  explain?(row: R): string
  /** The reason why the API does not show a row that exists, if there is one. `tx` is a `ReadTx`; its type would be a circular import. */
  hiddenBecause?(tx: object, row: R): string | undefined
}

/** A kind of secret that `tx.secret` generates. Other secrets are given by whoever writes the row. */
export interface GeneratedSecret {
  /** The word for it in placeholders. */
  readonly kind: string
  /** The name that is passed to `tx.secret`. */
  readonly counter: string
  /** Its length: at least 32. */
  readonly digits: number
}

/** A table with its named indexes as members. */
export type TableWith<R extends Row, Names extends Record<string, readonly (keyof R & string)[]>> = Table<R> & {
  readonly [Name in keyof Names]: Index<R, Names[Name][number]>
}

const defined = new Map<string, Table<Row>>()

/** The name of a field of a row, or of a field in one. */
type ShownField<R> = {
  [Field in keyof R & string]: Field | (R[Field] extends object ? `${Field}.${keyof R[Field] & string}` : never)
}[keyof R & string]

/** Names of fields, by the name of their index. */
type IndexFields<R> = Record<string, readonly (keyof R & string)[]>

/**
 * Defines a table: `key` is unique, each index is ordered by its fields and then by creation.
 *
 * @example
 * export const lists = defineTable<ListRow>()('lists', { key: ['id'], indexes: { byCreation: ['date_created'] }, word: 'list' })
 */
export function defineTable<R extends Row>() {
  return <
    const Name extends string,
    const Key extends readonly (keyof R & string)[],
    const Indexes extends IndexFields<R> = Record<never, never>,
  >(
    name: Name,
    {
      key,
      indexes,
      ...declared
    }: { readonly key: Key; readonly indexes?: Indexes } & Declaration<
      R,
      NoInfer<'key' | (keyof Indexes & string)>,
      keyof R & string,
      ShownField<R>
    >,
  ): TableWith<R, { key: Key } & Indexes> & { readonly name: Name } => {
    if (defined.has(name)) throw new Defect(`The table ${name} is defined twice.`)
    const orders: readonly (readonly [string, FieldNames])[] = [
      ['key', key],
      ...Object.entries<FieldNames>(indexes ?? {}).map(([indexName, fields]) => [indexName, [...fields, 'seq']] as const),
    ]
    const table: Record<string, unknown> = { name, number: defined.size, declared }
    table['indexes'] = orders.map(([indexName, fields], position) => {
      const index = { name: indexName, table, position, fields, order: new RowOrder(fields) }
      table[indexName] = index
      return index
    })
    defined.set(name, table as unknown as Table<Row>)
    return table as unknown as TableWith<R, { key: Key } & Indexes> & { readonly name: Name }
  }
}

/** The tables of all loaded modules, in alphabetical order, so that listings do not depend on which module was loaded first. */
export function definedTables(): readonly Table<Row>[] {
  return [...defined.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
