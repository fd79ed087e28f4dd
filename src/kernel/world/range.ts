import type { OrderedSet } from '../support/ordered-set.ts'

/** A range of an index. Reading part of it does not touch the rest. */
export class Range<R> {
  readonly #rows: OrderedSet<R>
  readonly #from: number
  readonly #to: number

  constructor(rows: OrderedSet<R>, from: number, to: number) {
    this.#rows = rows
    this.#from = from
    this.#to = to
  }

  get count(): number {
    return this.#to - this.#from
  }

  /** Rows from `offset` on, at most `count` of them. */
  slice(offset: number, count: number): R[] {
    const from = this.#from + offset
    return this.#rows.between(from, Math.min(from + count, this.#to))
  }

  /** Like `slice`, counted from the end: the last row first. */
  sliceFromEnd(offset: number, count: number): R[] {
    const to = this.#to - offset
    return this.#rows.between(Math.max(to - count, this.#from), to).toReversed()
  }

  /** The rows at positions `from` (included) to `to` (excluded), as a range. */
  part(from: number, to: number): Range<R> {
    return new Range(this.#rows, this.#from + from, this.#from + Math.max(from, to))
  }

  /** The number of leading rows that pass a test. The test must not pass again after the first row that fails. */
  countWhile(test: (row: R) => boolean): number {
    let [low, high] = [this.#from, this.#to]
    while (low < high) {
      const middle = (low + high) >>> 1
      const row = this.#rows.at(middle)
      if (row !== undefined && test(row)) low = middle + 1
      else high = middle
    }
    return low - this.#from
  }

  all(): R[] {
    return this.#rows.between(this.#from, this.#to)
  }

  /** Returns the first row, or `undefined` if the range is empty. */
  first(): R | undefined {
    return this.count > 0 ? this.#rows.at(this.#from) : undefined
  }

  /** Visits each row without copying the range. */
  each(visit: (row: R) => void): void {
    this.#rows.each(this.#from, this.#to, visit)
  }
}
