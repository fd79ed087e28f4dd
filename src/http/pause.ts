import type { WorldHandle } from '../runtime/world-handle.ts'
import { keepAliveDelay, type Millis } from '../support/time.ts'

/** Lets real time pass in a world: until it is over, or the world is put back. In a replay none passes. */
export function pause(handle: WorldHandle, ms: Millis): Promise<void> {
  if (handle.log.replaying) return Promise.resolve()
  return new Promise((resolve) => {
    const cancel = keepAliveDelay(ms, () => {
      stay()
      resolve()
    })
    const stay = handle.onEpochEnd(() => {
      cancel()
      resolve()
    })
  })
}
