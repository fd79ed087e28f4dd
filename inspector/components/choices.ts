import type { WorldTable } from '../../src/kit/client/contract.ts'
import { call } from '../connection.ts'
import { aboutOf, nameOf } from '../row-names.ts'
import type { Choice, SearchChoices } from './picker.tsx'

/** Number of choices that are shown at once. */
const SHOWN = 20

/** The list or the store whose rows count. */
export interface Within {
  readonly list_id?: string
  readonly store_id?: string
}

/** Searches the rows of a table on the server, for the values of a field. */
export function rowChoices(world: string, table: string, field: string, within: Within = {}): SearchChoices {
  return async (text) => {
    const { rows } = await call('getTable', world, {
      path: { table: table as WorldTable },
      query: { count: SHOWN, ...(text === '' ? {} : { text }), ...within },
    })
    const lists = rows.some((row) => 'list_id' in row) && within.list_id === undefined ? await listNames(world) : undefined
    const stores = rows.some((row) => 'store_id' in row) && within.store_id === undefined ? await storeNames(world) : undefined
    return rows.map((row) => {
      const value = String(row[field])
      const name = nameOf(table, row)
      const about = [aboutOf(row), lists?.get(String(row['list_id'])), stores?.get(String(row['store_id']))]
      return { value, row, about: about.filter(Boolean).join(' · '), ...(name === '' || name === value ? {} : { name }) }
    })
  }
}

const listNames = (world: string) => namesOf(world, 'lists')
const storeNames = (world: string) => namesOf(world, 'stores')

async function namesOf(world: string, table: 'lists' | 'stores'): Promise<ReadonlyMap<string, string>> {
  const { rows } = await call('getTable', world, { path: { table }, query: { count: 1_000 } })
  return new Map(rows.map((row) => [String(row['id']), nameOf(table, row)]))
}

let loading: Promise<readonly Choice[]> | undefined

/** All operations of the contract, loaded once: they are the same for the life of the server. */
function allOperations(): Promise<readonly Choice[]> {
  return (loading ??= loadOperations().catch((error: unknown) => {
    loading = undefined
    throw error
  }))
}

async function loadOperations(): Promise<readonly Choice[]> {
  const { operations } = await call('getFaultSchemas')
  return operations.map(({ operation, method, path, summary }) => ({
    value: operation,
    name: summary,
    about: `${method} ${path}`,
  }))
}

/** The operations that a text finds, by their names, paths and summaries. */
export const operationChoices: SearchChoices = async (text) => found(text, await allOperations())

/** Number of found choices that are shown at once. */
const FOUND = 50

/** Those of some choices that have a text, first those whose value has it. */
export function found(text: string, choices: readonly Choice[]): readonly Choice[] {
  const wanted = text.toLowerCase()
  const isNamed = ({ value }: Choice): boolean => value.toLowerCase().includes(wanted)
  return choices
    .filter(({ value, name, about }) => `${value} ${name} ${about}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .slice(0, FOUND)
}
