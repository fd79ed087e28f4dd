import type { HistoryEntry } from '../../../kernel/world/history.ts'
import type { JobRow } from '../../../kernel/world/job.ts'
import { subjectOfJob } from '../why/job-kinds.ts'
import type { Mark, Marks } from './marks.ts'

/** Creates a function that finds the id of the mark that caused a mark. */
export function causeFinder({ creations, operations, known }: Marks): (mark: Mark) => string | undefined {
  const causes = new Map<number, string | undefined>()

  return (mark) => {
    switch (mark.kind) {
      case 'request': {
        const [entry] = mark.entries
        return mark.call.via === 'batch' && entry?.job ? causeOfJob(entry.job) : undefined
      }
      case 'job':
        return causeOfJob(mark.ran.job)
      case 'delivery': {
        const { seq, id, cause } = mark.delivery
        if (mark.index > 0) return `delivery:${id}`
        const entry = creations.of(seq)
        return entry ? makerOf(entry) : cause && 'request' in cause ? `request:${cause.request}` : undefined
      }
      case 'email': {
        const entry = creations.of(mark.email.seq)
        return entry && makerOf(entry)
      }
      default:
        return undefined
    }
  }

  /** The id of the mark that made a transaction. */
  function makerOf({ cause, job, number }: HistoryEntry): string {
    const operation = operations.get(number)
    if (operation) return `request:${operation.id}`
    if (job) return `job:${job.id}`
    if (cause && 'request' in cause && known.has(cause.request)) return `request:${cause.request}`
    return `${cause && 'trigger' in cause ? 'trigger' : 'change'}:${number}`
  }

  /** What scheduled a job. A job that continues another one, such as the next operation of a batch, has the cause of the first. */
  function causeOfJob(job: JobRow): string | undefined {
    const chain: JobRow[] = []
    let found: string | undefined
    for (let each: JobRow | undefined = job; each;) {
      if (causes.has(each.id)) {
        found = causes.get(each.id)
        break
      }
      chain.push(each)
      const entry = creations.of(each.seq)
      const before: JobRow | undefined = entry?.job
      if (before && isSameWork(before, each)) {
        each = before
        continue
      }
      found = entry && makerOf(entry)
      break
    }
    for (const { id } of chain) causes.set(id, found)
    return found
  }
}

function isSameWork(a: JobRow, b: JobRow): boolean {
  return a.kind === b.kind && subjectOfJob(a.kind, a.subject).id === subjectOfJob(b.kind, b.subject).id
}
