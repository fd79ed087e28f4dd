/** Number of evicted places after which the array is cut. */
const CUT_OFF_AT = 1_000

/** A list whose oldest items are evicted when there is no room. Each item keeps its position. */
export class EvictingList<Item> {
  #items: (Item | undefined)[] = []
  /** Index of the oldest item; all earlier ones are evicted. */
  #head = 0
  /** Position of the first item of the array. */
  #offset = 0

  /** Number of items, including removed ones. */
  get size(): number {
    return this.#items.length - this.#head
  }

  /** The position of the oldest item. */
  get first(): number {
    return this.#offset + this.#head
  }

  /** The position of the next item to be added. */
  get end(): number {
    return this.#offset + this.#items.length
  }

  get last(): Item | undefined {
    return this.#items.at(-1)
  }

  /** Returns the item at a position, or `undefined` if it was evicted or removed. */
  at(position: number): Item | undefined {
    return this.#items[position - this.#offset]
  }

  from(position: number): Item[] {
    const items = this.#items.slice(Math.max(position - this.#offset, this.#head))
    return items.filter((item) => item !== undefined)
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  /** Removes an item; the positions of the others don't change. Returns whether the list had it. */
  remove(item: Item): boolean {
    const index = this.#items.lastIndexOf(item)
    if (index < 0) return false
    this.#items[index] = undefined
    return true
  }

  /** Evicts the oldest item and returns it, or `undefined` if it had been removed. */
  evictOldest(): Item | undefined {
    const oldest = this.#items[this.#head]
    this.#items[this.#head++] = undefined
    if (this.#head > CUT_OFF_AT && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#offset += this.#head
      this.#head = 0
    }
    return oldest
  }

  /** Deletes all items; the next one is at the position `next`. */
  clear(next = 0): void {
    this.#items = []
    this.#head = 0
    this.#offset = next
  }
}
