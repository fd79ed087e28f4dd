import { faults, type FaultRow } from '../faults/definition.ts'
import type { FaultTally } from '../faults/tallies.ts'
import { equal } from '../support/equal.ts'
import { realNow, type Millis } from '../support/time.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import { WorldHandle } from '../runtime/world-handle.ts'
import type { Budgets } from '../runtime/world-log.ts'
import type { RealTime } from '../runtime/real-time.ts'
import type { Snapshot } from '../recording/snapshot.ts'

/** The format in which worlds are kept. One that is kept in another is not read. */
export const SAVE_FORMAT = 1

/** What a fault has met that stands in a snapshot, and not in the world any more. */
export type SnapshotTally = readonly [snapshot: string, fault: number, tally: FaultTally]

/** All that is kept of a world, as a value: what it is, and what stands beside it. */
export interface SavedWorld {
  readonly world: World
  /** The world as its scenario made it; what is kept of rows is where they differ from its. */
  readonly origin: World
  readonly ancestors: readonly string[]
  readonly snapshots: ReadonlyMap<string, Snapshot>
  readonly epoch: number
  /** The numbers of requests below it are reserved. */
  readonly requests: number
  readonly jobs: number
  readonly tallies: readonly (readonly [fault: number, tally: FaultTally])[]
  /** What faults have met that stand in snapshots only. */
  readonly snapshotTallies: readonly SnapshotTally[]
  /** Which version of the tallies these are, among those of this process. */
  readonly tally: number
  /** So many operations of batches are to be written down in the journal once it is kept. */
  readonly unwritten: number
  /** Where the real time and that of the world met. */
  readonly met: { readonly real: Millis; readonly now: Millis }
}

/** What is to be kept of a world as it stands. */
export function savedWorldOf(handle: WorldHandle, realTime: RealTime): SavedWorld {
  const { world, origin, ancestors, snapshots, epoch, log } = handle
  return {
    world,
    origin,
    ancestors,
    snapshots: new Map(snapshots),
    epoch,
    requests: log.numbers.free,
    jobs: log.jobs,
    tallies: log.steps.mark().faults,
    snapshotTallies: snapshotTalliesOf(handle),
    tally: log.faults.version,
    met: { real: realNow(), now: realTime.nowIn(handle) },
    unwritten: log.unwritten,
  }
}

/** A clock that runs is off by so much before that is worth keeping: it is read in whole milliseconds. */
const DRIFT_MS = 5

/** Whether what was kept of a world has all that an answer may be based on. */
export function isIn(handle: WorldHandle, { world, origin, snapshots, epoch, tally, met }: SavedWorld): boolean {
  const now = handle.world
  if (handle.origin !== origin || handle.epoch !== epoch || handle.log.faults.version !== tally) return false
  if (handle.snapshots.size !== snapshots.size) return false
  for (const [name, marked] of handle.snapshots) if (snapshots.get(name) !== marked) return false
  if (now === world) return true
  const isSame = now.tables === world.tables && now.counters === world.counters && now.settings === world.settings
  if (!isSame || now.credentials !== world.credentials) return false
  const { clock } = now
  if (clock.mode !== world.clock.mode || clock.rate !== world.clock.rate) return false
  // The time that passes by itself can be told from where the two times met.
  return clock.mode === 'frozen'
    ? clock.now === world.clock.now
    : clock.now <= met.now + (realNow() - met.real) * clock.rate + DRIFT_MS
}

/** Whether there is nothing to be written, not even what nobody waits for. */
export function isWritten(handle: WorldHandle, keepsake: SavedWorld): boolean {
  return handle.log.numbers.free === keepsake.requests && isIn(handle, keepsake)
}

/** Whether two keepsakes are of one world, and not of two that had an id one after the other. */
export function isSameLife(a: SavedWorld, b: SavedWorld): boolean {
  const { seed, credentials } = a.origin
  return seed === b.origin.seed && equal(credentials, b.origin.credentials) && equal(a.ancestors, b.ancestors)
}

/** Makes the place in which a world that was kept goes on. */
export function cellOf(keepsake: SavedWorld, realTime: RealTime, budgets: Budgets): WorldHandle {
  const handle = new WorldHandle(keepsake.world, keepsake.origin, { ancestors: keepsake.ancestors, budgets })
  handle.epoch = keepsake.epoch
  layBeside(handle, keepsake, realTime)
  handle.log.steps.lose()
  return handle
}

/** Puts what is kept in the place of what a world is; answers it as it stands there. */
export function restoreSavedWorld(handle: WorldHandle, keepsake: SavedWorld, realTime: RealTime): SavedWorld {
  const isOther = handle.epoch !== keepsake.epoch
  if (isOther) handle.adoptEpoch(keepsake.epoch)
  const { clock } = keepsake.world
  // The time of a world that runs never goes back, whoever looked at it last.
  const isRunning = clock.mode !== 'frozen' && !isOther
  const now = isRunning ? Math.max(clock.now, handle.world.clock.now) : clock.now
  const world = { ...keepsake.world, clock: { ...clock, now } }
  layBeside(handle, keepsake, realTime)
  handle.replace(world, keepsake.origin)
  handle.log.unhear()
  // What was done by others, or undone, is among no steps.
  handle.log.steps.lose()
  return { ...keepsake, world, epoch: handle.epoch, requests: handle.log.numbers.free, tally: handle.log.faults.version }
}

function layBeside(handle: WorldHandle, keepsake: SavedWorld, realTime: RealTime): void {
  const { log } = handle
  const { world, snapshots, requests, jobs, tallies, snapshotTallies, met } = keepsake
  handle.snapshots.clear()
  for (const [name, marked] of snapshots) handle.snapshots.set(name, marked)
  log.numbers.learn(requests)
  log.jobs = Math.max(log.jobs, jobs)
  const known = new Map(tallies)
  for (const fault of faultsOf(world)) log.faults.put(fault, known.get(fault.id))
  for (const [name, id, tally] of snapshotTallies) {
    const fault = faultsOf(snapshots.get(name)?.world).find((each) => each.id === id)
    if (fault) log.faults.put(fault, tally)
  }
  realTime.meet(handle, world.clock, met)
}

/** A snapshot that is restored brings its faults back with all that they have met. */
function snapshotTalliesOf({ world, snapshots, log }: WorldHandle): SnapshotTally[] {
  const { number } = faults
  const current = new Set(faultsOf(world))
  return [...snapshots].flatMap(([name, marked]) => {
    if (marked.world.tables[number] === world.tables[number]) return []
    const others = faultsOf(marked.world).filter((fault) => !current.has(fault) && log.faults.of(fault).seen > 0)
    return others.map((fault): SnapshotTally => [name, fault.id, log.faults.of(fault)])
  })
}

function faultsOf(world: World | undefined): readonly FaultRow[] {
  return world ? peek(world, (tx) => tx.range(faults.key).all()) : []
}
