import type { WorldHandle } from '../runtime/world-handle.ts'
import { keepAliveDelay, type Millis } from '../../kernel/support/time.ts'

/** Waits in real time, or until the world is reset, restored or deleted. In a replay it resolves at once. */
export function waitInWorld(handle: WorldHandle, ms: Millis): Promise<void> {
  if (handle.log.replaying) return Promise.resolve()
  return new Promise((resolve) => {
    const cancel = keepAliveDelay(ms, () => {
      unsubscribe()
      resolve()
    })
    const unsubscribe = handle.onEpochEnd(() => {
      cancel()
      resolve()
    })
  })
}
