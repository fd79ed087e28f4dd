/** How many numbers a process reserves at once. */
const BLOCK = 1_000

/** Numbers from `from` up to, not including, `end`. */
interface Block {
  readonly from: number
  readonly end: number
}

/**
 * The numbers of requests, from which their ids are made. In a world that is kept, a process uses only numbers of blocks that it has reserved:
 * a block is asked for, written with the world, and used once that write has succeeded. So no two processes use the same number, and none is
 * used again after a kill. A process that ends leaves out the rest of its block.
 */
export class RequestNumbers {
  /** The number of the next request, unless the block in use ends before it. */
  next = 0
  /** The end of the block in use. */
  #end = 0
  /** The block that follows it, if it is reserved already. */
  #spare: Block | undefined
  /** The block that has been asked for, and is not reserved yet. */
  #asked: Block | undefined
  /** The numbers below it are reserved, by this process or another one. */
  #reserved = 0
  /** What stood here before it was cleared, until that is kept. */
  #former: (Pick<RequestNumbers, 'next'> & { readonly end: number; readonly spare: Block | undefined }) | undefined

  /** What is kept of them: every number below it counts as reserved. */
  get free(): number {
    return this.#asked?.end ?? this.#unreserved
  }

  get #unreserved(): number {
    return Math.max(this.#reserved, this.#end, this.next)
  }

  /** Whether no reserved number is left. */
  get isAtEnd(): boolean {
    return this.next >= this.#end && !this.#spare
  }

  /** Whether another block should be asked for, so that the calls to come need not wait for it. */
  get isLow(): boolean {
    return this.#end - this.next < BLOCK / 2 && !this.#spare && !this.#asked
  }

  /** Takes the next number. */
  take(): number {
    if (this.next >= this.#end && this.#spare) {
      this.next = this.#spare.from
      this.#end = this.#spare.end
      this.#spare = undefined
    }
    return this.next++
  }

  /** Asks for another block: it is reserved by the next write of the world. */
  ask(): void {
    const from = this.#unreserved
    this.#asked ??= { from, end: from + BLOCK }
  }

  /** A write of the world has succeeded that said that the numbers below `free` are reserved. */
  grant(free: number): void {
    this.#former = undefined
    const asked = this.#asked
    if (asked?.end !== free) return
    this.#asked = undefined
    this.#reserved = free
    if (asked.from === this.#end) this.#end = free
    else this.#spare = asked
  }

  /** Tells which numbers are reserved by what is kept. A block that was asked for is not: another process may have been first. */
  learn(free: number): void {
    this.#asked = undefined
    this.#reserved = free
  }

  /**
   * Reserves a block; `write` resolves once it has been tried to write the world, and answers nothing if the world is not kept any more. Other
   * processes may be first again and again, so it is tried until there is a number. Rejects if the store is shared and cannot be written.
   */
  async reserve(write: () => Promise<unknown> | undefined, isShared: boolean): Promise<void> {
    while (this.isAtEnd) {
      this.ask()
      try {
        const written = write()
        if (written) await written
        else this.#takeUnkept()
      } catch (error) {
        if (isShared) throw error
        // No other process uses the numbers of this store, so that calls that only read go on.
        if (this.isAtEnd) this.#takeUnkept()
      }
    }
  }

  #takeUnkept(): void {
    this.#asked = undefined
    this.next = this.#unreserved
    this.#end = this.next + BLOCK
  }

  /** Gives back what was reserved last and not used, if no other process has reserved numbers since. */
  giveBack(): void {
    if (this.#spare || this.#asked || this.#end !== this.#reserved) return
    this.#end = this.#reserved = this.next
  }

  /** Begins again at 0, without any block. */
  clear(): void {
    this.#former ??= { next: this.next, end: this.#end, spare: this.#spare }
    this.next = this.#end = this.#reserved = 0
    this.#spare = this.#asked = undefined
  }

  /** Begins again since another process has, so that blocks of before may be reserved by any process. */
  forget(): void {
    this.clear()
    this.#former = undefined
  }

  /** Goes on where it was cleared, if it was, since that could not be kept. */
  undoClear(): void {
    const { next, end, spare } = this.#former ?? { next: this.next, end: this.#end, spare: this.#spare }
    this.next = next
    this.#end = end
    this.#spare = spare
    this.#former = undefined
  }
}
