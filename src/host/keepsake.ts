import { faults } from '../faults/fault.ts'
import type { FaultTally } from '../faults/tallies.ts'
import { realNow, type Millis } from '../support/time.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import { Cell } from './cell.ts'
import type { Budgets } from './log.ts'
import type { RealTime } from './real-time.ts'
import type { Marked } from './steps.ts'

/** The format in which worlds are kept. One that is kept in another is not read. */
export const KEPT_FORMAT = 1

/** All that is kept of a world, as a value: what it is, and what stands beside it. */
export interface Keepsake {
  readonly world: World
  /** The world as its scenario made it; what is kept of rows is where they differ from its. */
  readonly origin: World
  readonly ancestors: readonly string[]
  readonly snapshots: ReadonlyMap<string, Marked>
  readonly epoch: number
  readonly requests: number
  readonly jobs: number
  readonly tallies: readonly (readonly [fault: number, tally: FaultTally])[]
  /** Which version of the tallies these are, among those of this process. */
  readonly tally: number
  /** Where the real time and that of the world met. */
  readonly met: { readonly real: Millis; readonly now: Millis }
}

/** What is to be kept of a world as it stands. */
export function keepsakeOf(cell: Cell, realTime: RealTime): Keepsake {
  const { world, origin, ancestors, snapshots, epoch, log } = cell
  return {
    world,
    origin,
    ancestors,
    snapshots: new Map(snapshots),
    epoch,
    requests: log.requestNumber,
    jobs: log.jobs,
    tallies: log.steps.mark().faults,
    tally: log.faults.version,
    met: { real: realNow(), now: realTime.nowIn(cell) },
  }
}

/** A clock that runs is off by so much before that is worth keeping: it is read in whole milliseconds. */
const DRIFT_MS = 5

/** Whether all that is to be kept of a world stands in what was kept. */
export function isIn(cell: Cell, { world, origin, snapshots, epoch, tally, met }: Keepsake): boolean {
  const now = cell.world
  if (cell.origin !== origin || cell.epoch !== epoch || cell.log.faults.version !== tally) return false
  if (cell.snapshots.size !== snapshots.size) return false
  for (const [name, marked] of cell.snapshots) if (snapshots.get(name) !== marked) return false
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

/** Makes the place in which a world that was kept goes on. */
export function cellOf(keepsake: Keepsake, realTime: RealTime, budgets: Budgets): Cell {
  const cell = new Cell(keepsake.world, keepsake.origin, { ancestors: keepsake.ancestors, budgets })
  layBeside(cell, keepsake, realTime)
  cell.log.steps.lose()
  return cell
}

/** Puts what was kept in the place of what a world is; answers it as it stands there. */
export function putBack(cell: Cell, keepsake: Keepsake, realTime: RealTime): Keepsake {
  const isOther = cell.epoch !== keepsake.epoch
  if (isOther) cell.endEpoch()
  const { clock } = keepsake.world
  // The time of a world that runs never goes back, whoever looked at it last.
  const isRunning = clock.mode !== 'frozen' && !isOther
  const now = isRunning ? Math.max(clock.now, cell.world.clock.now) : clock.now
  const world = { ...keepsake.world, clock: { ...clock, now } }
  layBeside(cell, keepsake, realTime)
  cell.supersede(world, keepsake.origin)
  return { ...keepsake, world, tally: cell.log.faults.version }
}

function layBeside(cell: Cell, { world, snapshots, epoch, requests, jobs, tallies, met }: Keepsake, realTime: RealTime): void {
  const { log } = cell
  cell.epoch = epoch
  cell.snapshots.clear()
  for (const [name, marked] of snapshots) cell.snapshots.set(name, marked)
  log.requestNumber = Math.max(log.requestNumber, requests)
  log.jobs = Math.max(log.jobs, jobs)
  const known = new Map(tallies)
  for (const fault of peek(world, (tx) => tx.range(faults.key).all())) log.faults.put(fault, known.get(fault.id))
  realTime.meet(cell, world.clock, met)
}
