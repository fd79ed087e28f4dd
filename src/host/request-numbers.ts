/** So many numbers are set apart at once. */
const APART = 1_000

/**
 * Numbers of requests, from which their ids are made. Of a world that is kept no number is given twice, although most requests leave
 * nothing that is written: what is kept says up to where numbers have been set apart, and a process that ends leaves out the rest.
 */
export class RequestNumbers {
  /** The number of the next request. */
  next = 0
  /** Before it, the next ones are set apart for this process. */
  #end = 0
  /** Before it, numbers are set apart for some process. */
  #taken = 0

  /** What is kept of them: from here on they are free. */
  get free(): number {
    return Math.max(this.#taken, this.next)
  }

  /** Whether none is left of those that were set apart. */
  get isAtEnd(): boolean {
    return this.next >= this.#end
  }

  /** Sets more of them apart. */
  setApart(): void {
    this.next = this.free
    this.#end = this.#taken = this.next + APART
  }

  /** Says from where on numbers are free by what is kept: what was set apart here, and is not kept, may be another process's. */
  learn(free: number): void {
    this.#taken = free
    if (this.#end <= free && !this.isAtEnd) return
    this.next = this.free
    this.#end = this.next
  }

  /** Gives back what was set apart and not needed, if nobody else has set numbers apart since. */
  giveBack(): void {
    if (this.#end === this.#taken) this.#end = this.#taken = this.next
  }

  /** Begins anew. */
  clear(): void {
    this.next = this.#end = this.#taken = 0
  }
}
