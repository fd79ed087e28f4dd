import type { JobRow } from '../../../kernel/world/job.ts'
import { deliveryEntry } from '../words/entry-ids.ts'
import type { Mark, Marks } from './marks.ts'

/** Creates a function that finds the id of the mark that caused a mark. */
export function causeFinder({ links, makers }: Marks): (mark: Mark) => string | undefined {
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
        if (mark.index > 0) return deliveryEntry(id)
        const entry = links.creatorOf(seq)
        return entry ? makers.entryOf(entry) : cause && 'request' in cause ? `request:${cause.request}` : undefined
      }
      case 'email': {
        const entry = links.creatorOf(mark.email.seq)
        return entry && makers.entryOf(entry)
      }
      default:
        return undefined
    }
  }

  function causeOfJob(job: JobRow): string | undefined {
    const entry = links.starterOf(job)
    return entry && makers.entryOf(entry)
  }
}
