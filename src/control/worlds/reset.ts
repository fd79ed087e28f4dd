import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { World } from '../../world/world.ts'
import type { ControlContext } from '../context.ts'
import { tellPutBack } from '../stream/feeds.ts'
import { endWaits } from '../requests/wait.ts'

/** Puts a world back to its start, or to another one, which resets lead to from then on. */
export function beginAnew(stage: ControlContext, handle: WorldHandle, origin?: World): void {
  handle.reset(origin)
  goOnFromThere(stage, handle)
}

/** Lets whoever waits in a world, or follows it, know that another version stands in its place, and time go on from there. */
export function goOnFromThere(stage: ControlContext, handle: WorldHandle): void {
  // A world that had not changed is the very same afterwards, of which nobody hears.
  endWaits(stage, handle)
  tellPutBack(stage, handle)
  stage.pacer.watch(handle)
}
