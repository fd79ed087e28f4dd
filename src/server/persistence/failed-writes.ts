import { delay } from '../../kernel/support/time.ts'

/** Time until a failed write is retried. */
const RETRY_MS = 1_000

/** A write to retry; an ended one is not retried. */
interface FailedWrite {
  readonly ended: unknown
  readonly retry: () => void
}

/** The worlds whose last write failed. The failure is logged once for all of them, and each write is retried until it succeeds. */
export class FailedWrites {
  readonly #log: (message: string) => void
  readonly #failed = new Set<FailedWrite>()
  readonly #waiting = new Set<FailedWrite>()
  #isLogged = false

  constructor(log: (message: string) => void) {
    this.#log = log
  }

  /** Number of worlds whose last write failed. */
  get size(): number {
    return this.#failed.size
  }

  has(write: FailedWrite): boolean {
    return this.#failed.has(write)
  }

  /** Adds the failed write of a world, and retries it unless the world was dropped because of the failure. */
  add(write: FailedWrite, why: string): void {
    if (!this.#isLogged) this.#log(`Persistence failed; writes are rejected until it recovers: ${why}`)
    this.#isLogged = true
    if (write.ended !== undefined) return
    this.#failed.add(write)
    if (this.#waiting.has(write)) return
    this.#waiting.add(write)
    delay(RETRY_MS, () => {
      this.#waiting.delete(write)
      if (this.#failed.has(write)) write.retry()
    })
  }

  /** Removes a world that was saved or no longer needs to be saved. Returns whether its last write had failed. */
  remove(write: FailedWrite): boolean {
    const hadFailed = this.#failed.delete(write)
    if (this.#isLogged && this.#failed.size === 0) {
      this.#isLogged = false
      this.#log('Persistence has recovered.')
    }
    return hadFailed
  }
}
