import { DEFAULT_SETTINGS, mergeSettings } from '../../kernel/contract/settings.ts'
import { version } from '../../kernel/contract/generated/version.ts'
import { faults as faultTable } from '../../service/model/faults/fault.ts'
import type { FaultTally } from '../../service/faults/tallies.ts'
import type { Snapshot } from '../log/entry.ts'
import { timeAt } from '../runtime/real-time.ts'
import type { FindTable } from '../../service/model/tables.ts'
import { equal } from '../../kernel/support/objects.ts'
import { type Millis, readInstantMillis } from '../../kernel/support/time.ts'
import { freezeRow } from '../../kernel/world/freeze.ts'
import { emptyHistoryAfter, type History } from '../../kernel/world/history.ts'
import type { Row, Table } from '../../kernel/world/table.ts'
import { TableState } from '../../kernel/world/table-state.ts'
import type { Clock, Credentials, Settings, WorldState } from '../../kernel/world/world.ts'
import { SAVE_FORMAT } from './format.ts'
import type { SavedWorld, SnapshotTally } from './saved-world.ts'
import type { Records } from './store.ts'
import type { WorldSummary } from '../runtime/persistence.ts'
import { rowName, snapshotName } from './write-records.ts'

/** The saved records can't be read: they were edited by hand, or have another format. */
export class UnreadableRecords extends Error {
  override readonly name = 'UnreadableRecords'
}

type Tables = WorldState['tables']

/** A saved row by its record name: its value, `null` if the row was deleted, `undefined` if it equals the scenario's row again. */
type SavedRow = readonly [name: string, value: unknown]

/** Context for reading rows: all tables, the scenario's rows, and other versions of the world whose fault objects are reused. */
interface RowContext {
  readonly table: FindTable
  readonly own: Tables
  readonly like: readonly Tables[]
}

export function withRows(tables: Tables, saved: readonly SavedRow[], { table: find, own, like }: RowContext): Tables {
  const made = tables.slice()
  for (const [table, rows] of byTable(saved, find)) {
    const draft = (tables[table.number] ?? TableState.empty).copy()
    const scenarios = finderIn(own, table)
    const before = finderIn(tables, table)
    // Fault objects must keep their identity, since their tallies are keyed by it. Other rows are always replaced, even by equal
    // ones, so that a member counts as changed when only its tags have changed.
    const same = table === faultTable ? [before, ...like.map((each) => finderIn(each, table))] : []
    const coming: Row[] = []
    for (const [name, value] of rows) {
      const probe = parseProbe(table, name)
      const row = value === undefined ? scenarios(probe) : readStoredRow(table, name, value)
      const previous = before(probe)
      if (row) coming.push(same.map((among) => among(probe)).find((each) => each && equal(each, row)) ?? row)
      if (previous) draft.remove(table, previous)
    }
    // Removals come first: a new row may have taken the place of a removed one, and both would collide.
    for (const row of coming) draft.add(table, row)
    made[table.number] = draft
  }
  return made
}

function byTable(saved: readonly SavedRow[], find: FindTable): Map<Table<Row>, SavedRow[]> {
  const sorted = new Map<string, SavedRow[]>()
  for (const row of saved) {
    const table = row[0].split(' ', 2)[1] ?? ''
    const rows = sorted.get(table)
    if (rows) rows.push(row)
    else sorted.set(table, [row])
  }
  return new Map([...sorted].map(([table, rows]) => [tableOrThrow(table, find), rows]))
}

function finderIn(tables: Tables, table: Table<Row>): (probe: object) => Row | undefined {
  const rows = (tables[table.number] ?? TableState.empty).rowsBy(table.key)
  const compare = table.key.order.full
  return (probe) => {
    const found = rows.firstFrom(probe, (row, like) => compare(row, like as Row))
    return found && compare(found, probe as Row) === 0 ? found : undefined
  }
}

/** The key fields of a row, parsed from its record name. */
function parseProbe({ name: table, key: { fields } }: Table<Row>, name: string): object {
  const values: unknown = JSON.parse(name.slice(`row ${table} `.length))
  if (!Array.isArray(values)) throw new UnreadableRecords(`the name of the record ${JSON.stringify(name)} contains no row key`)
  return Object.fromEntries(fields.map((field, i) => [field, values[i] as unknown]))
}

function readStoredRow(table: Table<Row>, name: string, value: unknown): Row | undefined {
  if (value === null) return undefined
  if (typeof value === 'object' && 'seq' in value && typeof value.seq === 'number' && rowName(table, value as Row) === name)
    return freezeRow(value as Row)
  throw new UnreadableRecords(`the record ${JSON.stringify(name)} does not hold the row that its name says`)
}

function tableOrThrow(name: string, find: FindTable): Table<Row> {
  const found = find(name)
  if (found) return found
  throw new UnreadableRecords(`there is no table ${JSON.stringify(name)}`)
}

/** The initial state of a world, as saved. */
export interface SavedOrigin {
  readonly format: string
  /** The version of maildouble that wrote it. */
  readonly maildouble: string
  readonly id: string
  readonly scenario: string
  /** The scenario itself, if it has no file. */
  readonly scenario_inline?: object
  readonly outage?: string
  /** The digest of the rows that the world begins with. */
  readonly digest: string
  readonly seed: string
  readonly started_at: string
  readonly ancestors: readonly string[]
  readonly begins: Omit<Clock, 'now'> & { readonly settings: Settings; readonly credentials: Credentials }
}

interface SavedClock {
  readonly now: string
  readonly clock: Omit<Clock, 'now'>
}

interface SavedState extends SavedClock {
  readonly met: { readonly real: string; readonly now: string }
  readonly counters: { readonly [name: string]: number }
  readonly changes: number
  readonly epoch: number
  readonly requests: number
  readonly jobs: number
  readonly faults: readonly (readonly [number, FaultTally])[]
  readonly snapshot_faults?: readonly SnapshotTally[]
}

interface SavedSnapshot extends Omit<SavedState, 'met' | 'epoch' | 'requests' | 'jobs' | 'snapshot_faults'> {
  readonly settings: Settings
  readonly credentials: Credentials
  readonly rows: { readonly [name: string]: unknown }
}

/** The initial state of a world. Throws `UnreadableRecords` if the records have another format. */
export function readOrigin(records: Records): SavedOrigin {
  const origin = recordOrThrow<SavedOrigin>(records, 'world')
  const { format, maildouble } = origin
  if (format === SAVE_FORMAT) return origin
  throw new UnreadableRecords(
    `maildouble ${maildouble} wrote it in the format ${format}, and maildouble ${version} reads the format ${SAVE_FORMAT}: start the version that wrote it, or begin with an empty folder or store`,
  )
}

/**
 * Applies changed records to an earlier saved state. Faults known there or in `like` keep their object identity, and with it their
 * tallies.
 */
export function readSavedWorld(records: Records, before: SavedWorld, { table, like }: Omit<RowContext, 'own'>): SavedWorld {
  const { origin } = before
  const state = recordOrThrow<SavedState>(records, 'state')
  const rows = [...records].filter(([name]) => name.startsWith('row '))
  const { met, epoch, requests, jobs, faults, snapshot_faults = [] } = state
  const tables = withRows(before.world.tables, rows, { table, own: origin.tables, like })
  return {
    ...before,
    world: {
      ...before.world,
      ...readState(state),
      history: historyIn(state, before),
      settings: records.has('settings') ? wholeSettings(recordOrThrow<Settings>(records, 'settings')) : before.world.settings,
      credentials: records.has('credentials') ? recordOrThrow<Credentials>(records, 'credentials') : before.world.credentials,
      tables,
    },
    snapshots: records.has('snapshots') ? readSnapshots(records, before, { table, like: [tables, ...like] }) : before.snapshots,
    epoch,
    requests,
    jobs,
    tallies: faults,
    snapshotTallies: snapshot_faults,
    clockReading: { real: savedInstantOrThrow(met.real), now: savedInstantOrThrow(met.now) },
  }
}

/** The records that make up a world's summary, without its rows. */
export const SUMMARY_RECORDS = ['world', 'credentials', 'settings', 'state', 'counts']

export function readSummary(records: Records): Omit<WorldSummary, 'base_url'> {
  const { id, scenario, seed } = readOrigin(records)
  const { now, clock, met } = recordOrThrow<SavedState>(records, 'state')
  const credentials = recordOrThrow<Credentials>(records, 'credentials')
  const meeting = { real: savedInstantOrThrow(met.real), now: savedInstantOrThrow(met.now) }
  const passed = clock.mode === 'frozen' ? savedInstantOrThrow(now) : timeAt({ ...meeting, rate: clock.rate })
  return {
    id,
    scenario,
    seed,
    credentials,
    clock: { ...clock, now: passed },
    settings: wholeSettings(recordOrThrow<Settings>(records, 'settings')),
    counts: recordOrThrow<WorldSummary['counts']>(records, 'counts'),
  }
}

/** The part of the history this process still has. Changes made by other processes, or before a reset, count as evicted. */
function historyIn({ changes, epoch }: SavedState, { world: { history }, epoch: earlier }: SavedWorld): History {
  const others = changes - history.total
  if (epoch !== earlier || others < 0) return emptyHistoryAfter(changes)
  return { ...history, total: changes, evicted: history.evicted + others }
}

function readState({ now, clock, counters, changes }: Omit<SavedSnapshot, 'settings' | 'credentials' | 'rows' | 'faults'>) {
  return {
    clock: { now: savedInstantOrThrow(now), mode: clock.mode, rate: clock.rate },
    counters: new Map(Object.entries(counters)),
    // The entries themselves are not saved.
    history: emptyHistoryAfter(changes),
  }
}

function readSnapshots(
  records: Records,
  { origin, snapshots }: SavedWorld,
  { table, like }: Omit<RowContext, 'own'>,
): Map<string, Snapshot> {
  const names = recordOrThrow<readonly string[]>(records, 'snapshots')
  const read = new Map<string, Snapshot>()
  for (const name of names) {
    const existing = records.has(snapshotName(name)) ? undefined : snapshots.get(name)
    const others = [...like, ...[...read.values()].slice(-1).map(({ world }) => world.tables)]
    read.set(
      name,
      existing ?? readSnapshot(recordOrThrow<SavedSnapshot>(records, snapshotName(name)), origin, { table, like: others }),
    )
  }
  return read
}

function readSnapshot(saved: SavedSnapshot, origin: WorldState, reading: Omit<RowContext, 'own'>): Snapshot {
  const { settings, credentials, rows, faults } = saved
  const tables = withRows(origin.tables, Object.entries(rows), { ...reading, own: origin.tables })
  // The recording from that point on is not saved.
  const mark = { position: 0, round: -1, epoch: 0, requests: 0, jobs: 0, faults }
  return { world: { ...origin, ...readState(saved), settings: wholeSettings(settings), credentials, tables }, mark }
}

/** Fills in defaults for settings that did not exist when these were saved. */
export function wholeSettings(saved: Settings): Settings {
  return mergeSettings(DEFAULT_SETTINGS, saved)
}

/** A record that every world has. Its content is trusted, since maildouble wrote it. */
function recordOrThrow<Saved>(records: Records, name: string): Saved {
  const value = records.get(name)
  if (typeof value === 'object' && value !== null) return value as Saved
  throw new UnreadableRecords(`the record ${JSON.stringify(name)} is missing`)
}

function savedInstantOrThrow(text: string): Millis {
  const at = readInstantMillis(text)
  if (at === undefined) throw new UnreadableRecords(`${JSON.stringify(text)} is not a valid instant`)
  return at
}
