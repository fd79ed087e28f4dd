import type { Schemas } from '../src/kit/client/contract.ts'
import { call } from './connection.ts'
import { useRevision } from './live.ts'
import { type Loaded, once, useLoad } from './load.ts'
import type { TableName, TableWords } from './tables.ts'
import { useWorld } from './world.ts'

/** The tables of the world, in groups with their names for people. */
export function useTableGroups(): Loaded<readonly Schemas['TableGroup'][]> {
  const { id: world } = useWorld()
  return useLoad(`tables ${world}`, async (signal) => (await call('getState', world, { signal })).groups, useRevision())
}

/** Loads the words for tables: all worlds have the same. */
export const tableWords = once(async (world: string): Promise<TableWords> => {
  const { groups } = await call('getState', world)
  const named = groups.flatMap(({ internal, tables }) => tables.map(({ table, title }) => ({ table, title, internal })))
  const known: ReadonlyMap<string, TableName> = new Map(named.map(({ table, ...words }, place) => [table, { ...words, place }]))
  return (table) => known.get(table) ?? withoutWords(table)
})

function withoutWords(table: string): TableName {
  return { title: table.replaceAll('_', ' '), internal: false, place: Number.MAX_SAFE_INTEGER }
}

/** The words for tables. Until they are loaded, tables have no names: another one would flash by. */
export function useTableWords(): TableWords {
  const { id: world } = useWorld()
  return useLoad('words of tables', () => tableWords(world)).data ?? notLoaded
}

function notLoaded(): TableName {
  return { title: '', internal: false, place: 0 }
}
