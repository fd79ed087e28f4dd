import { version } from '../../kernel/contract/generated/version.ts'
import { countOutstanding } from '../../service/rules/deliveries/queue.ts'
import { deliveries } from '../../service/model/deliveries/delivery.ts'
import { outagesStarted } from '../../service/model/faults/fault.ts'
import { isoMillis, type Millis } from '../../kernel/support/time.ts'
import { nextJob } from '../../kernel/world/clock.ts'
import { peek } from '../../kernel/world/tx.ts'
import { equal } from '../../kernel/support/objects.ts'
import { compareTables, digestWorld, rowCounts } from '../../kernel/world/rows.ts'
import type { Row, Table } from '../../kernel/world/table.ts'
import { TableState } from '../../kernel/world/table-state.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { SAVE_FORMAT } from './format.ts'
import type { InStore, SavedWorld } from './saved-world.ts'
import type { StoreChange } from './store.ts'

/** The change that brings a store from the last saved state of a world to another one with the given names. */
export function makeStoreChange(before: InStore | undefined, next: SavedWorld, names: InStore['names']): StoreChange {
  const { world } = next
  const isWhole = writesWhole(next, before?.saved)
  return {
    id: world.id,
    from: before?.version,
    isWhole,
    records: recordsBetween(isWhole ? undefined : before?.saved, next),
    names: {
      added: [...names].filter((name) => !before?.names.has(name)),
      removed: [...(before?.names ?? [])].filter((name) => !names.has(name)),
    },
    due: dueIn(next),
  }
}

/** Whether all records are written: rows are saved as differences from those of the origin. */
function writesWhole({ origin }: SavedWorld, saved: SavedWorld | undefined): boolean {
  return saved === undefined || saved.origin.tables !== origin.tables
}

/**
 * Real time at which the next work in a world is due: deliveries now, jobs at their time. Returns `undefined` if nothing is
 * pending.
 */
export function dueIn({ world, clockReading }: Pick<SavedWorld, 'world' | 'clockReading'>): Millis | undefined {
  const { clock, tables } = world
  if (tables[deliveries.number] !== undefined && peek(world, countOutstanding) > 0) return clockReading.real
  const job = nextJob(world, clock.mode === 'frozen' ? clock.now : Number.POSITIVE_INFINITY)
  if (!job) return undefined
  return job.due_at <= clockReading.now
    ? clockReading.real
    : Math.ceil(clockReading.real + (job.due_at - clockReading.now) / clock.rate)
}

export function rowName(table: Table<Row>, row: Row): string {
  return `row ${table.name} ${JSON.stringify(table.key.fields.map((field) => Reflect.get(row, field)))}`
}

export function snapshotName(name: string): string {
  return `snapshot ${name}`
}

/** The records that differ between two saved states; all records if there is no earlier one. */
function recordsBetween(before: SavedWorld | undefined, after: SavedWorld): Map<string, string | undefined> {
  const records = new Map<string, string | undefined>()
  const { world, origin, snapshots } = after
  const set = (name: string, value: unknown): void => void records.set(name, JSON.stringify(value))
  if (before?.origin !== origin) set('world', writtenOrigin(after))
  if (before?.world.credentials !== world.credentials) set('credentials', world.credentials)
  if (before?.world.settings !== world.settings) set('settings', world.settings)
  set('state', writtenState(after))
  const counts = rowCounts(world)
  if (!before || !equal(rowCounts(before.world), counts)) set('counts', counts)
  for (const [name, text] of rowsBetween(before?.world ?? origin, world, origin)) records.set(name, text)
  if (before || snapshots.size > 0) for (const [name, text] of snapshotsBetween(before, after)) records.set(name, text)
  return records
}

function writtenOrigin({ origin, ancestors }: SavedWorld): object {
  const { id, scenario, scenario_inline, seed, started_at, clock, settings, credentials } = origin
  return {
    format: SAVE_FORMAT,
    maildouble: version,
    id,
    scenario,
    scenario_inline,
    outage: peek(origin, outagesStarted)[0],
    digest: digestWorld(origin),
    seed,
    started_at: isoMillis(started_at),
    ancestors,
    begins: { mode: clock.mode, rate: clock.rate, settings, credentials },
  }
}

function writtenState({ world, clockReading, epoch, requests, jobs, tallies, snapshotTallies }: SavedWorld): object {
  return {
    ...writtenClock(world),
    met: { real: isoMillis(clockReading.real), now: isoMillis(clockReading.now) },
    counters: Object.fromEntries(world.counters),
    changes: world.history.total,
    epoch,
    requests,
    jobs,
    faults: tallies,
    ...(snapshotTallies.length > 0 ? { snapshot_faults: snapshotTallies } : {}),
  }
}

function writtenClock({ clock }: WorldState): object {
  return { now: isoMillis(clock.now), clock: { mode: clock.mode, rate: clock.rate } }
}

/** Rows that have changed: the new row, `null` if it was deleted, `undefined` if it equals the scenario's row. */
function rowsBetween(before: WorldState, after: WorldState, origin: WorldState): [string, string | undefined][] {
  return compareTables(after.tables, before.tables).flatMap(({ table, come, gone }) => {
    const own = (origin.tables[table.number] ?? TableState.empty).rowsBy(table.key)
    const compare = table.key.order.full
    const scenarios = (row: Row): Row | undefined => {
      const found = own.firstFrom(row, compare)
      return found && compare(found, row) === 0 ? found : undefined
    }
    const taken = gone.map((row) => [rowName(table, row), scenarios(row) ? 'null' : undefined] as const)
    const put = come.map((row) => [rowName(table, row), scenarios(row) === row ? undefined : JSON.stringify(row)] as const)
    // A changed row is in both lists; its new value wins.
    return [...new Map([...taken, ...put])]
  })
}

function snapshotsBetween(before: SavedWorld | undefined, { snapshots, origin }: SavedWorld): [string, string | undefined][] {
  const earlier = before?.snapshots ?? new Map<string, never>()
  const isSame = earlier.size === snapshots.size && [...snapshots].every(([name, snapshot]) => earlier.get(name) === snapshot)
  if (isSame) return []
  const forgotten = [...earlier.keys()]
    .filter((name) => !snapshots.has(name))
    .map((name) => [snapshotName(name), undefined] as const)
  const fresh = [...snapshots].filter(([name, snapshot]) => earlier.get(name) !== snapshot)
  return [
    ['snapshots', JSON.stringify([...snapshots.keys()])],
    ...forgotten.map(([name]): [string, undefined] => [name, undefined]),
    ...fresh.map(([name, { world, mark }]): [string, string] => [
      snapshotName(name),
      writtenSnapshot(world, origin, mark.faults),
    ]),
  ]
}

function writtenSnapshot(world: WorldState, origin: WorldState, tallies: SavedWorld['tallies']): string {
  const { settings, credentials, counters, history } = world
  const rows = rowsBetween(origin, world, origin).map(([name, text]) => `${JSON.stringify(name)}:${text ?? 'null'}`)
  const state = {
    ...writtenClock(world),
    settings,
    credentials,
    counters: Object.fromEntries(counters),
    changes: history.total,
    faults: tallies,
  }
  return `${JSON.stringify(state).slice(0, -1)},"rows":{${rows.join(',')}}}`
}
