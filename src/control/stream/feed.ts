/** The names of the events of a stream. */
export type StreamType = 'request' | 'transition' | 'delivery' | 'email' | 'clock'

/** Something that happened. What there is to say of it is put together when somebody reads it. */
export interface StreamEvent {
  readonly id: number
  readonly type: StreamType
  readonly data: () => object
}

/** Who is to be woken when something has happened, and told when nothing more will. */
export interface Listener {
  readonly wake: () => void
  readonly end: (why: string) => void
}

/** What comes next for a listener: how many events before it are lost (null where that is not known), and the events. */
export interface Next {
  readonly lost: number | null
  readonly events: readonly StreamEvent[]
  /** The number of the last of them. */
  readonly at: number
}

/** So many events are kept. */
export const EVENTS_KEPT = 1_000

/**
 * The latest events of one world, numbered one after the other. Listeners share them, and each remembers where it is: one that
 * reads slowly takes no memory, and one that comes back is like one that was slow.
 */
export class Feed {
  readonly listeners = new Set<Listener>()
  #events: StreamEvent[] = []
  #last = 0
  /** The number of the first event since it was last begun. */
  #from = 1

  /** The number of the latest event. */
  get last(): number {
    return this.#last
  }

  /** Begins anew after nobody has listened. One number is left out: it stands for whatever nobody heard. */
  begin(): void {
    if (this.#last > 0) this.#last++
    this.#from = this.#last + 1
  }

  /** Forgets what it has kept. */
  rest(): void {
    this.#events = []
  }

  /** Takes down something that happened. */
  tell(type: StreamType, data: () => object): void {
    this.#events.push({ id: ++this.#last, type, data })
    // What is over is taken off from time to time.
    if (this.#events.length >= 2 * EVENTS_KEPT) this.#events = this.#events.slice(-EVENTS_KEPT)
    for (const { wake } of this.listeners) wake()
  }

  /** What comes after an event, at most so many of it. */
  after(id: number, count: number): Next {
    const kept = Math.min(this.#events.length, EVENTS_KEPT)
    const before = this.#last - kept
    if (id > this.#last) return { ...this.after(before, count), lost: null }
    if (id < before) {
      // The numbers before the beginning do not tell how much happened.
      const lost = id + 1 >= this.#from ? before - id : null
      return { ...this.after(before, count), lost }
    }
    const start = this.#events.length - (this.#last - id)
    const events = this.#events.slice(start, start + count)
    return { lost: 0, events, at: events.at(-1)?.id ?? id }
  }

  /** Ends all that listens. */
  end(why: string): void {
    for (const { end } of this.listeners) end(why)
  }
}
