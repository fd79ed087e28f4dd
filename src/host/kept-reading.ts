import type { FaultTally } from '../faults/tallies.ts'
import { readInstantMillis, type Millis } from '../support/time.ts'
import { freezeRow } from '../world/freeze.ts'
import { NO_HISTORY } from '../world/history.ts'
import { addRow, allTables, draftOf, dropRow, emptyTable, indexOf, replaceRow, type Row, type Table } from '../world/table.ts'
import type { Clock, Credentials, Settings, World } from '../world/world.ts'
import { KEPT_FORMAT, type Keepsake } from './keepsake.ts'
import { rowName, snapshotName } from './kept-records.ts'
import type { Marked } from './steps.ts'
import type { Records } from './store.ts'

/** What a world began with, as it is kept. */
export interface KeptOrigin {
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
}

interface KeptSnapshot extends Omit<KeptState, 'met' | 'epoch' | 'requests' | 'jobs'> {
  readonly settings: Settings
  readonly credentials: Credentials
  readonly rows: { readonly [name: string]: unknown }
}

/** What is kept cannot be read: it was changed by hand, or is of another format. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** What a world began with, if its records say so in this format. */
export function readOrigin(records: Records): KeptOrigin {
  const origin = recordOf<KeptOrigin>(records, 'world')
  if (origin.format === KEPT_FORMAT) return origin
  throw new Unreadable(`it is kept in the format ${String(origin.format)}, and this version of maildouble reads ${KEPT_FORMAT}`)
}

/** What was kept before, with the records that changed since. */
export function readKeepsake(records: Records, before: Keepsake): Keepsake {
  const { origin } = before
  const state = recordOf<KeptState>(records, 'state')
  const rows = [...records].filter(([name]) => name.startsWith('row '))
  const { met, epoch, requests, jobs, faults } = state
  return {
    ...before,
    world: {
      ...before.world,
      ...readState(state),
      settings: records.has('settings') ? recordOf<Settings>(records, 'settings') : before.world.settings,
      credentials: records.has('credentials') ? recordOf<Credentials>(records, 'credentials') : before.world.credentials,
      tables: withRows(before.world.tables, rows, origin.tables),
    },
    snapshots: records.has('snapshots') ? readSnapshots(records, before) : before.snapshots,
    epoch,
    requests,
    jobs,
    tallies: faults,
    met: { real: instantOf(met.real), now: instantOf(met.now) },
  }
}

function readState({ now, clock, counters, changes }: Omit<KeptSnapshot, 'settings' | 'credentials' | 'rows' | 'faults'>) {
  return {
    clock: { now: instantOf(now), mode: clock.mode, rate: clock.rate },
    counters: new Map(Object.entries(counters)),
    // What they were is not kept.
    history: { ...NO_HISTORY, total: changes, evicted: changes },
  }
}

function readSnapshots(records: Records, { origin, snapshots }: Keepsake): Map<string, Marked> {
  const names = recordOf<readonly string[]>(records, 'snapshots')
  return new Map(
    names.map((name) => {
      const known = records.has(snapshotName(name)) ? undefined : snapshots.get(name)
      return [name, known ?? readSnapshot(recordOf<KeptSnapshot>(records, snapshotName(name)), origin)]
    }),
  )
}

function readSnapshot(kept: KeptSnapshot, origin: World): Marked {
  const { settings, credentials, rows, faults } = kept
  const tables = withRows(origin.tables, Object.entries(rows), origin.tables)
  // The steps from then on are not kept.
  const mark = { position: 0, round: -1, epoch: 0, requests: 0, jobs: 0, faults }
  return { world: { ...origin, ...readState(kept), settings, credentials, tables }, mark }
}

/** Tables with rows that were kept: as they are, `null` where there is none, and nothing where they are the scenario's again. */
function withRows(tables: World['tables'], rows: readonly (readonly [string, unknown])[], own: World['tables']): World['tables'] {
  const made = tables.slice()
  const drafts = new Map<string, ReturnType<typeof drafting>>()
  for (const [name, value] of rows) {
    const [, table = '', ...key] = name.split(' ')
    let draft = drafts.get(table)
    if (!draft) {
      draft = drafting(tableOrThrow(table), tables, own)
      made[draft.table.number] = draft.state
      drafts.set(table, draft)
    }
    draft.put(name, key.join(' '), value)
  }
  return made
}

function drafting(table: Table<Row>, tables: World['tables'], own: World['tables']) {
  const state = draftOf(table, tables[table.number] ?? emptyTable())
  const scenarios = indexOf(own[table.number] ?? emptyTable(), table.key)
  const compare = table.key.order.full
  const find = (rows: typeof scenarios, probe: object): Row | undefined => {
    const found = rows.firstFrom(probe, (row, like) => compare(row, like as Row))
    return found && compare(found, probe as Row) === 0 ? found : undefined
  }
  const put = (name: string, key: string, value: unknown): void => {
    const probe = probeOf(table, key)
    const row = value === undefined ? find(scenarios, probe) : rowOf(table, name, value)
    const previous = find(indexOf(state, table.key), probe)
    if (row && previous) replaceRow(table, state, row, previous)
    else if (row) addRow(table, state, row)
    else if (previous) dropRow(state, previous)
  }
  return { table, state, put }
}

/** A row as far as its key tells. */
function probeOf({ key: { fields } }: Table<Row>, key: string): object {
  const values: unknown = JSON.parse(key)
  if (!Array.isArray(values)) throw new Unreadable(`${key} is no key of a row`)
  return Object.fromEntries(fields.map((field, i) => [field, values[i] as unknown]))
}

function rowOf(table: Table<Row>, name: string, value: unknown): Row | undefined {
  if (value === null) return undefined
  if (typeof value === 'object' && 'seq' in value && typeof value.seq === 'number' && rowName(table, value as Row) === name)
    return freezeRow(value as Row)
  throw new Unreadable(`the record ${JSON.stringify(name)} holds no row of that key`)
}

function tableOrThrow(name: string): Table<Row> {
  const found = allTables().find((table) => table.name === name)
  if (found) return found
  throw new Unreadable(`there is no table ${JSON.stringify(name)}`)
}

/** A record that every world has. What is in it was written here. */
function recordOf<Kept>(records: Records, name: string): Kept {
  const value = records.get(name)
  if (typeof value === 'object' && value !== null) return value as Kept
  throw new Unreadable(`the record ${JSON.stringify(name)} is missing`)
}

function instantOf(text: string): Millis {
  const at = readInstantMillis(text)
  if (at === undefined) throw new Unreadable(`${JSON.stringify(text)} is no instant`)
  return at
}
