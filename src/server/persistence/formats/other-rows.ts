import { campaigns, isHidden } from '../../../service/resources/campaigns/campaign.ts'
import { billionthsOf, proxiedBillionthsOf, sendTotals } from '../../../service/resources/campaigns/engagement/rates.ts'
import { lists } from '../../../service/resources/lists/list.ts'
import { type ListCounts, listStats } from '../../../service/resources/lists/stats.ts'
import type { FindTable } from '../../runtime/tables.ts'
import { rowsOf } from '../../../kernel/world/rows.ts'
import { definedTables, type Row, type Table } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { Records } from '../store.ts'
import { rowName } from '../write-records.ts'
import { countersIn, entriesOf, isRow, memberOf, withMembers } from './stored-rows.ts'

type Rows = Pick<WorldState, 'tables' | 'counters'>

/** Saved rows by the names of their records: `null` is a deleted row. */
type Changes = ReadonlyMap<string, unknown>

/** A base, as far as the rows in which worlds differ from it are concerned. */
interface Base {
  readonly counters: ReadonlyMap<string, number>
  /** Returns the table that a record names. */
  readonly tableOf: (name: string) => Table<Row> | undefined
  /** Returns the rows of a table by the names of their records. */
  readonly rowsOf: (table: Table<Row>) => ReadonlyMap<string, Row>
  /** Returns the rows of all tables with one of these numbers. */
  readonly numbered: (web_ids: ReadonlySet<unknown>) => readonly (readonly [name: string, row: Row])[]
}

/**
 * The records of a world on another base than its own, for a world whose base can't be had any more. Changed rows are as they were
 * saved, except for their place in the order of creation: a row of the base has the place that it has there, and other rows come
 * after the base.
 */
export function onOtherBase(records: Records, rows: Rows, find: FindTable): Records {
  const base = baseOf(rows, find)
  const own = new Map([...records].filter(([name]) => name.startsWith('row ')))
  const snapshots = new Map(
    [...records].flatMap(([name, value]) =>
      name.startsWith('snapshot ') ? [[name, new Map(entriesOf(memberOf(value, 'rows')))] as const] : [],
    ),
  )
  const by = distance([own, ...snapshots.values()], base)
  const moved = (changes: Changes, state: unknown) => moveRows(changes, countersIn(state), { base, by })
  const world = moved(own, records.get('state'))
  const others = [...records].flatMap(([name, value]): [string, unknown][] => {
    if (own.has(name)) return []
    if (name === 'state') return [[name, withMembers(value, { counters: world.counters })]]
    const changes = snapshots.get(name)
    return [[name, changes ? withMembers(value, moved(changes, value)) : value]]
  })
  return new Map([...others, ...Object.entries(world.rows)])
}

function baseOf({ tables, counters }: Rows, find: FindTable): Base {
  const known = new Map<Table<Row>, ReadonlyMap<string, Row>>()
  return {
    counters,
    tableOf: (name) => find(name.split(' ', 2)[1] ?? ''),
    rowsOf(table) {
      const rows = known.get(table) ?? new Map(rowsOf({ tables }, table).map((row) => [rowName(table, row), row]))
      known.set(table, rows)
      return rows
    },
    numbered: (web_ids) =>
      (web_ids.size === 0 ? [] : definedTables()).flatMap((table) =>
        rowsOf({ tables }, table).flatMap((row) =>
          web_ids.has(Reflect.get(row, 'web_id')) ? [[rowName(table, row), row] as const] : [],
        ),
      ),
  }
}

/** How much later new rows are created than their `seq` says, so that all of them come after the base. */
function distance(all: readonly Changes[], base: Base): number {
  const last = base.counters.get('seq') ?? 0
  let first = last + 1
  for (const changes of all) {
    for (const [name, row] of changes) {
      const table = base.tableOf(name)
      if (table && isRow(row) && !base.rowsOf(table).has(name)) first = Math.min(first, row.seq)
    }
  }
  return last + 1 - first
}

function moveRows(
  changes: Changes,
  saved: ReadonlyMap<string, number>,
  { base, by }: { readonly base: Base; readonly by: number },
): { readonly rows: Record<string, unknown>; readonly counters: Record<string, number> } {
  const counters = new Map([...base.counters, ...saved])
  for (const [name, last] of base.counters) counters.set(name, Math.max(last, (saved.get(name) ?? 0) + (name === 'seq' ? by : 0)))
  const rows = new Map<string, unknown>()
  /** The numbers of new rows. A row of the base that has one of them gets another. */
  const taken = new Set<unknown>()
  for (const [name, value] of changes) {
    const table = base.tableOf(name)
    const planted = table && base.rowsOf(table).get(name)
    if (!table || !isRow(value)) rows.set(name, value)
    else if (planted) rows.set(name, { ...value, seq: planted.seq })
    else {
      const row = { ...value, seq: value.seq + by }
      rows.set(rowName(table, row), row)
      const web_id: unknown = Reflect.get(row, 'web_id')
      if (web_id !== undefined) taken.add(web_id)
    }
  }
  for (const name of goneWithLists(changes, base)) if (!rows.has(name)) rows.set(name, null)
  for (const [name, row] of base.numbered(taken)) {
    if (rows.has(name)) continue
    const web_id = (counters.get('web_id') ?? 0) + 1
    counters.set('web_id', web_id)
    rows.set(name, { ...row, web_id })
  }
  return { rows: Object.fromEntries(rows), counters: Object.fromEntries(counters) }
}

/** The rows of the base that belong to deleted lists, in tables from which other rows went with their list. */
function goneWithLists(changes: Changes, base: Base): string[] {
  const gone = new Map<Table<Row>, Set<unknown>>()
  for (const [name, value] of changes) {
    const table = base.tableOf(name)
    const row = value === null && table && base.rowsOf(table).get(name)
    if (!row) continue
    const list_id = Reflect.get(row, 'list_id')
    if (list_id === undefined || changes.get(`row ${lists.name} ${JSON.stringify([list_id])}`) !== null) continue
    gone.set(table, (gone.get(table) ?? new Set()).add(list_id))
  }
  return [...gone].flatMap(([table, ids]) =>
    [...base.rowsOf(table)].flatMap(([name, row]) => (ids.has(Reflect.get(row, 'list_id')) ? [name] : [])),
  )
}

/** Makes the counts of lists fit the campaigns of a world. */
export function recount(tx: Tx): void {
  for (const stats of tx.range(listStats.key).all()) {
    const { list_id, running, shown } = stats
    const all = tx.range(sendTotals.byList, { list_id }).all()
    const sum = (rateOf: (totals: (typeof all)[number]) => number): number => all.reduce((so, totals) => so + rateOf(totals), 0)
    const counts = {
      campaigns: tx
        .range(campaigns.byList, { list_id })
        .all()
        .filter((campaign) => !isHidden(campaign)).length,
      campaigns_sent: all.length,
      open_rates: sum((totals) => billionthsOf(totals.opened, totals)),
      click_rates: sum((totals) => billionthsOf(totals.clicked, totals)),
      proxied_rates: sum(proxiedBillionthsOf),
    }
    const names = ['campaigns', 'campaigns_sent', 'open_rates', 'click_rates', 'proxied_rates'] as const
    const more = (counted: ListCounts): ListCounts => {
      const changed = names.map((name) => [name, (counted[name] ?? 0) + counts[name] - (running[name] ?? 0)])
      return { ...counted, ...Object.fromEntries(changed) }
    }
    if (names.some((name) => (running[name] ?? 0) !== counts[name]))
      tx.put(listStats, { ...stats, running: more(running), shown: more(shown) })
  }
}
