import { DEFAULT_SETTINGS, mergeSettings } from '../contract/settings.ts'
import { faults as faultTable } from '../faults/definition.ts'
import type { FaultTally } from '../faults/tallies.ts'
import type { Snapshot } from '../recording/snapshot.ts'
import { timeAt } from '../runtime/real-time.ts'
import type { FindTable } from '../runtime/tables.ts'
import { equal } from '../support/equal.ts'
import { type Millis, readInstantMillis } from '../support/time.ts'
import { freezeRow } from '../world/freeze.ts'
import { type History, NO_HISTORY } from '../world/history.ts'
import { addRow, draftOf, dropRow, emptyTable, indexOf, type Row, type Table } from '../world/table.ts'
import type { Clock, Credentials, Settings, World } from '../world/world.ts'
import { type SavedWorld, SAVE_FORMAT, type SnapshotTally } from './saved-world.ts'
import type { Records } from './store.ts'
import type { WorldSummary } from './summary.ts'
import { rowName, snapshotName } from './write-records.ts'

/** What is kept cannot be read: it was changed by hand, or is of another format. */
export class UnreadableRecords extends Error {
  override readonly name = 'Unreadable'
}

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
    const same = table === faultTable ? [before, ...like.map((each) => finderIn(each, table))] : []
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
  if (!Array.isArray(values)) throw new UnreadableRecords(`the record ${JSON.stringify(name)} has no key of a row in its name`)
  return Object.fromEntries(fields.map((field, i) => [field, values[i] as unknown]))
}

function rowOf(table: Table<Row>, name: string, value: unknown): Row | undefined {
  if (value === null) return undefined
  if (typeof value === 'object' && 'seq' in value && typeof value.seq === 'number' && rowName(table, value as Row) === name)
    return freezeRow(value as Row)
  throw new UnreadableRecords(`the record ${JSON.stringify(name)} holds no row of that key`)
}

function tableOrThrow(name: string, find: FindTable): Table<Row> {
  const found = find(name)
  if (found) return found
  throw new UnreadableRecords(`there is no table ${JSON.stringify(name)}`)
}

/** What a world began with, as it is kept. */
export interface SavedOrigin {
  readonly format: number
  readonly id: string
  readonly scenario: string
  readonly digest: string
  readonly seed: string
  readonly started_at: string
  readonly ancestors: readonly string[]
  readonly begins: Omit<Clock, 'now'> & { readonly settings: Settings; readonly credentials: Credentials }
}

interface KeptClock {
  readonly now: string
  readonly clock: Omit<Clock, 'now'>
}

interface KeptState extends KeptClock {
  readonly met: { readonly real: string; readonly now: string }
  readonly counters: { readonly [name: string]: number }
  readonly changes: number
  readonly epoch: number
  readonly requests: number
  readonly jobs: number
  readonly faults: readonly (readonly [number, FaultTally])[]
  readonly snapshot_faults?: readonly SnapshotTally[]
}

interface KeptSnapshot extends Omit<KeptState, 'met' | 'epoch' | 'requests' | 'jobs' | 'snapshot_faults'> {
  readonly settings: Settings
  readonly credentials: Credentials
  readonly rows: { readonly [name: string]: unknown }
}

/** What a world began with, if its records say so in this format. */
export function readOrigin(records: Records): SavedOrigin {
  const origin = recordOf<SavedOrigin>(records, 'world')
  if (origin.format === SAVE_FORMAT) return origin
  throw new UnreadableRecords(
    `it is kept in the format ${String(origin.format)}, and this version of maildouble reads ${SAVE_FORMAT}`,
  )
}

/**
 * What was kept before, with the records that changed since. Faults that are known already, there or in `like`, are the very same again, so
 * that what they have met still is.
 */
export function readSavedWorld(records: Records, before: SavedWorld, { table, like }: Omit<RowReading, 'own'>): SavedWorld {
  const { origin } = before
  const state = recordOf<KeptState>(records, 'state')
  const rows = [...records].filter(([name]) => name.startsWith('row '))
  const { met, epoch, requests, jobs, faults, snapshot_faults = [] } = state
  const tables = withRows(before.world.tables, rows, { table, own: origin.tables, like })
  return {
    ...before,
    world: {
      ...before.world,
      ...readState(state),
      history: historyIn(state, before),
      settings: records.has('settings') ? wholeSettings(recordOf<Settings>(records, 'settings')) : before.world.settings,
      credentials: records.has('credentials') ? recordOf<Credentials>(records, 'credentials') : before.world.credentials,
      tables,
    },
    snapshots: records.has('snapshots') ? readSnapshots(records, before, { table, like: [tables, ...like] }) : before.snapshots,
    epoch,
    requests,
    jobs,
    tallies: faults,
    snapshotTallies: snapshot_faults,
    met: { real: instantOf(met.real), now: instantOf(met.now) },
  }
}

/** The records that tell what a world is, without its rows. */
export const SUMMARY_RECORDS = ['world', 'credentials', 'state', 'counts']

/** What a world is, from those records; nothing where it was kept before its rows were counted. */
export function readSummary(records: Records): Omit<WorldSummary, 'base_url'> | undefined {
  if (!records.has('counts')) return undefined
  const { id, scenario, seed } = readOrigin(records)
  const { now, clock, met } = recordOf<KeptState>(records, 'state')
  const credentials = recordOf<Credentials>(records, 'credentials')
  const meeting = { real: instantOf(met.real), now: instantOf(met.now) }
  const passed = clock.mode === 'frozen' ? instantOf(now) : timeAt({ ...meeting, rate: clock.rate })
  return {
    id,
    scenario,
    seed,
    credentials,
    clock: { ...clock, now: passed },
    counts: recordOf<WorldSummary['counts']>(records, 'counts'),
  }
}

/** What this process remembers of the changes; of those that others made, and of a time before a reset, nothing. */
function historyIn({ changes, epoch }: KeptState, { world: { history }, epoch: earlier }: SavedWorld): History {
  const others = changes - history.total
  if (epoch !== earlier || others < 0) return { ...NO_HISTORY, total: changes, evicted: changes }
  return { ...history, total: changes, evicted: history.evicted + others }
}

function readState({ now, clock, counters, changes }: Omit<KeptSnapshot, 'settings' | 'credentials' | 'rows' | 'faults'>) {
  return {
    clock: { now: instantOf(now), mode: clock.mode, rate: clock.rate },
    counters: new Map(Object.entries(counters)),
    // What they were is not kept.
    history: { ...NO_HISTORY, total: changes, evicted: changes },
  }
}

function readSnapshots(
  records: Records,
  { origin, snapshots }: SavedWorld,
  { table, like }: Omit<RowReading, 'own'>,
): Map<string, Snapshot> {
  const names = recordOf<readonly string[]>(records, 'snapshots')
  const read = new Map<string, Snapshot>()
  for (const name of names) {
    const known = records.has(snapshotName(name)) ? undefined : snapshots.get(name)
    const others = [...like, ...[...read.values()].slice(-1).map(({ world }) => world.tables)]
    read.set(name, known ?? readSnapshot(recordOf<KeptSnapshot>(records, snapshotName(name)), origin, { table, like: others }))
  }
  return read
}

function readSnapshot(kept: KeptSnapshot, origin: World, reading: Omit<RowReading, 'own'>): Snapshot {
  const { settings, credentials, rows, faults } = kept
  const tables = withRows(origin.tables, Object.entries(rows), { ...reading, own: origin.tables })
  // The steps from then on are not kept.
  const mark = { position: 0, round: -1, epoch: 0, requests: 0, jobs: 0, faults }
  return { world: { ...origin, ...readState(kept), settings: wholeSettings(settings), credentials, tables }, mark }
}

/** Settings that were saved before there were others have the defaults of those. */
export function wholeSettings(saved: Settings): Settings {
  return mergeSettings(DEFAULT_SETTINGS, saved)
}

/** A record that every world has. What is in it was written here. */
function recordOf<Kept>(records: Records, name: string): Kept {
  const value = records.get(name)
  if (typeof value === 'object' && value !== null) return value as Kept
  throw new UnreadableRecords(`the record ${JSON.stringify(name)} is missing`)
}

function instantOf(text: string): Millis {
  const at = readInstantMillis(text)
  if (at === undefined) throw new UnreadableRecords(`${JSON.stringify(text)} is no instant`)
  return at
}
