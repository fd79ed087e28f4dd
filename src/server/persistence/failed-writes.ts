import { delay } from '../../kernel/support/time.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'

/** Time until a failed write is retried. */
const RETRY_MS = 1_000

/** The worlds whose last write failed. The failure is logged once for all of them, and each write is retried until it succeeds. */
export class FailedWrites {
  readonly #log: (message: string) => void
  readonly #retry: (handle: WorldHandle) => void
  readonly #handles = new Set<WorldHandle>()
  readonly #waiting = new Set<WorldHandle>()
  #isLogged = false

  constructor(log: (message: string) => void, retry: (handle: WorldHandle) => void) {
    this.#log = log
    this.#retry = retry
  }

  /** Number of worlds whose last write failed. */
  get size(): number {
    return this.#handles.size
  }

  has(handle: WorldHandle): boolean {
    return this.#handles.has(handle)
  }

  /** Adds a world after a failed write. If the world was dropped because of the failure, its write is not retried. */
  add(handle: WorldHandle, why: string): void {
    if (!this.#isLogged) this.#log(`Persistence failed; writes are rejected until it recovers: ${why}`)
    this.#isLogged = true
    if (handle.deleted) return
    this.#handles.add(handle)
    if (this.#waiting.has(handle)) return
    this.#waiting.add(handle)
    delay(RETRY_MS, () => {
      this.#waiting.delete(handle)
      if (this.#handles.has(handle)) this.#retry(handle)
    })
  }

  /** Removes a world that was saved or no longer needs to be saved. Returns whether its last write had failed. */
  remove(handle: WorldHandle): boolean {
    const hadFailed = this.#handles.delete(handle)
    if (this.#isLogged && this.#handles.size === 0) {
      this.#isLogged = false
      this.#log('Persistence has recovered.')
    }
    return hadFailed
  }
}
