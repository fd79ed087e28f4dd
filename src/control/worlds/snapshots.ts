import type { Schemas } from '../../contract/control.ts'
import type { Marked } from '../../recording/snapshot.ts'
import type { Cell } from '../../runtime/worlds.ts'
import { isoMillis } from '../../support/time.ts'
import { rowCounts } from '../../world/rows.ts'
import { goOnFromThere } from './reset.ts'
import { ControlError } from '../errors.ts'
import type { ControlOperations } from '../context.ts'
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
    const kept = { world: cell.world, mark: cell.log.steps.mark() }
    snapshots.set(name, kept)
    return snapshotView([name, kept])
  },

  restoreSnapshot({ stage, cell, path }) {
    const { world } = snapshotOrThrow(cell, path.name)
    cell.log.steps.means(path.name, world)
    cell.restore(world)
    goOnFromThere(stage, cell)
    return worldView(cell)
  },

  deleteSnapshot({ cell, path }) {
    cell.log.steps.means(path.name, snapshotOrThrow(cell, path.name).world)
    cell.snapshots.delete(path.name)
  },
} satisfies Partial<ControlOperations>

/** The snapshot of a name, or an error that says which there are. */
export function snapshotOrThrow(cell: Cell, name: string): Marked {
  const { snapshots } = cell
  const found = snapshots.get(name)
  if (found) return found
  const names = [...snapshots.keys()].slice(0, 10).join(', ')
  throw new ControlError(404, `There is no snapshot ${name.slice(0, 100)}. There are: ${names || 'none yet'}.`)
}

function snapshotView([name, { world }]: readonly [string, Marked]): Schemas['Snapshot'] {
  const rows = Object.values(rowCounts(world)).reduce((sum, count) => sum + count, 0)
  return { name, at: isoMillis(world.clock.now), rows }
}
