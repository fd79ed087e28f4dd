import type { Millis } from '../../../kernel/support/time.ts'
import { type Cause, type HistoryEntry, historyEntries } from '../../../kernel/world/history.ts'
import { type JobRow, jobs } from '../../../kernel/world/job.ts'
import type { Row } from '../../../kernel/world/table.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { deliveries, type DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import { emails } from '../../../service/model/emails/email.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { Call } from '../../log/call.ts'
import { rowId } from './entities.ts'
import { jobIn, subjectOfJob } from './job-kinds.ts'

/** The transactions in the history of a world, and what led from one to another. */
export class Links {
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[]
  #creations: ReadonlyMap<string, HistoryEntry> | undefined

  constructor({ history }: Pick<WorldState, 'history'>) {
    // The history is iterated from the latest entry.
    this.entries = [...historyEntries(history)].toReversed()
  }

  /** The transaction that created the row with a `seq`. Returns `undefined` if the history does not reach back to it. */
  creatorOf(seq: number): HistoryEntry | undefined {
    const found = this.latestBefore(seq)
    return found && seq <= found.lastSeq ? found : undefined
  }

  /** The transaction that created the row with a `seq`, or else the latest one before that row. */
  latestBefore(seq: number): HistoryEntry | undefined {
    return this.#last(({ firstSeq }) => firstSeq <= seq)
  }

  /** The latest transaction before an instant. */
  latestAt(instant: Millis): HistoryEntry | undefined {
    return this.#last(({ at }) => at < instant)
  }

  /** The transaction with the change of a number. */
  withChange(number: number): HistoryEntry | undefined {
    const found = this.#last((each) => each.number <= number)
    return found && number < found.number + found.changes.length ? found : undefined
  }

  /** The last transaction for which a condition holds that holds for all transactions before it. */
  #last(holds: (entry: HistoryEntry) => boolean): HistoryEntry | undefined {
    let [low, high] = [0, this.entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const entry = this.entries[middle]
      if (entry && holds(entry)) low = middle + 1
      else high = middle
    }
    return this.entries[low - 1]
  }

  /** The transaction that scheduled the job which made a transaction; if unknown, the one that created the subject of the job. */
  schedulerOf({ job, cause }: HistoryEntry): HistoryEntry | undefined {
    const scheduler = job && this.creatorOf(job.seq)
    return scheduler ?? (cause && 'job' in cause ? this.creationOf(cause.job) : undefined)
  }

  /** The transaction that created the subject of a job. */
  creationOf(job: string): HistoryEntry | undefined {
    this.#creations ??= new Map(this.entries.flatMap(creationsIn))
    return this.#creations.get(subjectKey(job))
  }

  /** The transaction that led to another one. A job of several phases about one object counts as one. */
  readonly leaderOf = finderBefore((entry) => this.schedulerOf(entry), isSamePhase)

  /** The transaction that scheduled a job; of a job that continues another one, such as the next operation of a batch, the first one. */
  starterOf(job: JobRow): HistoryEntry | undefined {
    const scheduler = this.creatorOf(job.seq)
    return scheduler && isSameWork({ job }, scheduler) ? this.#starterBefore(scheduler) : scheduler
  }

  readonly #starterBefore = finderBefore(({ job }) => job && this.creatorOf(job.seq), isSameWork)

  /** The transactions that led to another one, the first of all first. */
  pathTo(entry: HistoryEntry): readonly HistoryEntry[] {
    const path: HistoryEntry[] = []
    for (let at = this.leaderOf(entry); at && !path.includes(at); at = this.leaderOf(at)) path.unshift(at)
    return path
  }

  /** The transactions that pass a test, and with them all that they led to. */
  following(isFirst: (entry: HistoryEntry) => boolean): {
    readonly first: readonly HistoryEntry[]
    readonly all: readonly HistoryEntry[]
  } {
    const numbers = new Set<number>()
    const first: HistoryEntry[] = []
    const all: HistoryEntry[] = []
    for (const entry of this.entries) {
      const isOwn = isFirst(entry)
      // One operation of a batch does not lead to the next.
      const leader = isOwn ? undefined : this.leaderOf(entry)
      if (!isOwn && !(leader && numbers.has(leader.number))) continue
      numbers.add(entry.number)
      all.push(entry)
      if (isOwn) first.push(entry)
    }
    return { first, all }
  }
}

/** Whether a call made a transaction. */
export function isMadeBy({ id, historyEntry }: Call): (entry: HistoryEntry) => boolean {
  if (historyEntry !== undefined) return ({ number }) => number === historyEntry
  return ({ cause }) => cause !== undefined && 'request' in cause && cause.request === id
}

/** The webhooks, emails and pending jobs that some transactions made, or that name a call as their cause. */
export function findMade(world: WorldState, links: Links, entries: readonly HistoryEntry[], call: Call | undefined) {
  const numbers = new Set(entries.map(({ number }) => number))
  const isMade = ({ seq }: Row): boolean => numbers.has(links.creatorOf(seq)?.number ?? 0)
  const isCausedBy = ({ cause }: DeliveryRow): boolean =>
    call !== undefined && cause !== undefined && 'request' in cause && cause.request === call.id
  return peek(world, (tx) => ({
    deliveries: tx
      .range(deliveries.key)
      .all()
      .filter((each) => isMade(each) || isCausedBy(each)),
    emails: tx.range(emails.key).all().filter(isMade),
    jobs: tx.range(jobs.byDue).all().filter(isMade),
  }))
}

/** Extends the cause of a job by the request or trigger which the job goes back to, as far as it is known. */
export type RootFinder = (cause: Cause | undefined, entry?: HistoryEntry) => { request?: string; job?: string; trigger?: string }

/** Creates the finder of roots for a world. `entry` is the transaction of the cause, if it is known. */
export function rootFinder(world: WorldState, links = new Links(world)): RootFinder {
  return (cause, entry) => {
    let root = cause
    let at = entry
    for (let depth = 0; root && 'job' in root && depth < DEPTH_MAX; depth++) {
      at = at ? links.leaderOf(at) : links.creationOf(root.job)
      root = at?.cause
    }
    return { ...root, ...cause }
  }
}

/** Longest chain of jobs about different objects that is followed. */
const DEPTH_MAX = 10

/** Whether a job is another phase of the same thing as the job before it. */
export function isSamePhase(entry: HistoryEntry, earlier: HistoryEntry): boolean {
  const [one, other] = [entry.cause, earlier.cause]
  return !!one && !!other && 'job' in one && 'job' in other && subjectKey(one.job) === subjectKey(other.job)
}

type WithJob = Pick<HistoryEntry, 'job'>

/** Whether a job continues the work of the job before it. */
function isSameWork({ job: one }: WithJob, { job: other }: WithJob): boolean {
  return !!one && !!other && one.kind === other.kind && writeSubjectKey(one) === writeSubjectKey(other)
}

/**
 * Creates a function that finds the transaction before another one and before all that it continues. A result is kept for each
 * transaction on the way, since there may be thousands.
 */
function finderBefore(
  earlierOf: (entry: HistoryEntry) => HistoryEntry | undefined,
  continues: (entry: HistoryEntry, earlier: HistoryEntry) => boolean,
): (entry: HistoryEntry) => HistoryEntry | undefined {
  const known = new Map<HistoryEntry, HistoryEntry | undefined>()
  return (entry) => {
    const passed: HistoryEntry[] = []
    let at = entry
    while (!known.has(at)) {
      passed.push(at)
      const earlier = earlierOf(at)
      if (!earlier || !continues(at, earlier)) {
        known.set(at, earlier)
        break
      }
      at = earlier
    }
    const found = known.get(at)
    for (const each of passed) known.set(each, found)
    return found
  }
}

function creationsIn(entry: HistoryEntry): (readonly [string, HistoryEntry])[] {
  return entry.changes.flatMap(({ table, before, after }) =>
    !before && after ? [[`${table.name}/${rowId(table, after)}`, entry] as const] : [],
  )
}

function subjectKey(job: string): string {
  return writeSubjectKey(jobIn(job))
}

function writeSubjectKey({ kind, subject }: { readonly kind: string; readonly subject: string }): string {
  const { table, id } = subjectOfJob(kind, subject)
  return `${table}/${id}`
}

/** Jobs whose work is shown by another entry: an operation of a batch is a call, and a retried delivery an attempt. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set(['batches.operate', 'deliveries.release', 'deliveries.retry'])

/** The id of the entry of a job that ran. Returns `undefined` if another entry shows its work. */
export function jobEntry({ id, kind }: JobRow): string | undefined {
  return SHOWN_OTHERWISE.has(kind) ? undefined : `job:${id}`
}

/** The id of the entry of an attempt, counted from 0, to send a webhook. The first one stands for the webhook as well. */
export function deliveryEntry(id: number, attempt = 0): string {
  return attempt === 0 ? `delivery:${id}` : `delivery:${id}:${attempt + 1}`
}

/** The calls of a journal, with the transactions that they made. */
export class Makers {
  readonly calls: ReadonlyMap<string, Call>
  /** The operations of batches by the numbers of their transactions. */
  readonly operations: ReadonlyMap<number, Call>

  constructor(calls: readonly Call[]) {
    this.calls = new Map(calls.map((call) => [call.id, call]))
    this.operations = new Map(calls.flatMap((call) => (call.historyEntry === undefined ? [] : [[call.historyEntry, call]])))
  }

  /** The id of the entry of the call, job or trigger that made a transaction. Returns `undefined` if it has none. */
  entryOf({ number, cause, job }: HistoryEntry): string | undefined {
    const operation = this.operations.get(number)
    if (operation) return `request:${operation.id}`
    if (job) return jobEntry(job)
    if (cause && 'request' in cause && this.calls.has(cause.request)) return `request:${cause.request}`
    return `${cause && 'trigger' in cause ? 'trigger' : 'change'}:${number}`
  }
}
