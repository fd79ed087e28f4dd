import type { Schemas } from '../../contract/control.ts'
import type { Snapshot } from '../../recording/snapshot.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { isoMillis } from '../../support/time.ts'
import { rowCounts } from '../../world/rows.ts'
import { goOnFromThere } from './reset.ts'
import { ControlError } from '../errors.ts'
import type { ControlOperations } from '../context.ts'
import { worldView } from './world-view.ts'

/** A world keeps so many. */
const SNAPSHOTS_MAX = 100

export const snapshotOperations = {
  getSnapshots({ handle }) {
    return { snapshots: [...handle.snapshots].map(snapshotView) }
  },

  takeSnapshot({ stage, handle, body: { name } }) {
    stage.pacer.sync(handle)
    const { snapshots } = handle
    if (snapshots.size >= SNAPSHOTS_MAX && !snapshots.has(name)) {
      throw new ControlError(409, `This world has ${SNAPSHOTS_MAX} snapshots, which is as many as it may. Delete one first.`)
    }
    // One that is taken again goes to the end.
    snapshots.delete(name)
    const kept = { world: handle.world, mark: handle.log.steps.mark() }
    snapshots.set(name, kept)
    return snapshotView([name, kept])
  },

  restoreSnapshot({ stage, handle, path }) {
    const { world } = snapshotOrThrow(handle, path.name)
    handle.log.steps.means(path.name, world)
    handle.restore(world)
    goOnFromThere(stage, handle)
    return worldView(handle)
  },

  deleteSnapshot({ handle, path }) {
    handle.log.steps.means(path.name, snapshotOrThrow(handle, path.name).world)
    handle.snapshots.delete(path.name)
  },
} satisfies Partial<ControlOperations>

/** The snapshot of a name, or an error that says which there are. */
export function snapshotOrThrow(handle: WorldHandle, name: string): Snapshot {
  const { snapshots } = handle
  const found = snapshots.get(name)
  if (found) return found
  const names = [...snapshots.keys()].slice(0, 10).join(', ')
  throw new ControlError(404, `There is no snapshot ${name.slice(0, 100)}. There are: ${names || 'none yet'}.`)
}

function snapshotView([name, { world }]: readonly [string, Snapshot]): Schemas['Snapshot'] {
  const rows = Object.values(rowCounts(world)).reduce((sum, count) => sum + count, 0)
  return { name, at: isoMillis(world.clock.now), rows }
}
