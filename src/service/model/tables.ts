import { definedTables, type Row, type Table } from '../../kernel/world/table.ts'
import * as list from './every-table.ts'

declare module '../../kernel/world/table.ts' {
  interface TableNames extends Record<keyof typeof list, true> {}
}

const listed: { readonly [Name in keyof typeof list]: { readonly name: Name } } = list

/** The names of all tables, in alphabetical order. */
export const tableNames: readonly string[] = Object.keys(listed).toSorted()

/** Finds a table by its name; returns `undefined` if there is none. */
export type FindTable = (name: string) => Table<Row> | undefined

/** Finds a table by its name, whether its resource has been loaded or not. */
export const tableNamed: FindTable = (name) => byName.get(name)

const byName: ReadonlyMap<string, Table<Row>> = new Map(
  definedTables()
    .filter(({ name }) => Object.hasOwn(listed, name))
    .map((table) => [table.name, table]),
)
