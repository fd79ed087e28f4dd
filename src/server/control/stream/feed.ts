type StreamType = 'request' | 'transition' | 'delivery' | 'email' | 'clock'

/** An event that has no number yet. Its data is built when it is read. */
export interface UnnumberedEvent {
  readonly type: StreamType
  readonly data: () => object
}

export interface StreamEvent extends UnnumberedEvent {
  readonly id: number
}

/** Callbacks of a stream's reader. */
export interface FeedReader {
  readonly wake: () => void
  readonly end: (why: string) => void
}

/** The next events for a reader, and how many events before them were lost (`null` if unknown). */
interface NextEvents {
  readonly lost: number | null
  readonly events: readonly StreamEvent[]
  /** The number of the last event. */
  readonly at: number
}

/** Maximum number of stored events. */
const EVENTS_MAX = 1_000

/**
 * The latest events of one world, with consecutive numbers. Readers share them, and each remembers its own position. A slow reader
 * therefore uses no extra memory, and a reader that reconnects is handled like a slow one.
 */
export class Feed {
  readonly readers = new Set<FeedReader>()
  #events: StreamEvent[] = []
  #last = 0
  /** The number of the first event since the feed was last started. */
  #from = 1

  /** The number of the latest event. */
  get last(): number {
    return this.#last
  }

  /** Restarts the feed after a time without readers. One number is skipped; it stands for all missed events. */
  start(): void {
    if (this.#last > 0) this.#last++
    this.#from = this.#last + 1
  }

  discard(): void {
    this.#events = []
  }

  /** Adds events that happened together. Readers look once. */
  add(events: readonly UnnumberedEvent[]): void {
    for (const { type, data } of events) this.#events.push({ id: ++this.#last, type, data })
    // Old events are removed in blocks.
    if (this.#events.length >= 2 * EVENTS_MAX) this.#events = this.#events.slice(-EVENTS_MAX)
    for (const { wake } of this.readers) wake()
  }

  /** The events after a given one, at most `count` of them. */
  after(id: number, count: number): NextEvents {
    const remaining = Math.min(this.#events.length, EVENTS_MAX)
    const before = this.#last - remaining
    if (id > this.#last) return { ...this.after(before, count), lost: null }
    if (id < before) {
      // For numbers from before the last start, the number of missed events is unknown.
      const lost = id + 1 >= this.#from ? before - id : null
      return { ...this.after(before, count), lost }
    }
    const start = this.#events.length - (this.#last - id)
    const events = this.#events.slice(start, start + count)
    return { lost: 0, events, at: events.at(-1)?.id ?? id }
  }

  end(why: string): void {
    for (const { end } of this.readers) end(why)
  }
}
