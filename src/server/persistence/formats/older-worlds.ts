import type { Millis } from '../../../kernel/support/time.ts'
import { allRowsOf, digestOfRows } from '../../../kernel/world/rows.ts'
import { transact } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { earlyBases } from './early-bases.ts'
import { recount } from './other-rows.ts'
import { isRow, type PlantedRows, type StoredRow } from './stored-rows.ts'
import { completeRows, upgradedRows } from './upgrades.ts'

export { onOtherBase } from './other-rows.ts'
export { upgradeRecords } from './upgrade-records.ts'

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
