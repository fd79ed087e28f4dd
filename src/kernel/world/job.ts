import { defineTable } from './table.ts'
import type { Millis } from '../support/time.ts'
import type { TraceContext } from '../support/traceparent.ts'

/** The kind of a job: `<resource>.<action>`. */
export type JobName = `${string}.${string}`

/** Work that is scheduled for an instant. */
export interface JobRow extends TraceContext {
  readonly seq: number
  readonly id: number
  readonly kind: JobName
  readonly due_at: Millis
  /** The id of the thing that the job is about. */
  readonly subject: string
}

export const jobs = defineTable<JobRow>()('jobs', {
  key: ['id'],
  indexes: { byDue: ['due_at'] },
  remembered: false,
})
