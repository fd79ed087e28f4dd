import { realNow, type Millis } from '../support/time.ts'

/** At most so often reading a world makes it live longer. */
const TOUCH_MS = 60_000
/** How many worlds are remembered before those whose turn it is anyway are forgotten. */
const ROOM_MIN = 1_000

/** Remembers which worlds were made to live longer just now, so that it is not asked for with each call. */
export class Touches {
  readonly #ttl: Millis
  readonly #pause: Millis
  #room = ROOM_MIN
  readonly #last = new Map<string, Millis>()

  constructor(ttl: Millis = 0) {
    this.#ttl = Math.max(0, Math.ceil(ttl))
    // A short life must be made longer more often.
    this.#pause = Math.min(TOUCH_MS, this.#ttl / 4)
  }

  /** How long a world is to live from now on; 0 if nothing is to be said about it now, or never. */
  ttlOf(id: string, { always = false }: { readonly always?: boolean } = {}): Millis {
    if (this.#ttl === 0 || id === 'default') return 0
    const now = realNow()
    if (!always && now < (this.#last.get(id) ?? -Infinity) + this.#pause) return 0
    if (this.#last.size >= this.#room) this.#tidy(now)
    this.#last.set(id, now)
    return this.#ttl
  }

  /** Knows nothing of a world any more. */
  forget(id: string): void {
    this.#last.delete(id)
  }

  #tidy(now: Millis): void {
    for (const [id, at] of this.#last) if (now >= at + this.#pause) this.#last.delete(id)
    this.#room = Math.max(ROOM_MIN, this.#last.size * 2)
  }
}
