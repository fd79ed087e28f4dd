import { stream, type Stream, uuid } from '../../kernel/support/random.ts'

/** Number of request numbers that a process reserves at once. */
const BLOCK = 1_000

/** The numbers from `from` up to, but not including, `end`. */
interface NumberBlock {
  readonly from: number
  readonly end: number
}

/**
 * The numbers of requests, from which request ids are derived. In a persistent world a process uses only numbers from blocks it has
 * reserved: a block is requested, saved with the world, and used once that write has succeeded. So no two processes use the same
 * number, and no number is used again after a crash. A crashed process leaves the rest of its block unused.
 */
export class RequestNumbers {
  /** The number of the next request, unless the block in use ends before it. */
  next = 0
  #end = 0
  /** The next block, if it is already reserved. */
  #spare: NumberBlock | undefined
  #requested: NumberBlock | undefined
  /** All numbers below it are reserved, by this process or another one. */
  #reserved = 0
  /** The state before `clear`, until the clearing is saved. */
  #beforeClear: (Pick<RequestNumbers, 'next'> & { readonly end: number; readonly spare: NumberBlock | undefined }) | undefined

  /** The number to save with the world: all numbers below it are reserved, or will be by that write. */
  get reservedEnd(): number {
    return this.#requested?.end ?? this.#unreserved
  }

  get #unreserved(): number {
    return Math.max(this.#reserved, this.#end, this.next)
  }

  /** Whether no reserved number is left. */
  get isExhausted(): boolean {
    return this.next >= this.#end && !this.#spare
  }

  /** Whether another block should be requested now, so that later calls need not wait for it. */
  get isLow(): boolean {
    return this.#end - this.next < BLOCK / 2 && !this.#spare && !this.#requested
  }

  take(): number {
    if (this.next >= this.#end && this.#spare) {
      this.next = this.#spare.from
      this.#end = this.#spare.end
      this.#spare = undefined
    }
    return this.next++
  }

  /** Requests another block: the next write of the world reserves it. */
  requestBlock(): void {
    const from = this.#unreserved
    this.#requested ??= { from, end: from + BLOCK }
  }

  /** Confirms a successful write of the world with `reservedEnd` equal to `reservedEnd`. */
  confirmBlock(reservedEnd: number): void {
    this.#beforeClear = undefined
    const requested = this.#requested
    if (requested?.end !== reservedEnd) return
    this.#requested = undefined
    this.#reserved = reservedEnd
    if (requested.from === this.#end) this.#end = reservedEnd
    else this.#spare = requested
  }

  /** Sets which numbers are reserved in the store. Discards a requested block, since another process may have written first. */
  setReserved(reservedEnd: number): void {
    this.#requested = undefined
    this.#reserved = reservedEnd
  }

  /**
   * Reserves a block. `write` resolves after an attempt to save the world, and returns `undefined` if the world is no longer
   * persistent. Other processes may write first, so it is retried until there is a number. Rejects if the store is shared and the
   * write fails.
   */
  async reserve(write: () => Promise<unknown> | undefined, isShared: boolean): Promise<void> {
    while (this.isExhausted) {
      this.requestBlock()
      try {
        const written = write()
        if (written) await written
        else this.#takeUnreserved()
      } catch (error) {
        if (isShared) throw error
        // No other process uses this store, so calls that only read can continue.
        if (this.isExhausted) this.#takeUnreserved()
      }
    }
  }

  #takeUnreserved(): void {
    this.#requested = undefined
    this.next = this.#unreserved
    this.#end = this.next + BLOCK
  }

  /** Releases the unused rest of the last block, unless numbers after it are reserved or requested. */
  releaseUnused(): void {
    if (this.#spare || this.#requested || this.#end !== this.#reserved) return
    this.#end = this.#reserved = this.next
  }

  /** Restarts at 0, without any block. */
  clear(): void {
    this.#beforeClear ??= { next: this.next, end: this.#end, spare: this.#spare }
    this.next = this.#end = this.#reserved = 0
    this.#spare = this.#requested = undefined
  }

  /** Restarts because another process did; unlike `clear`, this can't be undone. */
  restart(): void {
    this.clear()
    this.#beforeClear = undefined
  }

  /** Undoes `clear` if the clearing could not be saved. */
  undoClear(): void {
    const { next, end, spare } = this.#beforeClear ?? { next: this.next, end: this.#end, spare: this.#spare }
    this.next = next
    this.#end = end
    this.#spare = spare
    this.#beforeClear = undefined
  }
}

/** The stream of a world's request ids. */
export function requestIdStream({ seed, id }: { readonly seed: string; readonly id: string }): Stream {
  return stream(`${seed}/${id}`, 'request')
}

/** The id of a call (`X-Request-Id`) by its number. */
export function makeRequestId(ids: Stream, number: number): string {
  return uuid(ids, number)
}
