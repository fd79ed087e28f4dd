import type { WorldTable } from '../../src/kit/client/contract.ts'
import { call } from '../connection.ts'
import { nameOf } from '../row-names.ts'
import type { Choice, SearchChoices } from './picker.tsx'

/** Number of choices that are shown at once. */
const SHOWN = 20

/** Searches the rows of a table on the server, for the values of a field. `list` keeps to the rows of one list. */
export function rowChoices(world: string, table: string, field: string, list?: string): SearchChoices {
  return async (text) => {
    const { rows } = await call('getTable', world, {
      path: { table: table as WorldTable },
      query: { count: SHOWN, ...(text === '' ? {} : { text }), ...(list === undefined ? {} : { list_id: list }) },
    })
    const lists = rows.some((row) => 'list_id' in row) && list === undefined ? await listNames(world) : undefined
    return rows.map((row) => {
      const value = String(row[field])
      const name = nameOf(row)
      const about = [row['status'], lists?.get(String(row['list_id']))].filter((each) => typeof each === 'string' && each !== '')
      return { value, row, about: about.join(' · '), ...(name === '' || name === value ? {} : { name }) }
    })
  }
}

async function listNames(world: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await call('getTable', world, { path: { table: 'lists' }, query: { count: 1_000 } })
  return new Map(rows.map((row) => [String(row['id']), nameOf(row)]))
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
