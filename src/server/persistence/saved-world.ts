import { faults, type FaultRow } from '../../service/model/faults/fault.ts'
import type { FaultTally } from '../../service/faults/tallies.ts'
import { equal } from '../../kernel/support/objects.ts'
import { realNow, type Millis } from '../../kernel/support/time.ts'
import { peek } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { WorldHandle } from '../runtime/world-handle.ts'
import type { LogBudgets } from '../log/log.ts'
import type { RealTime } from '../runtime/real-time.ts'
import type { Snapshot } from '../log/entry.ts'
import type { StoreVersion } from './store.ts'

/** The tally of a fault that exists only in a snapshot. */
export type SnapshotTally = readonly [snapshot: string, fault: number, tally: FaultTally]

/** Everything that is saved of a world, as one immutable value. */
export interface SavedWorld {
  readonly world: WorldState
  /** The world as its scenario made it. Rows are saved as differences from its rows. */
  readonly origin: WorldState
  readonly ancestors: readonly string[]
  readonly snapshots: ReadonlyMap<string, Snapshot>
  readonly epoch: number
  /** Request numbers below it are reserved. */
  readonly requests: number
  readonly jobs: number
  readonly tallies: readonly (readonly [fault: number, tally: FaultTally])[]
  /** Tallies of faults that exist only in snapshots. */
  readonly snapshotTallies: readonly SnapshotTally[]
  /** Version of the tallies within this process. */
  readonly tally: number
  /** Number of batch operations to be written to the journal once this is saved. */
  readonly unwritten: number
  /** A pair of matching instants in real time and world time. */
  readonly clockReading: { readonly real: Millis; readonly now: Millis }
}

export interface InStore {
  readonly saved: SavedWorld
  readonly version: StoreVersion
  /** The names by which it is found. */
  readonly names: ReadonlySet<string>
}

export function makeSavedWorld(handle: WorldHandle, realTime: RealTime): SavedWorld {
  const { world, origin, ancestors, snapshots, epoch, log } = handle
  return {
    world,
    origin,
    ancestors,
    snapshots: new Map(snapshots),
    epoch,
    requests: log.requestNumbers.reservedEnd,
    jobs: log.jobCount,
    tallies: log.entries.mark().faults,
    snapshotTallies: collectSnapshotTallies(handle),
    tally: log.faults.version,
    clockReading: { real: realNow(), now: realTime.nowIn(handle) },
    unwritten: log.pendingOperations,
  }
}

/** How far a running clock may drift before it is saved again. Clocks are read in whole milliseconds. */
const DRIFT_MS = 5

/** Whether a saved state contains everything that an answer could depend on. */
export function isUpToDate(handle: WorldHandle, { world, origin, snapshots, epoch, tally, clockReading }: SavedWorld): boolean {
  const now = handle.world
  if (handle.origin !== origin || handle.epoch !== epoch || handle.log.faults.version !== tally) return false
  if (handle.snapshots.size !== snapshots.size) return false
  for (const [name, snapshot] of handle.snapshots) if (snapshots.get(name) !== snapshot) return false
  if (now === world) return true
  const isSame = now.tables === world.tables && now.counters === world.counters && now.settings === world.settings
  if (!isSame || now.credentials !== world.credentials) return false
  const { clock } = now
  if (clock.mode !== world.clock.mode || clock.rate !== world.clock.rate) return false
  // Passing time needs no write: it follows from the saved pair of instants.
  return clock.mode === 'frozen'
    ? clock.now === world.clock.now
    : clock.now <= clockReading.now + (realNow() - clockReading.real) * clock.rate + DRIFT_MS
}

/** Whether nothing is left to write, including what no caller waits for. */
export function isWritten(handle: WorldHandle, saved: SavedWorld): boolean {
  return handle.log.requestNumbers.reservedEnd === saved.requests && isUpToDate(handle, saved)
}

/** Whether two saved states are of the same world, rather than of two worlds that used the same id one after the other. */
export function isSameLife(a: SavedWorld, b: SavedWorld): boolean {
  const { seed, credentials } = a.origin
  return seed === b.origin.seed && equal(credentials, b.origin.credentials) && equal(a.ancestors, b.ancestors)
}

/** Makes a handle for a saved world. Returns it with the saved state as it now stands in the handle. */
export function handleOfSaved(saved: SavedWorld, realTime: RealTime, budgets: LogBudgets) {
  const handle = new WorldHandle(saved.world, saved.origin, { ancestors: saved.ancestors, budgets })
  handle.epoch = saved.epoch
  restoreSidecar(handle, saved, realTime)
  handle.log.restartIncomplete()
  return { handle, saved: { ...saved, tally: handle.log.faults.version } }
}

/** Replaces the current state of a world by a saved one. Returns the saved state as it now stands in the handle. */
export function restoreSavedWorld(handle: WorldHandle, saved: SavedWorld, realTime: RealTime): SavedWorld {
  const isOther = handle.epoch !== saved.epoch
  if (isOther) handle.startEpoch(saved.epoch)
  const { clock } = saved.world
  // The time of a running world never goes back, whichever process saw it last.
  const isRunning = clock.mode !== 'frozen' && !isOther
  const now = isRunning ? Math.max(clock.now, handle.world.clock.now) : clock.now
  const world = { ...saved.world, clock: { ...clock, now } }
  restoreSidecar(handle, saved, realTime)
  handle.replace(world, saved.origin)
  handle.log.discardOperations()
  // The recording can't contain changes that were rolled back or made by other processes.
  handle.log.restartIncomplete()
  return {
    ...saved,
    world,
    epoch: handle.epoch,
    requests: handle.log.requestNumbers.reservedEnd,
    tally: handle.log.faults.version,
  }
}

function restoreSidecar(handle: WorldHandle, saved: SavedWorld, realTime: RealTime): void {
  const { log } = handle
  const { world, snapshots, requests, jobs, tallies, snapshotTallies, clockReading } = saved
  handle.snapshots.clear()
  for (const [name, snapshot] of snapshots) handle.snapshots.set(name, snapshot)
  log.requestNumbers.setReserved(requests)
  log.jobCount = Math.max(log.jobCount, jobs)
  const tallyOf = new Map(tallies)
  for (const fault of readFaults(world)) log.faults.put(fault, tallyOf.get(fault.id))
  for (const [name, id, tally] of snapshotTallies) {
    const fault = readFaults(snapshots.get(name)?.world).find((each) => each.id === id)
    if (fault) log.faults.put(fault, tally)
  }
  realTime.synchronize(handle, world.clock, clockReading)
}

function collectSnapshotTallies({ world, snapshots, log }: WorldHandle): SnapshotTally[] {
  const { number } = faults
  const current = new Set(readFaults(world))
  return [...snapshots].flatMap(([name, snapshot]) => {
    if (snapshot.world.tables[number] === world.tables[number]) return []
    const others = readFaults(snapshot.world).filter((fault) => !current.has(fault) && log.faults.of(fault).seen > 0)
    return others.map((fault): SnapshotTally => [name, fault.id, log.faults.of(fault)])
  })
}

function readFaults(world: WorldState | undefined): readonly FaultRow[] {
  return world ? peek(world, (tx) => tx.range(faults.key).all()) : []
}
