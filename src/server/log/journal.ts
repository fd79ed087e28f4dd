import type { BodySource } from '../../kernel/support/reply.ts'
import type { Millis } from '../../kernel/support/time.ts'
import type { Budget } from './budget.ts'
import { mayExceedLimit, truncateBody, weighText } from './body-limit.ts'
import type { Call } from './call.ts'
import { EvictingList } from './evicting-list.ts'
import { type GivenHeaders, type SentAnswer, shareTexts, type StoredMessage, weightOfHeaders } from './stored-message.ts'

/** Maximum number of bytes of the journal of one world, unless its budget has another one. */
export const JOURNAL_BYTES_MAX = 16 * 1024 * 1024

/** Estimated bytes of a call, without its texts. */
const CALL_BYTES = 600

/** Maximum number of targets whose latest answer is remembered, so that a repeated answer is stored once. */
const TARGETS_MAX = 32

/** The answer of a call as it was sent; `text` is `undefined` if it was streamed. */
export interface JournaledAnswer {
  /** `null` if the answer was lost. */
  readonly status: number | null
  readonly headers: GivenHeaders
  readonly text: string | undefined
  readonly source?: BodySource | undefined
}

/** The calls in the log of a world that callers can read, with their answers, the oldest first. The oldest are evicted when there is no room. */
export class Journal {
  readonly #world: { readonly usedAt: Millis }
  readonly #budget: Budget | undefined
  readonly #bytesMax: number
  /** Each call is at its number less 1. */
  readonly #calls = new EvictingList<Call>()
  /**
   * The latest answers by target. Without it, 500 worlds after 20 writes and 50 reads each take 248 MB instead of 196 MB (resident, medians of
   * `bench/worlds-side.mjs` in turns, 2026-11-23).
   */
  #latest: Map<string, StoredMessage> | undefined
  /** Of the last answer that was stored. */
  #headers: GivenHeaders = {}
  /** Estimated size of the calls in bytes. */
  bytes = 0
  evicted = 0
  /** Number of times that the journal was cleared. */
  clearings = 0

  constructor(world: { readonly usedAt: Millis }, budget?: Budget) {
    this.#world = world
    this.#budget = budget
    this.#bytesMax = budget?.maxOfWorld ?? JOURNAL_BYTES_MAX
  }

  get size(): number {
    return this.#calls.size
  }

  /** When its world was last used, in real time. */
  get usedAt(): Millis {
    return this.#world.usedAt
  }

  get nextNumber(): number {
    return this.#calls.end + 1
  }

  /** All calls that have not been evicted, the oldest first. */
  all(): readonly Call[] {
    return this.#calls.from(0)
  }

  /** The calls with a higher number. */
  after(number: number): readonly Call[] {
    return this.#calls.from(number)
  }

  /** Returns the call with an id, or `undefined` if there is none. */
  find(id: string): Call | undefined {
    return this.all().find((call) => call.id === id)
  }

  add(call: Call): void {
    this.#calls.add(call)
    const { path, search, headers } = call.sent
    this.#charge(call, CALL_BYTES + path.length + search.length + weightOfHeaders(headers))
  }

  addBody(call: Call, body: string): void {
    if (mayExceedLimit(body)) {
      const stored = truncateBody(body)
      call.truncate(stored)
      this.#charge(call, weighText(stored.text))
    } else this.#charge(call, weighText(body))
  }

  /** Completes a call with its answer. */
  addAnswer(call: Call, { status, headers, text, source }: JournaledAnswer): void {
    call.status = status
    if (status === null) return
    const answer = { headers, id: call.id, text, source }
    // A call may have been evicted or deleted while it was being answered.
    if (!this.#holds(call)) return void (call.response = call.message(answer))
    const { target } = call
    const latest = target === undefined ? undefined : this.#latest?.get(target)
    const response = latest?.isSame(answer) ? latest : this.#store(call, answer)
    if (target !== undefined && response !== latest) this.#remember(target, response)
    call.response = response
    if (response.users++ > 0) return
    this.#add(response.weight)
    this.#makeRoom()
  }

  /** Whether a call has left the journal by a reset, not because there was no room. */
  hasCleared(call: Call): boolean {
    return !this.#holds(call) && call.number > this.#calls.first
  }

  evictOldest(): void {
    const oldest = this.#calls.evictOldest()
    if (oldest) this.#add(-oldest.bytes - this.#release(oldest))
    this.evicted++
    if (this.#budget) this.#budget.evicted++
  }

  /** Deletes all calls; numbering continues. */
  deleteAll(): void {
    this.#empty(this.#calls.end)
  }

  /** Deletes all calls and restarts numbering at 1. */
  clear(): void {
    this.#empty(0)
  }

  #empty(next: number): void {
    this.#calls.clear(next)
    this.#latest = undefined
    this.#add(-this.bytes)
    this.evicted = 0
    this.clearings++
  }

  #store(call: Call, answer: SentAnswer): StoredMessage {
    this.#headers = shareTexts(answer.headers, this.#headers)
    return call.message(answer)
  }

  #remember(target: string, response: StoredMessage): void {
    const answers = (this.#latest ??= new Map())
    answers.delete(target)
    answers.set(target, response)
    const [oldest] = answers.size > TARGETS_MAX ? answers.keys() : []
    if (oldest !== undefined) answers.delete(oldest)
  }

  /** Releases the answer of a call. Returns how many bytes that frees. */
  #release({ response, target }: Call): number {
    if (!response || --response.users > 0) return 0
    if (target !== undefined && this.#latest?.get(target) === response) this.#latest.delete(target)
    return response.weight
  }

  #holds(call: Call): boolean {
    return this.#calls.at(call.number - 1) === call
  }

  #charge(call: Call, bytes: number): void {
    if (!this.#holds(call)) return
    call.bytes += bytes
    this.#add(bytes)
    this.#makeRoom()
  }

  #add(bytes: number): void {
    this.bytes += bytes
    this.#budget?.take(this, bytes)
  }

  #makeRoom(): void {
    while (this.bytes > this.#bytesMax && this.size > 1) this.evictOldest()
  }
}
