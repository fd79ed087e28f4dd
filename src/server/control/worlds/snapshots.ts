import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Snapshot } from '../../log/entry.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { nameHint } from '../../../kernel/support/nearest.ts'
import { rowCounts } from '../../../kernel/world/rows.ts'
import { resumeFromNewState } from './reset.ts'
import { ControlError } from '../errors.ts'
import type { ControlOperations } from '../context.ts'
import { worldView } from './world-view.ts'

/** Maximum number of snapshots per world. */
const SNAPSHOTS_MAX = 100

export const snapshotOperations = {
  getSnapshots({ handle }) {
    return { snapshots: [...handle.snapshots].map(snapshotView) }
  },

  takeSnapshot({ context, handle, body: { name } }) {
    context.scheduler.sync(handle)
    const { snapshots } = handle
    if (snapshots.size >= SNAPSHOTS_MAX && !snapshots.has(name)) {
      throw new ControlError(409, `This world has ${SNAPSHOTS_MAX} snapshots, the maximum. Delete one first.`)
    }
    // A snapshot taken again moves to the end.
    snapshots.delete(name)
    const snapshot = { world: handle.world, mark: handle.log.entries.mark() }
    snapshots.set(name, snapshot)
    return snapshotView([name, snapshot])
  },

  restoreSnapshot({ context, handle, path }) {
    const { world } = snapshotOrThrow(handle, path.name)
    handle.log.entries.noteSnapshot(path.name, world)
    handle.restore(world)
    resumeFromNewState(context, handle)
    return worldView(handle)
  },

  deleteSnapshot({ handle, path }) {
    handle.log.entries.noteSnapshot(path.name, snapshotOrThrow(handle, path.name).world)
    handle.snapshots.delete(path.name)
  },
} satisfies Partial<ControlOperations>

/** The snapshot with a name. Throws a 404 that names the existing ones. */
export function snapshotOrThrow(handle: WorldHandle, name: string): Snapshot {
  const { snapshots } = handle
  const found = snapshots.get(name)
  if (found) return found
  throw new ControlError(404, `There is no snapshot ${name.slice(0, 100)}. ${nameHint(name, [...snapshots.keys()], 10)}`)
}

function snapshotView([name, { world }]: readonly [string, Snapshot]): ControlSchemas['Snapshot'] {
  const rows = Object.values(rowCounts(world)).reduce((sum, count) => sum + count, 0)
  return { name, at: isoMillis(world.clock.now), rows }
}
