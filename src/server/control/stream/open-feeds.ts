import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { WorldRegistry } from '../../runtime/worlds.ts'
import type { ControlContext } from '../context.ts'
import type { WorldFeed } from './feeds.ts'

/** The event sources of each server that has had readers. They are here so that servers without readers do not load `feeds.ts`. */
export const openFeeds = new WeakMap<WorldRegistry, WeakMap<WorldHandle, WorldFeed>>()

/** Reports a reset or restore to the readers. */
export function announceReset(context: ControlContext, handle: WorldHandle): void {
  openFeeds.get(context.worlds)?.get(handle)?.checkEpoch()
}
