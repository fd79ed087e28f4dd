import { delay } from '../support/time.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'

/** So long after something could not be kept it is tried again. */
const PAUSE_MS = 1_000

/** Worlds that could not be kept the last time. It is said once for all of them, and each is tried again until it works. */
export class FailedWrites {
  readonly #log: (message: string) => void
  readonly #retry: (handle: WorldHandle) => void
  readonly #handles = new Set<WorldHandle>()
  readonly #waiting = new Set<WorldHandle>()
  #isSaid = false

  constructor(log: (message: string) => void, retry: (handle: WorldHandle) => void) {
    this.#log = log
    this.#retry = retry
  }

  /** Whether a world could not be kept the last time. */
  has(handle: WorldHandle): boolean {
    return this.#handles.has(handle)
  }

  /** A world could not be kept. One that is gone thereby is not tried again. */
  begin(handle: WorldHandle, why: string): void {
    if (!this.#isSaid)
      this.#log(`CANNOT KEEP what is done, so that calls which change something fail until it can be kept: ${why}`)
    this.#isSaid = true
    if (handle.deleted) return
    this.#handles.add(handle)
    if (this.#waiting.has(handle)) return
    this.#waiting.add(handle)
    delay(PAUSE_MS, () => {
      this.#waiting.delete(handle)
      if (this.#handles.has(handle)) this.#retry(handle)
    })
  }

  /** A world was kept, or is not to be any more. Answers whether it had been in trouble. */
  end(handle: WorldHandle): boolean {
    const wasIn = this.#handles.delete(handle)
    if (this.#isSaid && this.#handles.size === 0) {
      this.#isSaid = false
      this.#log('What is done is kept again.')
    }
    return wasIn
  }
}
