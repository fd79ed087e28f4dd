import { stream, uuid, type Stream } from '../support/random.ts'
import type { BodySource } from '../support/reply.ts'
import { realNow, type Millis } from '../support/time.ts'
import type { World } from '../world/world.ts'
import { Answers } from './answers.ts'
import { type CallRecord, type Message, type Performed, varyingIn } from './call-record.ts'
import type { GivenHeaders, HeaderSets, HeaderSides } from './header-sets.ts'
import type { Budget } from './budget.ts'
import { beginningOf, isLong, weightOf, type KeptText } from './kept-text.ts'
import { LateMessage } from './late-message.ts'
import { redactedBody, redactedPairs, redactedText, redactedViolations } from './redact.ts'
import type { Secrets } from './secrets.ts'
import type { Clean } from './shared-answer.ts'

/** The journal of one world holds at most so many bytes. */
export const JOURNAL_BYTES_MAX = 16 * 1024 * 1024

/** What an entry takes beside its texts. */
const ENTRY_BYTES = 600

/** What is known of a call at its arrival. */
export interface Arriving extends Pick<CallRecord, 'id' | 'via' | 'method' | 'path' | 'search'> {
  /** By their names in lower case. */
  readonly headers: GivenHeaders
}

/** Whose journal it is: the current version of a world, and when that was last used, in real time. */
interface Place {
  readonly world: World
  readonly usedAt: Millis
}

/** The calls of one world, the oldest first, as far as there is room for them. */
export class Journal {
  readonly #handle: Place
  readonly #secrets: Secrets
  readonly #budget: Budget | undefined
  readonly #followers = new Set<(entry: CallRecord) => void>()
  readonly #watchers = new Set<() => void>()
  readonly #requests: HeaderSets
  readonly #responses: HeaderSets
  #entries: (CallRecord | undefined)[] = []
  /** Where the oldest entry stands: what is before it has been let go. */
  #head = 0
  #lastPath = ''
  #lastRequest = NO_MESSAGE
  readonly #answers = new Answers()
  /** About how many bytes the entries take. */
  bytes = 0
  #count = 0
  /** Chance for the ids of operations. */
  readonly #ids: Stream
  /** How many entries have been let go to make room. */
  evicted = 0
  /** How often all of them were forgotten. */
  clearings = 0

  constructor(handle: Place, secrets: Secrets, { requests, responses }: HeaderSides, budget?: Budget) {
    const { seed, id } = handle.world
    this.#handle = handle
    this.#secrets = secrets
    this.#budget = budget
    this.#ids = stream(`${seed}/${id}`, 'operation')
    this.#requests = requests
    this.#responses = responses
  }

  get size(): number {
    return this.#entries.length - this.#head
  }

  /** When its world was last used, in real time. */
  get usedAt(): Millis {
    return this.#handle.usedAt
  }

  /** All entries that are kept, the oldest first. */
  all(): readonly CallRecord[] {
    return this.#entries.slice(this.#head) as CallRecord[]
  }

  /** The entries that came after the one of a number. */
  after(number: number): readonly CallRecord[] {
    const oldest = this.#entries[this.#head]?.number ?? 0
    return this.#entries.slice(this.#head + Math.max(number + 1 - oldest, 0)) as CallRecord[]
  }

  /** The entry of an id, if it is kept. */
  find(id: string): CallRecord | undefined {
    return this.#entries.find((entry) => entry?.id === id)
  }

  /** Writes down a call that has arrived. */
  arrive({ id, via, method, path, search, headers }: Arriving, at = this.#handle.world.clock.now): CallRecord {
    const entry: CallRecord = {
      number: ++this.#count,
      id,
      at,
      real_at: realNow(),
      via,
      method,
      path: this.#again(redactedText(this.#secrets, path)),
      search: search === '' ? '' : redactedPairs(this.#secrets, search),
      operation: undefined,
      status: null,
      duration_ms: null,
      request: NO_MESSAGE,
      response: undefined,
      faults: NONE,
      injected: false,
      error: undefined,
      violations: NONE,
      chapter: undefined,
      bytes: 0,
    }
    this.#entries.push(entry)
    entry.request = this.#request(entry, headers)
    this.#charge(entry, ENTRY_BYTES + path.length + search.length)
    this.#wake()
    return entry
  }

  /** Adds the body of the call. */
  receive(entry: CallRecord, body: string): void {
    const { text, cut } = this.#keep(entry, body)
    this.#charge(entry, weightOf(text))
    entry.request = { ...entry.request, body: text, cut }
    this.#wake()
  }

  /** Notes that the call had a body of so many bytes, which were not read. */
  miss(entry: CallRecord, bytes: number): void {
    entry.request = { ...entry.request, cut: bytes }
  }

  /** Completes an entry by its answer; of one that is sent piece by piece there is no body, and few bodies have a source. */
  answer(entry: CallRecord, status: number | null, headers: GivenHeaders, body: string | undefined, source?: BodySource): void {
    entry.status = status
    entry.duration_ms = realNow() - entry.real_at
    if (status !== null && !this.#repeats(entry, headers, body, source)) {
      const answer = this.#message(entry, this.#responses, headers, body)
      this.#respond(entry, answer, answer.body === body ? { source, version: this.#secrets.version } : undefined)
    }
    this.#told(entry)
  }

  /** Writes down an operation of a batch, which was answered as soon as it was performed, with the faults that it met. */
  perform({ call: { sent, answered, status, ...call }, met, at, job, chapter }: Performed): void {
    const struck = met.filter(({ fires }) => fires)
    const id = call.id ?? met[0]?.request_id ?? uuid(this.#ids, job)
    const entry = this.arrive({ ...call, id, via: 'batch', headers: NO_HEADERS }, at)
    entry.operation = call.operation
    entry.error = call.error
    entry.violations = redactedViolations(this.#secrets, call.violations)
    entry.faults = struck.map(({ fault }) => ({ id: fault.id, effect: 'problem' }))
    entry.injected = struck.length > 0
    entry.chapter = chapter
    if (sent !== '') this.receive(entry, sent)
    entry.status = status
    entry.duration_ms = 0
    this.#respondLate(entry, answered)
    this.#told(entry)
  }

  /** Lets somebody hear of every call that has been answered, until the function that comes back is called. */
  follow(follower: (entry: CallRecord) => void): () => void {
    this.#followers.add(follower)
    return () => void this.#followers.delete(follower)
  }

  /** Calls back whenever a call arrives, is read or answered, and when entries are forgotten, until that is called off. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Lets the oldest entry go. */
  evictOldest(): void {
    this.#drop()
    this.evicted++
  }

  /** Forgets all entries, and how many were let go. */
  forget(): void {
    const bytes = this.bytes
    this.bytes = 0
    this.#entries = []
    this.#head = 0
    this.#answers.clear()
    this.#budget?.take(this, -bytes)
    this.evicted = 0
    this.clearings++
    this.#wake()
  }

  /** Forgets all entries, and counts anew. */
  clear(): void {
    this.forget()
    this.#count = 0
  }

  /** A message of a call; the body of a request comes later. */
  #message(entry: CallRecord, sets: HeaderSets, given: GivenHeaders, body: string | undefined): Message {
    const known = sets.find(given)
    const set = known ?? sets.add(given)
    if (!known) this.#charge(entry, set.weight)
    const { text, cut } = this.#keep(entry, body ?? '')
    return { headers: set.kept, varying: varyingIn(given[sets.varying], entry), body: text, cut, streamed: body === undefined }
  }

  /** The request before where both are alike. */
  #request(entry: CallRecord, headers: GivenHeaders): Message {
    const last = this.#lastRequest
    const request = this.#message(entry, this.#requests, headers, '')
    return last.headers === request.headers && last.varying === request.varying ? last : (this.#lastRequest = request)
  }

  /** Most of what is asked again is answered by the very same once more: then nothing has to be looked for in it. */
  #repeats(entry: CallRecord, given: GivenHeaders, text: string | undefined, source: BodySource | undefined): boolean {
    if (text === undefined || !this.#holds(entry)) return false
    const headers = this.#responses.find(given)?.kept
    const varying = varyingIn(given[this.#responses.varying], entry)
    return (
      headers !== undefined && this.#answers.repeat(entry, { headers, varying, text, source, version: this.#secrets.version })
    )
  }

  #respond(entry: CallRecord, answer: Message, clean?: Clean): void {
    // It may have been let go, or cleared away, while it was being answered.
    if (this.#holds(entry)) this.#charge(entry, this.#answers.put(entry, answer, clean))
    else entry.response = answer
  }

  #respondLate(entry: CallRecord, body: string): void {
    if (isLong(body)) return this.#respond(entry, this.#message(entry, this.#responses, NO_HEADERS, body))
    entry.response = new LateMessage(body, entry.path, this.#secrets)
    this.#charge(entry, body.length)
  }

  #keep(entry: CallRecord, body: string): KeptText {
    if (body === '') return NO_TEXT
    const { text, cut } = beginningOf(body)
    return { text: redactedBody(this.#secrets, entry.path, text), cut }
  }

  /** A path is mostly one that was just called before. */
  #again(path: string): string {
    return path === this.#lastPath ? this.#lastPath : (this.#lastPath = path)
  }

  #told(entry: CallRecord): void {
    // What began before a reset belongs to nothing that anybody could ask for.
    if (!this.#holds(entry) && entry.number >= (this.#entries[this.#head]?.number ?? 0)) return
    for (const follower of this.#followers) follower(entry)
    this.#wake()
  }

  #wake(): void {
    if (this.#watchers.size > 0) for (const watcher of this.#watchers) watcher()
  }

  #holds(entry: CallRecord): boolean {
    const oldest = this.#entries[this.#head]
    return oldest !== undefined && this.#entries[this.#head + entry.number - oldest.number] === entry
  }

  #charge(entry: CallRecord, bytes: number): void {
    // It may have been let go, or cleared away, while it was being answered.
    if (!this.#holds(entry)) return
    entry.bytes += bytes
    this.bytes += bytes
    this.#budget?.take(this, bytes)
    while (this.bytes > JOURNAL_BYTES_MAX && this.size > 1) this.evictOldest()
  }

  #drop(): void {
    const entry = this.#entries[this.#head]
    this.#entries[this.#head++] = undefined
    const bytes = entry ? entry.bytes - this.#answers.leave(entry) : 0
    this.bytes -= bytes
    this.#budget?.take(this, -bytes)
    // What is let go at the head is taken off from time to time.
    if (this.#head > 1_000 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head)
      this.#head = 0
    }
  }
}

const NONE: readonly never[] = []
const NO_HEADERS: GivenHeaders = {}
const NO_TEXT: KeptText = { text: '', cut: 0 }
const NO_MESSAGE: Message = { headers: {}, varying: undefined, body: '', cut: 0, streamed: false }
