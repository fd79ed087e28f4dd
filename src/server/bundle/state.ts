import { mergeSettings } from '../../kernel/contract/settings.ts'
import type { ControlSchemas } from '../../kernel/contract/control.ts'
import { nameHint } from '../../kernel/support/nearest.ts'
import { CLOCK_MAX, CLOCK_MIN, isoMillis, readInstantMillis, type Millis } from '../../kernel/support/time.ts'
import { freezeRow } from '../../kernel/world/freeze.ts'
import { emptyHistoryAfter } from '../../kernel/world/history.ts'
import { readRows } from '../../kernel/world/rows.ts'
import { tableNamed, tableNames } from '../../service/model/tables.ts'
import { definedTables, type Row, type Table } from '../../kernel/world/table.ts'
import { TableState } from '../../kernel/world/table-state.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { Placeholders } from './placeholders.ts'

export function writtenState(
  { clock, settings, counters, ...world }: WorldState,
  placeholders: Placeholders,
): ControlSchemas['BundleState'] {
  const tables = definedTables().map((table) => [table.name, readRows(world, table)] as const)
  return {
    now: isoMillis(clock.now),
    clock: { mode: clock.mode, rate: clock.rate },
    settings,
    changes: world.history.total,
    counters: Object.fromEntries([...counters].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    tables: Object.fromEntries(
      tables
        .filter(([, rows]) => rows.length > 0)
        .map(([name, rows]) => [name, rows.map((row) => placeholders.hideIn({ ...row }))]),
    ),
  }
}

/** The world described by a bundle's state; `origin` supplies everything else. */
export function readBundleState(
  state: ControlSchemas['BundleState'],
  origin: WorldState,
  placeholders: Placeholders,
  pointer: string,
): WorldState {
  const tables: (TableState | undefined)[] = []
  for (const [name, written] of Object.entries(state.tables)) {
    const table = tableNamed(name)
    const at = `${pointer}/tables/${name}`
    if (!table) throw new UnusableBundle(at, `is not a table. ${nameHint(name, tableNames)}`)
    const rows = written.map((row) => freezeRow<Row>(placeholders.fillIn(row)))
    const keys = new Set<string>()
    for (const [i, row] of rows.entries()) checkRow(table, row, keys, `${at}/${i}`)
    tables[table.number] = TableState.of(table, rows)
  }
  return {
    ...origin,
    clock: { now: readMoment(state.now, `${pointer}/now`), ...state.clock },
    settings: mergeSettings(origin.settings, state.settings),
    counters: new Map(Object.entries(state.counters)),
    tables,
    // The entries themselves are not in the bundle.
    history: emptyHistoryAfter(state.changes),
  }
}

function checkRow(table: Table<Row>, row: Row, keys: Set<string>, pointer: string): void {
  const values = table.key.fields.map((field) => readStateField(row, field))
  if (!values.every((value) => typeof value === 'string' || typeof value === 'number')) {
    throw new UnusableBundle(pointer, `must have the key of ${table.name}: ${table.key.fields.join(', ')}.`)
  }
  const key = JSON.stringify(values)
  if (keys.has(key)) throw new UnusableBundle(pointer, `is the second row of this ${table.key.fields.join(' and ')}.`)
  keys.add(key)
  for (const { fields } of table.indexes) {
    const wrong = fields.find((field) => typeof readStateField(row, field) === 'object')
    if (wrong !== undefined)
      throw new UnusableBundle(`${pointer}/${wrong}`, 'must be a text, a number or a boolean, since it is part of an index.')
  }
}

function readStateField(row: Row, field: string): unknown {
  return Reflect.get(row, field)
}

/** Parses an instant of a bundle. Throws if it is outside the range of a clock. */
export function readMoment(instant: string, pointer: string): Millis {
  const at = readInstantMillis(instant)
  if (at === undefined || at < CLOCK_MIN || at > CLOCK_MAX)
    throw new UnusableBundle(pointer, 'is not an instant that a clock can be set to.')
  return at
}

/** A place of a bundle from which no world can be made: its JSON pointer, and what would be right. */
export class UnusableBundle extends Error {
  override readonly name = 'UnusableBundle'
  readonly pointer: string

  constructor(pointer: string, message: string) {
    super(message)
    this.pointer = pointer
  }
}
