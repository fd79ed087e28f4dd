import { DEFAULT_SETTINGS, mergeSettings } from '../contract/settings.ts'
import type { FaultTally } from '../faults/tallies.ts'
import { readInstantMillis, type Millis } from '../support/time.ts'
import { NO_HISTORY, type History } from '../world/history.ts'
import type { Clock, Credentials, Settings, World } from '../world/world.ts'
import { KEPT_FORMAT, type Keepsake, type SnapshotTally } from './keepsake.ts'
import { snapshotName } from './kept-records.ts'
import { withRows, type RowReading } from './kept-rows.ts'
import type { Marked } from './mark.ts'
import { timeAt } from './real-time.ts'
import type { Sketch } from './sketch.ts'
import type { Records } from './store.ts'
import { Unreadable } from './unreadable.ts'

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
  readonly snapshot_faults?: readonly SnapshotTally[]
}

interface KeptSnapshot extends Omit<KeptState, 'met' | 'epoch' | 'requests' | 'jobs' | 'snapshot_faults'> {
  readonly settings: Settings
  readonly credentials: Credentials
  readonly rows: { readonly [name: string]: unknown }
}

/** What a world began with, if its records say so in this format. */
export function readOrigin(records: Records): KeptOrigin {
  const origin = recordOf<KeptOrigin>(records, 'world')
  if (origin.format === KEPT_FORMAT) return origin
  throw new Unreadable(`it is kept in the format ${String(origin.format)}, and this version of maildouble reads ${KEPT_FORMAT}`)
}

/**
 * What was kept before, with the records that changed since. Faults that are known already, there or in `like`, are the very same again, so
 * that what they have met still is.
 */
export function readKeepsake(records: Records, before: Keepsake, { table, like }: Omit<RowReading, 'own'>): Keepsake {
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
export const SKETCHED = ['world', 'credentials', 'state', 'counts']

/** What a world is, from those records; nothing where it was kept before its rows were counted. */
export function readSketch(records: Records): Omit<Sketch, 'base_url'> | undefined {
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
    counts: recordOf<Sketch['counts']>(records, 'counts'),
  }
}

/** What this process remembers of the changes; of those that others made, and of a time before a reset, nothing. */
function historyIn({ changes, epoch }: KeptState, { world: { history }, epoch: earlier }: Keepsake): History {
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
  { origin, snapshots }: Keepsake,
  { table, like }: Omit<RowReading, 'own'>,
): Map<string, Marked> {
  const names = recordOf<readonly string[]>(records, 'snapshots')
  const read = new Map<string, Marked>()
  for (const name of names) {
    const known = records.has(snapshotName(name)) ? undefined : snapshots.get(name)
    const others = [...like, ...[...read.values()].slice(-1).map(({ world }) => world.tables)]
    read.set(name, known ?? readSnapshot(recordOf<KeptSnapshot>(records, snapshotName(name)), origin, { table, like: others }))
  }
  return read
}

function readSnapshot(kept: KeptSnapshot, origin: World, reading: Omit<RowReading, 'own'>): Marked {
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
  throw new Unreadable(`the record ${JSON.stringify(name)} is missing`)
}

function instantOf(text: string): Millis {
  const at = readInstantMillis(text)
  if (at === undefined) throw new Unreadable(`${JSON.stringify(text)} is no instant`)
  return at
}
