import type { Cell } from '../runtime/worlds.ts'
import { onceOver, type Millis } from '../support/time.ts'

/** Lets real time pass in a world: until it is over, or the world is put back. In a replay none passes. */
export function pause(cell: Cell, ms: Millis): Promise<void> {
  if (cell.log.replaying) return Promise.resolve()
  return new Promise((resolve) => {
    const cancel = onceOver(ms, () => {
      stay()
      resolve()
    })
    const stay = cell.onPutBack(() => {
      cancel()
      resolve()
    })
  })
}
