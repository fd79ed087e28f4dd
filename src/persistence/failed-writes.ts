import { delay } from '../support/time.ts'
import type { Cell } from '../runtime/world-handle.ts'

/** So long after something could not be kept it is tried again. */
const PAUSE_MS = 1_000

/** Worlds that could not be kept the last time. It is said once for all of them, and each is tried again until it works. */
export class Trouble {
  readonly #log: (message: string) => void
  readonly #retry: (cell: Cell) => void
  readonly #cells = new Set<Cell>()
  readonly #waiting = new Set<Cell>()
  #isSaid = false

  constructor(log: (message: string) => void, retry: (cell: Cell) => void) {
    this.#log = log
    this.#retry = retry
  }

  /** Whether a world could not be kept the last time. */
  has(cell: Cell): boolean {
    return this.#cells.has(cell)
  }

  /** A world could not be kept. One that is gone thereby is not tried again. */
  begin(cell: Cell, why: string): void {
    if (!this.#isSaid)
      this.#log(`CANNOT KEEP what is done, so that calls which change something fail until it can be kept: ${why}`)
    this.#isSaid = true
    if (cell.deleted) return
    this.#cells.add(cell)
    if (this.#waiting.has(cell)) return
    this.#waiting.add(cell)
    delay(PAUSE_MS, () => {
      this.#waiting.delete(cell)
      if (this.#cells.has(cell)) this.#retry(cell)
    })
  }

  /** A world was kept, or is not to be any more. Answers whether it had been in trouble. */
  end(cell: Cell): boolean {
    const wasIn = this.#cells.delete(cell)
    if (this.#isSaid && this.#cells.size === 0) {
      this.#isSaid = false
      this.#log('What is done is kept again.')
    }
    return wasIn
  }
}
