import type { Entry, Message } from './entry.ts'
import { weightOf } from './kept-text.ts'

/** So many places of a world are remembered, those of the latest answers. */
const PLACES_MAX = 32

/** An answer that entries share: the first of them bears its weight. */
class SharedAnswer implements Message {
  readonly headers: Message['headers']
  readonly varying: Message['varying']
  readonly body: string
  readonly cut: number
  readonly streamed: boolean
  readonly #place: string
  readonly #weight: number
  #bearers: Entry[]
  /** Where the first of them stands: those before it have gone. */
  #head = 0

  constructor({ headers, varying, body, cut, streamed }: Message, place: string, bearer: Entry) {
    this.headers = headers
    this.varying = varying
    this.body = body
    this.cut = cut
    this.streamed = streamed
    this.#place = place
    this.#weight = weightOf(body)
    this.#bearers = [bearer]
  }

  get place(): string {
    return this.#place
  }

  get weight(): number {
    return this.#weight
  }

  /** The entry that bears the weight; none once all have gone. */
  get bearer(): Entry | undefined {
    return this.#bearers[this.#head]
  }

  join(entry: Entry): void {
    this.#bearers.push(entry)
  }

  /** Entries mostly go in the order in which they came, and there may be very many. */
  part(entry: Entry): void {
    if (this.bearer !== entry) {
      this.#bearers = this.#bearers.slice(this.#head).filter((each) => each !== entry)
      this.#head = 0
      return
    }
    this.#head++
    if (this.#head > 1_000 && this.#head * 2 > this.#bearers.length) {
      this.#bearers = this.#bearers.slice(this.#head)
      this.#head = 0
    }
  }
}

/**
 * What was answered lately, by where it was asked for: whoever asks again mostly gets the same once more, and then its text is kept
 * once, and weighs once.
 */
export class Answers {
  readonly #latest = new Map<string, SharedAnswer>()

  /** Adds an answer to an entry, and tells how many bytes that takes. */
  put(entry: Entry, answer: Message): number {
    const place = `${entry.method} ${entry.path}${entry.search}`
    const known = this.#latest.get(place)
    if (known && isSame(known, answer)) {
      known.join(entry)
      entry.response = known
      return 0
    }
    const shared = new SharedAnswer(answer, place, entry)
    this.#remember(shared)
    entry.response = shared
    return shared.weight
  }

  /** Tells that an entry goes. What it bears of a shared answer is borne by the next one, and stays: so many bytes. */
  leave(entry: Entry): number {
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

function isSame(one: Message, other: Message): boolean {
  return (
    one.headers === other.headers &&
    one.varying === other.varying &&
    one.cut === other.cut &&
    one.streamed === other.streamed &&
    one.body === other.body
  )
}
