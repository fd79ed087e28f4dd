import type { ControlQueryOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import { tableGroups } from '../../../kernel/contract/generated/table-words.ts'
import { nameHint } from '../../../kernel/support/nearest.ts'
import { rowCounts } from '../../../kernel/world/rows.ts'
import { tableNamed, tableNames } from '../../../service/model/tables.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { ControlError } from '../errors.ts'
import type { ControlOperations } from '../context.ts'
import { listAmountFields } from '../words/fields.ts'
import { rowId } from '../words/entities.ts'
import { hasName, findPlainNames } from '../words/describe-thing.ts'
import { SHOWN } from '../parameters.ts'

export const stateOperations = {
  getState({ context, handle }) {
    context.scheduler.sync(handle)
    const tables = rowCounts(handle.world)
    return { tables, groups: groupsWith(tables) }
  },

  getTable({ context, handle, path, query }) {
    context.scheduler.sync(handle)
    const table = tableOrThrow(path.table)
    return peek(handle.world, (tx) => {
      const { rows, total } = rowsFor(tx, table, query)
      return {
        table: table.name,
        key: [...table.key.fields],
        amounts: [...listAmountFields(table)],
        rows: rows.map(rowView),
        names: rows.map((row) => findPlainNames(tx, table, row)),
        total,
      }
    })
  },

  getRow({ context, handle, path }) {
    context.scheduler.sync(handle)
    const table = tableOrThrow(path.table)
    const row = findRowById(handle.world, table, path.id)
    if (row) return rowView(row)
    const key = table.key.fields.join(',')
    throw new ControlError(404, `The table ${table.name} has no row ${path.id.slice(0, 200)}. The key is ${key}.`)
  },
} satisfies Partial<ControlOperations>

function groupsWith(counts: ControlSchemas['State']['tables']): ControlSchemas['TableGroup'][] {
  return tableGroups.map(({ group, internal, tables }) => ({
    group,
    internal,
    tables: tables.map(({ table, title }) => ({ table, title, rows: counts[table] ?? 0 })),
  }))
}

/** Parameters that select the rows of one list, store or product. */
const OWNERS = ['list_id', 'store_id', 'product_id'] as const

/** The rows that a query selects. Without a filter, only those on the page are read. */
function rowsFor(
  tx: ReadTx,
  table: Table<Row>,
  { id, text, sort = 'key', order = 'asc', count = SHOWN, offset = 0, ...query }: ControlQueryOf<'getTable'>,
): { readonly rows: readonly Row[]; readonly total: number } {
  const range = tx.range(table.key)
  const owners = OWNERS.filter((each) => query[each] !== undefined)
  if (id === undefined && text === undefined && owners.length === 0 && sort === 'key') {
    const total = range.count
    return { rows: order === 'asc' ? range.slice(offset, count) : range.sliceFromEnd(offset, count), total }
  }
  const wanted = text?.toLowerCase()
  const found = range
    .all()
    .filter((row) => owners.every((each) => Reflect.get(row, each) === query[each]))
    .filter((row) => id === undefined || rowId(table, row) === id)
    .filter((row) => wanted === undefined || rowHasText(tx, table, row, wanted))
  if (sort === 'seq') found.sort((a, b) => a.seq - b.seq)
  if (order === 'desc') found.reverse()
  return { rows: found.slice(offset, offset + count), total: found.length }
}

/** Whether a value of a row, at any depth, or something that the row names, has a text in lower case. */
function rowHasText(tx: ReadTx, table: Table<Row>, row: Row, text: string): boolean {
  return valueHasText(row, text) || hasName(tx, table, row, text)
}

function valueHasText(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((each) => valueHasText(each, text))
  return String(value).toLowerCase().includes(text)
}

/** The table with a name. Throws if there is none. */
export function tableOrThrow(name: string, status: 404 | 422 = 404): Table<Row> {
  const found = tableNamed(name)
  if (found) return found
  throw new ControlError(status, `There is no table ${name.slice(0, 100)}. ${nameHint(name, tableNames)}`)
}

/** Finds a row by its key as written in a path, where texts and numbers look alike. */
function findRowById(world: WorldState, table: Table<Row>, id: string): Row | undefined {
  return peek(world, (tx) => tx.range(table.key).all()).find((row) => rowId(table, row) === id)
}

function rowView(row: Row): ControlSchemas['StateRow'] {
  return { ...row }
}
