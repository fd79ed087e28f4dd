import { faults } from '../../service/model/faults/fault.ts'
import type { FaultTallies } from '../../service/faults/tallies.ts'
import type { AttemptOutcome } from '../../service/rules/deliveries/webhook-request.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { peek } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { mayExceedLimit } from './body-limit.ts'
import type { Budget } from './budget.ts'
import type { Call, Moment } from './call.ts'
import { type LogEntry, entryBytes, isOfCall, type LogMark, type Snapshot } from './entry.ts'
import { EvictingList } from './evicting-list.ts'

/** The round of a log whose first entries are unknown. */
const UNKNOWN_START = -1

/** Maximum number of bytes of the log of one world, besides its journal. */
const LOG_BYTES_MAX = 64 * 1024 * 1024

/** Maximum number of bytes of the logs of all worlds of a server, besides their journals. */
export const ALL_LOGS_BYTES_MAX = 512 * 1024 * 1024

/** The world of a log, and the counters beside it. */
export interface LoggedWorld {
  readonly world: WorldState
  readonly epoch: number
  readonly usedAt: Millis
  readonly log: { readonly requestNumber: number; readonly jobCount: number; readonly faults: FaultTallies }
}

/** An entry whose work is in progress. */
interface PendingEntry {
  readonly make: (moment: Moment) => LogEntry
  entry: LogEntry | undefined
  snapshot: { readonly name: string; readonly world: WorldState } | undefined
  /** The moment at which the work began, if the work moves the clock. */
  began: Moment | undefined
}

/**
 * What was done to a world from outside since its creation or last reset, in the order in which it took effect: enough to replay it. The
 * oldest entries are evicted when there is no room.
 */
export class Entries {
  /** Maximum number of bytes of these entries. */
  bytesMax = LOG_BYTES_MAX
  /** The version of the world before the first entry. */
  start: Snapshot
  readonly #handle: LoggedWorld
  readonly #budget: Budget | undefined
  readonly #list = new EvictingList<LogEntry>()
  #bytes = 0
  #round = 0
  #pending: PendingEntry | undefined

  constructor(handle: LoggedWorld, budget?: Budget) {
    this.#handle = handle
    this.#budget = budget
    this.start = { world: handle.world, mark: { position: 0, round: 0, epoch: 0, requests: 0, jobs: 0, faults: [] } }
  }

  get size(): number {
    return this.#list.size
  }

  get bytes(): number {
    return this.#bytes
  }

  get usedAt(): Millis {
    return this.#handle.usedAt
  }

  get evicted(): number {
    return this.#list.first
  }

  /** The round; each restart begins another. */
  get round(): number {
    return this.#round
  }

  get position(): number {
    return this.#list.end
  }

  /** The time of the world, and the number of jobs that have run. */
  get moment(): Moment {
    const { world, log } = this.#handle
    return { at: world.clock.now, jobs: log.jobCount }
  }

  from(position: number): readonly LogEntry[] {
    return this.#list.from(position)
  }

  /** The entry at a position. Returns `undefined` if it was evicted or forgotten. */
  at(position: number): LogEntry | undefined {
    return this.#list.at(position)
  }

  /** Deletes all entries and starts again from the current version of the world. */
  restart(): void {
    this.#list.clear()
    this.#charge(-this.#bytes)
    this.#round++
    this.start = { world: this.#handle.world, mark: this.mark() }
  }

  /** Restarts, and marks earlier entries as unknown. */
  restartIncomplete(): void {
    this.restart()
    this.start = { ...this.start, mark: { ...this.start.mark, round: UNKNOWN_START } }
  }

  /** Whether the first entries are unknown, because they happened in another process, or in this one before a restart. */
  get isStartUnknown(): boolean {
    return this.start.mark.round === UNKNOWN_START
  }

  /** The current position, and the counters beside it. */
  mark(): LogMark {
    const { world, epoch, log } = this.#handle
    const met = peek(world, (tx) => tx.range(faults.key).all()).map((fault) => [fault.id, log.faults.of(fault)] as const)
    return {
      position: this.position,
      round: this.#round,
      epoch,
      requests: log.requestNumber,
      jobs: log.jobCount,
      faults: met.filter(([, { seen }]) => seen > 0),
    }
  }

  /** Whether all entries since a mark are available. */
  isWholeSince({ position, round }: LogMark): boolean {
    return round === this.#round && position >= this.#list.first
  }

  add(entry: LogEntry): void {
    this.#list.add(entry)
    this.#weigh(entryBytes(entry))
  }

  addBody(call: Call, body: string): void {
    call.body = body
    if (this.#list.at(call.arrival.position) === call) this.#weigh(body.length)
  }

  /** Appends that a call continues after a wait, with the outcome of its outgoing request, if any. */
  resume(call: Call, found?: AttemptOutcome): void {
    if (call.arrival.round !== this.#round) return
    const { moment } = this
    const { last } = this.#list
    if (!found && last && isOfCall(last, call) && last.at === moment.at && last.jobs === moment.jobs) last.gates++
    else this.add({ kind: 'resume', ...moment, of: call, gates: 1, outcome: found })
  }

  /** Runs work that changes the world, and adds its entry. Failed work has changed nothing and leaves none. */
  append<Result>(make: PendingEntry['make'], work: () => Result): Result {
    const pending: PendingEntry = { make, entry: undefined, snapshot: undefined, began: undefined }
    const outer = this.#pending
    this.#pending = pending
    try {
      const result = work()
      this.#note(pending)
      if (result instanceof Promise) result.catch(() => this.#forget(pending))
      return result
    } finally {
      this.#pending = outer
    }
  }

  /** Prepares for a retry of the work in progress. Returns a function that moves its entry to the current position. */
  startRetry(): () => void {
    const pending = this.#pending
    return () => {
      if (!pending) return
      this.#forget(pending)
      this.#note(pending)
    }
  }

  /** Notes which snapshot the work in progress is about to restore or delete. */
  noteSnapshot(name: string, world: WorldState): void {
    if (this.#pending) Object.assign(this.#pending, { snapshot: { name, world }, began: this.moment })
  }

  /** Evicts the oldest entry. */
  evictOldest(): void {
    const oldest = this.#list.evictOldest()
    if (oldest) this.#release(oldest)
  }

  #note(pending: PendingEntry): void {
    pending.entry = pending.make(pending.began ?? this.moment)
    if (pending.entry.kind === 'control') pending.entry.snapshot = pending.snapshot
    this.add(pending.entry)
  }

  #forget({ entry }: PendingEntry): void {
    if (entry) this.#remove(entry)
  }

  #remove(entry: LogEntry): void {
    if (this.#list.remove(entry)) this.#release(entry)
  }

  #release(entry: LogEntry): void {
    this.#charge(-entryBytes(entry))
    // The journal has its own copy of the visible part of a long body.
    if (entry.kind === 'request' && entry.body !== undefined && mayExceedLimit(entry.body)) entry.body = undefined
  }

  #weigh(bytes: number): void {
    this.#charge(bytes)
    while (this.#bytes > this.bytesMax && this.size > 0) this.evictOldest()
  }

  #charge(bytes: number): void {
    this.#bytes += bytes
    this.#budget?.take(this, bytes)
  }
}
