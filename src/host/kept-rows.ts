import { faults } from '../faults/fault.ts'
import { equal } from '../support/equal.ts'
import { freezeRow } from '../world/freeze.ts'
import { addRow, draftOf, dropRow, emptyTable, indexOf, type Row, type Table } from '../world/table.ts'
import type { World } from '../world/world.ts'
import { rowName } from './kept-records.ts'
import type { FindTable } from './tables.ts'
import { Unreadable } from './unreadable.ts'

type Tables = World['tables']

/** A row that was kept, by its name: as it is, `null` where there is none, and nothing where it is the scenario's again. */
type KeptRow = readonly [name: string, value: unknown]

/** What rows are read with: all tables, the rows of the scenario, and other versions, whose faults are to be the very same objects. */
export interface RowReading {
  readonly table: FindTable
  readonly own: Tables
  readonly like: readonly Tables[]
}

/** Tables with rows that were kept. */
export function withRows(tables: Tables, kept: readonly KeptRow[], { table: find, own, like }: RowReading): Tables {
  const made = tables.slice()
  for (const [table, rows] of byTable(kept, find)) {
    const draft = draftOf(table, tables[table.number] ?? emptyTable())
    const scenarios = finderIn(own, table)
    const before = finderIn(tables, table)
    // Only of faults more is known than what is in their rows. Others are written anew so that they are others, though they hold the same: a member
    // whose tags have changed.
    const same = table === faults ? [before, ...like.map((each) => finderIn(each, table))] : []
    const coming: Row[] = []
    for (const [name, value] of rows) {
      const probe = probeOf(table, name)
      const row = value === undefined ? scenarios(probe) : rowOf(table, name, value)
      const previous = before(probe)
      if (row) coming.push(same.map((among) => among(probe)).find((each) => each && equal(each, row)) ?? row)
      if (previous) dropRow(draft, previous)
    }
    // What goes makes room first: a row may have taken over the place of another one, which would be there twice.
    for (const row of coming) addRow(table, draft, row)
    made[table.number] = draft
  }
  return made
}

function byTable(kept: readonly KeptRow[], find: FindTable): Map<Table<Row>, KeptRow[]> {
  const sorted = new Map<string, KeptRow[]>()
  for (const row of kept) {
    const table = row[0].split(' ', 2)[1] ?? ''
    const rows = sorted.get(table)
    if (rows) rows.push(row)
    else sorted.set(table, [row])
  }
  return new Map([...sorted].map(([table, rows]) => [tableOrThrow(table, find), rows]))
}

/** Finds rows of a table by their keys. */
function finderIn(tables: Tables, table: Table<Row>): (probe: object) => Row | undefined {
  const rows = indexOf(tables[table.number] ?? emptyTable(), table.key)
  const compare = table.key.order.full
  return (probe) => {
    const found = rows.firstFrom(probe, (row, like) => compare(row, like as Row))
    return found && compare(found, probe as Row) === 0 ? found : undefined
  }
}

/** A row as far as its key tells, which stands in its name. */
function probeOf({ name: table, key: { fields } }: Table<Row>, name: string): object {
  const values: unknown = JSON.parse(name.slice(`row ${table} `.length))
  if (!Array.isArray(values)) throw new Unreadable(`the record ${JSON.stringify(name)} has no key of a row in its name`)
  return Object.fromEntries(fields.map((field, i) => [field, values[i] as unknown]))
}

function rowOf(table: Table<Row>, name: string, value: unknown): Row | undefined {
  if (value === null) return undefined
  if (typeof value === 'object' && 'seq' in value && typeof value.seq === 'number' && rowName(table, value as Row) === name)
    return freezeRow(value as Row)
  throw new Unreadable(`the record ${JSON.stringify(name)} holds no row of that key`)
}

function tableOrThrow(name: string, find: FindTable): Table<Row> {
  const found = find(name)
  if (found) return found
  throw new Unreadable(`there is no table ${JSON.stringify(name)}`)
}
