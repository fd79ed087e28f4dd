import type { Millis } from '../../../kernel/support/time.ts'
import { allRowsOf, digestOfRows } from '../../../kernel/world/rows.ts'
import { transact } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { earlyBases } from './early-bases.ts'
import { recount } from './other-rows.ts'
import type { Records } from '../store.ts'
import {
  countersIn,
  entriesOf,
  isRow,
  memberOf,
  type PlantedRows,
  type StoredRow,
  type StoredRows,
  withMembers,
} from './stored-rows.ts'
import { completeRows, upgradedRows } from './upgrades.ts'

export { onOtherBase } from './other-rows.ts'

type Rows = Pick<WorldState, 'tables' | 'counters'>

/** The base of a world of the format 1, which stores no copies of bases. Returns `undefined` if no version planted it from these rows. */
export function earlyBase(planted: Rows, started_at: Millis, digest: string): PlantedRows | undefined {
  const tables = new Map<string, readonly StoredRow[]>()
  for (const [table, rows] of allRowsOf(planted))
    tables.set(
      table,
      rows.map((row) => ({ ...row })),
    )
  for (const rows of earlyBases({ tables, counters: planted.counters }, started_at))
    if (digestOfRows(rows.counters, rows.tables) === digest) return rows
  return undefined
}

/** Converts the rows of a base of an older format to the current format. */
export function upgradeBase(format: number, { tables, counters }: PlantedRows, started_at: Millis): PlantedRows {
  const named = [...tables].map(([table, rows]) => [table, new Map(rows.map((row, at) => [String(at), row]))] as const)
  const upgraded = upgradedRows(format, { tables: new Map(named), counters, started_at })
  const rows = [...upgraded.tables].map(([table, all]) => [table, [...all.values()].filter(isRow)] as const)
  return { tables: new Map(rows), counters: upgraded.counters }
}

/** The rows of a world of an older format or on another base, with what follows from them and was not stored then. */
export function completed(format: number, world: WorldState, { isOther = false } = {}): Rows {
  const { tables, counters } = transact(world, { react: () => {}, jobs: {} }, (tx) => {
    completeRows(format, tx)
    if (isOther) recount(tx)
  }).world
  return { tables, counters }
}

/** The records of a world of an older format, with rows and counters as the current format has them. */
export function upgradeRecords(format: number, records: Records, about: AboutWorld): Records {
  const others = [...records].filter(([name]) => !name.startsWith('row '))
  const rows = [...records].filter(([name]) => name.startsWith('row '))
  const state = records.get('state')
  const world = upgradedRecords(format, rows, { counters: countersIn(state), ...about })
  const upgradedOthers = others.map(([name, value]): [string, unknown] => {
    if (name === 'state') return [name, withMembers(value, { counters: Object.fromEntries(world.counters) })]
    if (!name.startsWith('snapshot ')) return [name, value]
    const snapshot = upgradedRecords(format, entriesOf(memberOf(value, 'rows')), { counters: countersIn(value), ...about })
    return [
      name,
      withMembers(value, { rows: Object.fromEntries(snapshot.rows), counters: Object.fromEntries(snapshot.counters) }),
    ]
  })
  return new Map([...upgradedOthers, ...world.rows])
}

type AboutWorld = Pick<StoredRows, 'started_at' | 'world'>

interface Upgraded {
  readonly rows: readonly (readonly [name: string, value: unknown])[]
  readonly counters: ReadonlyMap<string, number>
}

function upgradedRecords(
  format: number,
  rows: readonly (readonly [string, unknown])[],
  about: Omit<StoredRows, 'tables'>,
): Upgraded {
  const tables = new Map<string, Map<string, StoredRow | null | undefined>>()
  // A value that is no row is reported where it is read.
  const strange: (readonly [string, unknown])[] = []
  for (const [name, value] of rows) {
    if (value !== null && value !== undefined && !isRow(value)) {
      strange.push([name, value])
      continue
    }
    const table = name.split(' ', 2)[1] ?? ''
    const known = tables.get(table) ?? new Map<string, StoredRow | null | undefined>()
    tables.set(table, known.set(name, value))
  }
  const all: StoredRows = upgradedRows(format, { tables, ...about })
  return { rows: [...[...all.tables.values()].flatMap((table) => [...table]), ...strange], counters: all.counters }
}
