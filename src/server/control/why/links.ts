import { type Cause, type HistoryEntry, historyEntries } from '../../../kernel/world/history.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { rowId } from '../worlds/state.ts'
import { jobIn, subjectOfJob } from './job-kinds.ts'

/** The transactions in the history of a world, and what led from one to another. */
export class Links {
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[]
  /** Those that created rows: their ranges are in ascending order and do not overlap. */
  readonly #creating: readonly HistoryEntry[]
  readonly #leaders = new Map<HistoryEntry, HistoryEntry | undefined>()
  #creations: ReadonlyMap<string, HistoryEntry> | undefined

  constructor({ history }: Pick<WorldState, 'history'>) {
    // The history is iterated from the latest entry.
    this.entries = [...historyEntries(history)].toReversed()
    this.#creating = this.entries.filter(({ firstSeq, lastSeq }) => firstSeq <= lastSeq)
  }

  /** The transaction that created the row with a `seq`. Returns `undefined` if the history does not reach back to it. */
  creatorOf(seq: number): HistoryEntry | undefined {
    const found = this.#creating[lowerBound(this.#creating, ({ lastSeq }) => lastSeq < seq)]
    return found && found.firstSeq <= seq ? found : undefined
  }

  /** The transaction with the change of a number. */
  withChange(number: number): HistoryEntry | undefined {
    const found = this.entries[lowerBound(this.entries, (each) => each.number + each.changes.length <= number)]
    return found && found.number <= number ? found : undefined
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
  leaderOf(entry: HistoryEntry): HistoryEntry | undefined {
    const passed: HistoryEntry[] = []
    let at: HistoryEntry | undefined = entry
    while (at && !this.#leaders.has(at)) {
      passed.push(at)
      const scheduler = this.schedulerOf(at)
      if (!scheduler || !isSamePhase(at, scheduler)) {
        this.#leaders.set(at, scheduler)
        break
      }
      at = scheduler
    }
    const leader = at && this.#leaders.get(at)
    for (const each of passed) this.#leaders.set(each, leader)
    return leader
  }

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

/** The first position whose entry does not come before what is looked for. */
function lowerBound(entries: readonly HistoryEntry[], isBefore: (entry: HistoryEntry) => boolean): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = entries[middle]
    if (entry && isBefore(entry)) low = middle + 1
    else high = middle
  }
  return low
}

function creationsIn(entry: HistoryEntry): (readonly [string, HistoryEntry])[] {
  return entry.changes.flatMap(({ table, before, after }) =>
    !before && after ? [[`${table.name}/${rowId(table, after)}`, entry] as const] : [],
  )
}

/** The table and the id of the object that a job acts on. */
function subjectKey(job: string): string {
  const { kind, subject } = jobIn(job)
  const { table, id } = subjectOfJob(kind, subject)
  return `${table}/${id}`
}
