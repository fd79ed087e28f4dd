import type { HistoryEntry } from '../../../kernel/world/history.ts'
import type { JobRow } from '../../../kernel/world/job.ts'
import type { Mark, Marks } from './marks.ts'

/** Creates a function that finds the id of the mark that caused a mark. */
export function causeFinder({ links, operations, known }: Marks): (mark: Mark) => string | undefined {
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
        const entry = links.creatorOf(seq)
        return entry ? makerOf(entry) : cause && 'request' in cause ? `request:${cause.request}` : undefined
      }
      case 'email': {
        const entry = links.creatorOf(mark.email.seq)
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

  function causeOfJob(job: JobRow): string | undefined {
    const entry = links.starterOf(job)
    return entry && makerOf(entry)
  }
}
