import { stream, uuid, type Stream } from '../../kernel/support/random.ts'
import type { BodySource } from '../../kernel/support/reply.ts'
import { realNow, type Millis } from '../../kernel/support/time.ts'
import { traceOf } from '../../kernel/support/traceparent.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { Budget } from './budget.ts'
import { mayExceedLimit, truncateBody, weightOf } from './body-limit.ts'
import { type Arrival, CallRecord, type PerformedOperation, type RecordedMessage, type SentCall } from './call-record.ts'
import { type GivenHeaders, HeaderSet } from './header-sets.ts'
import type { Secrets } from './secrets.ts'

/** Maximum number of bytes of the journal of one world, unless its budget has another one. */
export const JOURNAL_BYTES_MAX = 16 * 1024 * 1024

/** Estimated bytes of a record, without its texts. */
const RECORD_BYTES = 600

/** Maximum number of targets whose latest answer is remembered, so that a repeated answer is stored once. */
const TARGETS_MAX = 32

/** The world of a journal: its current version, and when it was last used, in real time. */
interface JournaledWorld {
  readonly world: WorldState
  readonly usedAt: Millis
}

/** The calls of one world, the oldest first. The oldest are evicted when there is no room. */
export class Journal {
  readonly #handle: JournaledWorld
  readonly #secrets: Secrets
  readonly #budget: Budget | undefined
  readonly #bytesMax: number
  readonly #followers = new Set<(record: CallRecord) => void>()
  #watchers: Set<() => void> | undefined
  #records: (CallRecord | undefined)[] = []
  /** Index of the oldest record: those before it have been evicted. */
  #head = 0
  /** The latest answers by target. */
  #latest: Map<string, RecordedMessage> | undefined
  /** Estimated size of the records in bytes. */
  bytes = 0
  #count = 0
  /** Randomness for the ids of batch operations. */
  readonly #ids: Stream
  /** Number of evicted records. */
  evicted = 0
  /** Number of times that the journal was cleared. */
  clearings = 0

  constructor(handle: JournaledWorld, secrets: Secrets, budget?: Budget) {
    const { seed, id } = handle.world
    this.#handle = handle
    this.#secrets = secrets
    this.#budget = budget
    this.#bytesMax = budget?.maxOfWorld ?? JOURNAL_BYTES_MAX
    this.#ids = stream(`${seed}/${id}`, 'operation')
  }

  get size(): number {
    return this.#records.length - this.#head
  }

  /** When its world was last used, in real time. */
  get usedAt(): Millis {
    return this.#handle.usedAt
  }

  /** All records that have not been evicted, the oldest first. */
  all(): readonly CallRecord[] {
    return this.#records.slice(this.#head) as CallRecord[]
  }

  /** The records with a higher number. */
  after(number: number): readonly CallRecord[] {
    const oldest = this.#records[this.#head]?.number ?? 0
    return this.#records.slice(this.#head + Math.max(number + 1 - oldest, 0)) as CallRecord[]
  }

  /** Returns the record with an id, or `undefined` if there is none. */
  find(id: string): CallRecord | undefined {
    return this.#records.find((record) => record?.id === id)
  }

  /** Records a call that has arrived. */
  arrive(sent: SentCall, arrival: Arrival): CallRecord {
    this.#secrets.learn()
    const record = new CallRecord(sent, arrival, ++this.#count, this.#secrets)
    this.#records.push(record)
    const { path, search, headers } = sent
    this.#charge(record, RECORD_BYTES + path.length + search.length + (headers.isInJournal ? 0 : headers.weight))
    headers.isInJournal = true
    this.#notifyWatchers()
    return record
  }

  /** Notes that the body of a call has been read. */
  receive(record: CallRecord, body: string): void {
    if (mayExceedLimit(body)) {
      const stored = truncateBody(body)
      record.truncate(stored)
      this.#charge(record, weightOf(stored.text))
    } else this.#charge(record, weightOf(body))
    this.#notifyWatchers()
  }

  /** Notes the size of a body that was not read. */
  noteUnreadBody(record: CallRecord, bytes: number): void {
    record.truncate({ text: '', cut: bytes })
  }

  /** Completes a record with the answer. `body` is `undefined` if it is streamed. */
  answer(record: CallRecord, status: number | null, headers: GivenHeaders, body: string | undefined, source?: BodySource): void {
    this.#secrets.learn()
    record.status = status
    record.duration_ms = realNow() - record.real_at
    if (status !== null) this.#respond(record, headers, body, source)
    this.#notifyFollowers(record)
  }

  /** Records a batch operation, which is answered at once, with the faults that matched it. */
  perform({ call: { sent, answered, source, status, ...call }, matchedFaults, at, job, historyEntry }: PerformedOperation): void {
    const applied = matchedFaults.filter(({ fires }) => fires)
    const id = call.id ?? matchedFaults[0]?.request_id ?? uuid(this.#ids, job)
    const { method, path, search } = call
    const trace = traceOf(call)
    const request = {
      at,
      method,
      path,
      prefixed: true,
      search,
      headers: NO_SENT_HEADERS,
      varying: undefined,
      body: sent,
      trace,
    }
    const record = this.arrive(request, { id, via: 'batch' })
    record.operation = call.operation
    record.error = call.error
    record.violations = call.violations
    record.faults = applied.map(({ fault }) => ({ id: fault.id, effect: 'problem' }))
    record.injected = applied.length > 0
    record.historyEntry = historyEntry
    if (sent !== '') this.receive(record, sent)
    record.status = status
    record.duration_ms = 0
    this.#respond(record, NO_HEADERS, answered, source)
    this.#notifyFollowers(record)
  }

  /** Calls back with every call that has been answered. Returns an unsubscribe function. */
  follow(follower: (record: CallRecord) => void): () => void {
    this.#followers.add(follower)
    return () => void this.#followers.delete(follower)
  }

  /** Calls back when a call arrives, is read or is answered, and when records are deleted. Returns an unsubscribe function. */
  watch(watcher: () => void): () => void {
    const watchers = (this.#watchers ??= new Set())
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }

  /** Evicts the oldest record. */
  evictOldest(): void {
    const record = this.#records[this.#head]
    this.#records[this.#head++] = undefined
    if (record) this.#add(-record.bytes - this.#release(record))
    this.evicted++
    if (this.#budget) this.#budget.evicted++
    // Evicted places are cut off from time to time.
    if (this.#head > 1_000 && this.#head * 2 > this.#records.length) {
      this.#records = this.#records.slice(this.#head)
      this.#head = 0
    }
  }

  /** Deletes all records; numbering continues. */
  deleteAll(): void {
    this.#records = []
    this.#head = 0
    this.#latest = undefined
    this.#add(-this.bytes)
    this.evicted = 0
    this.clearings++
    this.#notifyWatchers()
  }

  /** Deletes all records and restarts numbering at 1. */
  clear(): void {
    this.deleteAll()
    this.#count = 0
  }

  #respond(record: CallRecord, headers: GivenHeaders, text: string | undefined, source?: BodySource): void {
    const answer = { headers, id: record.id, text, source }
    // A record may have been evicted or deleted while its call was being answered.
    if (!this.#holds(record)) return void (record.response = record.message(answer))
    const { target } = record
    const latest = target === undefined ? undefined : this.#latest?.get(target)
    const response = latest?.isSame(answer) ? latest : record.message(answer)
    if (target !== undefined && response !== latest) this.#remember(target, response)
    record.response = response
    if (response.users++ === 0) {
      this.#add(response.weight)
      this.#makeRoom()
    }
  }

  #remember(target: string, response: RecordedMessage): void {
    const answers = (this.#latest ??= new Map())
    answers.delete(target)
    answers.set(target, response)
    const [oldest] = answers.size > TARGETS_MAX ? answers.keys() : []
    if (oldest !== undefined) answers.delete(oldest)
  }

  /** Releases the answer of a record. Returns how many bytes that frees. */
  #release({ response, target }: CallRecord): number {
    if (!response || --response.users > 0) return 0
    if (target !== undefined && this.#latest?.get(target) === response) this.#latest.delete(target)
    return response.weight
  }

  #notifyFollowers(record: CallRecord): void {
    // A call from before a reset is no longer in the journal.
    if (!this.#holds(record) && record.number >= (this.#records[this.#head]?.number ?? 0)) return
    for (const follower of this.#followers) follower(record)
    this.#notifyWatchers()
  }

  #notifyWatchers(): void {
    if (this.#watchers) for (const watcher of this.#watchers) watcher()
  }

  #holds(record: CallRecord): boolean {
    const oldest = this.#records[this.#head]
    return oldest !== undefined && this.#records[this.#head + record.number - oldest.number] === record
  }

  #charge(record: CallRecord, bytes: number): void {
    if (!this.#holds(record)) return
    record.bytes += bytes
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

const NO_HEADERS: GivenHeaders = {}
const NO_SENT_HEADERS = new HeaderSet(NO_HEADERS)
