import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { ControlContext } from '../context.ts'
import { announceReset, recheckWaits } from '../waits/wait.ts'

/** Resets a world to its origin, or to a new one that later resets use as well. */
export function resetWorld(context: ControlContext, handle: WorldHandle, origin?: WorldState): void {
  handle.reset(origin)
  resumeFromNewState(context, handle)
}

/** Notifies waiting calls and streams that the world was reset or restored, and restarts its clock. */
export function resumeFromNewState(context: ControlContext, handle: WorldHandle): void {
  // Resetting an unchanged world makes no new version, so no change is reported.
  recheckWaits(context, handle)
  announceReset(handle)
  context.scheduler.startTimer(handle)
}
