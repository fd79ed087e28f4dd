import type { CallRecord, Message } from './call-record.ts'
import { SharedAnswer, type Clean, type Given } from './shared-answer.ts'

/** So many places of a world are remembered, those of the latest answers. */
const PLACES_MAX = 32

/**
 * What was answered lately, by where it was asked for: whoever asks again mostly gets the same once more, and then its text is kept
 * once, and weighs once.
 */
export class Answers {
  readonly #latest = new Map<string, SharedAnswer>()

  /** Adds to an entry the answer that was given to the same before, if it is the very same: nothing has to be taken out of it then. */
  repeat(entry: CallRecord, given: Given): boolean {
    const known = this.#latest.get(placeOf(entry))
    if (!known?.isOf(given)) return false
    known.join(entry)
    entry.response = known
    return true
  }

  /** Adds an answer to an entry, and tells how many bytes that takes. `clean` says how it was sent, if nothing of it is left out. */
  put(entry: CallRecord, answer: Message, clean?: Clean): number {
    const place = placeOf(entry)
    const known = this.#latest.get(place)
    if (known && isSame(known, answer)) {
      known.join(entry)
      known.renew(clean)
      entry.response = known
      return 0
    }
    const shared = new SharedAnswer(answer, place, entry, clean)
    this.#remember(shared)
    entry.response = shared
    return shared.weight
  }

  /** Tells that an entry goes. What it bears of a shared answer is borne by the next one, and stays: so many bytes. */
  leave(entry: CallRecord): number {
    const answer = entry.response
    if (!(answer instanceof SharedAnswer)) return 0
    const { place, weight } = answer
    const bore = answer.bearer === entry
    answer.part(entry)
    const heir = answer.bearer
    if (!heir && this.#latest.get(place) === answer) this.#latest.delete(place)
    if (!bore || !heir) return 0
    heir.bytes += weight
    return weight
  }

  /** Forgets all of them. */
  clear(): void {
    this.#latest.clear()
  }

  #remember(answer: SharedAnswer): void {
    this.#latest.delete(answer.place)
    this.#latest.set(answer.place, answer)
    const [oldest] = this.#latest.size > PLACES_MAX ? this.#latest.keys() : []
    if (oldest !== undefined) this.#latest.delete(oldest)
  }
}

function placeOf({ method, path, search }: CallRecord): string {
  return `${method} ${path}${search}`
}

function isSame(one: Message, other: Message): boolean {
  return (
    one.headers === other.headers &&
    one.varying === other.varying &&
    one.cut === other.cut &&
    one.streamed === other.streamed &&
    one.body === other.body
  )
}
