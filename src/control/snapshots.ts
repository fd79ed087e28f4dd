import type { Schemas } from '../contract/control.ts'
import type { Cell } from '../host/worlds.ts'
import { isoMillis } from '../support/time.ts'
import { rowCounts } from '../world/counts.ts'
import type { World } from '../world/world.ts'
import { ControlError } from './errors.ts'
import type { ControlOperations } from './operation.ts'
import { endWaits } from './wait.ts'
import { worldView } from './world-view.ts'

/** A world keeps so many. */
const SNAPSHOTS_MAX = 100

export const snapshotOperations = {
  getSnapshots({ cell }) {
    return { snapshots: [...cell.snapshots].map(snapshotView) }
  },

  takeSnapshot({ stage, cell, body: { name } }) {
    stage.pacer.sync(cell)
    const { snapshots } = cell
    if (snapshots.size >= SNAPSHOTS_MAX && !snapshots.has(name)) {
      throw new ControlError(409, `This world has ${SNAPSHOTS_MAX} snapshots, which is as many as it may. Delete one first.`)
    }
    // One that is taken again goes to the end.
    snapshots.delete(name)
    snapshots.set(name, cell.world)
    return snapshotView([name, cell.world])
  },

  restoreSnapshot({ stage, cell, path }) {
    cell.restore(snapshotOrThrow(cell, path.name))
    endWaits(stage, cell)
    stage.pacer.watch(cell)
    return worldView(cell)
  },

  deleteSnapshot({ cell, path }) {
    snapshotOrThrow(cell, path.name)
    cell.snapshots.delete(path.name)
  },
} satisfies Partial<ControlOperations>

function snapshotOrThrow(cell: Cell, name: string): World {
  const { snapshots } = cell
  const found = snapshots.get(name)
  if (found) return found
  const names = [...snapshots.keys()].slice(0, 10).join(', ')
  throw new ControlError(404, `There is no snapshot ${name.slice(0, 100)}. There are: ${names || 'none yet'}.`)
}

function snapshotView([name, world]: readonly [string, World]): Schemas['Snapshot'] {
  const rows = Object.values(rowCounts(world)).reduce((sum, count) => sum + count, 0)
  return { name, at: isoMillis(world.clock.now), rows }
}
