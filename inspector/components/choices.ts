import type { WorldTable } from '../../src/kit/client/contract.ts'
import { call } from '../connection.ts'
import { faultSchemas } from '../control-document.ts'
import { describeRow, namedRows, nameRow } from '../row-names.ts'
import type { PickerChoice, SearchChoices } from './picker.tsx'

/** Number of choices that are shown at once. */
const SHOWN = 20

/** The list, the store or the product whose rows count. */
export interface Within {
  readonly list_id?: string
  readonly store_id?: string
  readonly product_id?: string
}

/** Searches the rows of a table on the server, for the values of a field. */
export function rowChoices(world: string, table: string, field: string, within: Within = {}): SearchChoices {
  return async (text) => {
    const answer = await call('getTable', world, {
      path: { table: table as WorldTable },
      query: { count: SHOWN, ...(text === '' ? {} : { text }), ...within },
    })
    return namedRows(answer).map((named) => {
      const { row, names } = named
      const value = String(row[field])
      const name = nameRow(table, named)
      const owners = OWNERS.map((each) => (within[each] === undefined ? (names[each] ?? '') : ''))
      const about = [describeRow(table, named), ...owners].filter(Boolean).join(' · ')
      return { value, row, about, ...(name === '' || name === value ? {} : { name }) }
    })
  }
}

const OWNERS = ['list_id', 'store_id'] as const

/** The operations that a text finds, by their names, paths and summaries. */
export const operationChoices: SearchChoices = async (text) => {
  const { operations } = await faultSchemas()
  return findChoices(
    text,
    operations.map(({ operation, method, path, summary }) => ({ value: operation, name: summary, about: `${method} ${path}` })),
  )
}

/** Number of found choices that are shown at once. */
const FOUND = 50

/** Those of some choices that have a text, first those whose value has it. */
export function findChoices(text: string, choices: readonly PickerChoice[]): readonly PickerChoice[] {
  const wanted = text.toLowerCase()
  const isNamed = ({ value }: PickerChoice): boolean => value.toLowerCase().includes(wanted)
  return choices
    .filter(({ value, name, about }) => `${value} ${name} ${about}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .slice(0, FOUND)
}
