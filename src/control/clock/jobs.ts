import type { ControlSchemas } from '../../contract/control.ts'
import { batches, batchOrders } from '../../resources/batches/batch.ts'
import { deliveries } from '../../resources/deliveries/delivery.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { nearest } from '../../support/nearest.ts'
import { isoDuration, isoMillis } from '../../support/time.ts'
import { type JobRow, jobs } from '../../world/job.ts'
import { peek, type Tx } from '../../world/tx.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import { instantOrThrow } from '../parameters.ts'
import { cut } from '../why/fields.ts'

type Subject = ControlSchemas['JobSubject']

/** What a kind of job acts on, and what it does, in words. */
interface JobDescription {
  readonly subject: (subject: string) => Subject
  readonly summary: (tx: Tx, subject: string) => string
}

const batch = (id: string): Subject => ({ entity: 'batch', table: 'batches', id })
const accountExport = (id: string): Subject => ({ entity: 'account_export', table: 'account_exports', id })
const delivery = (id: string): Subject => ({ entity: 'delivery', table: 'deliveries', id })

/** Every kind of job. */
export const jobDescriptions: { readonly [kind: string]: JobDescription } = {
  'account-exports.begin': { subject: accountExport, summary: (_, id) => `The account export ${id} begins` },
  'account-exports.write': { subject: accountExport, summary: (_, id) => `The account export ${id} writes its next files` },
  'batches.prepare': { subject: batch, summary: (_, id) => `The batch ${id} is prepared` },
  'batches.start': { subject: batch, summary: (_, id) => `The batch ${id} starts` },
  'batches.operate': { subject: batch, summary: nextOperation },
  'batches.finish': { subject: batch, summary: (_, id) => `The batch ${id} finishes` },
  'deliveries.release': { subject: delivery, summary: (tx, id) => `${deliveryName(tx, id)}, which was held back, is sent` },
  'deliveries.retry': { subject: delivery, summary: (tx, id) => `${deliveryName(tx, id)} is retried` },
  'timeline.run': {
    subject: (id) => ({ entity: 'timeline_step', table: 'timeline', id }),
    summary: (_, id) => `The timeline of the scenario fires the trigger ${id.slice(id.lastIndexOf('-') + 1)}`,
  },
  'timeline.react': {
    subject: (id) => ({ entity: 'campaign', table: 'campaigns', id: id.slice(0, id.indexOf('-')) }),
    summary: (_, id) =>
      `A recipient of the campaign ${id.slice(0, id.indexOf('-'))} reacts: the trigger ${id.slice(id.lastIndexOf('-') + 1)} fires`,
  },
}

/** Maximum number of characters of the path of an operation. */
const PATH_CHARS_MAX = 200

function nextOperation(tx: Tx, id: string): string {
  const { next = 0, operations = 0 } = tx.first(batches.key, { id }) ?? {}
  const operation = tx.first(batchOrders.key, { batch_id: id })?.operations[next]
  const call = operation ? `: ${cut(`${operation.method} ${operation.path}`, PATH_CHARS_MAX)}` : ''
  return `The batch ${id} runs operation ${next + 1} of ${operations}${call}`
}

function deliveryName(tx: Tx, id: string): string {
  const row = tx.first(deliveries.key, { id: Number(id) })
  return row ? `The delivery ${id} (${row.event})` : `The delivery ${id}`
}

/** View of a pending job. */
export function jobView({ world, log: { secrets } }: WorldHandle, { id, kind, due_at, subject }: JobRow): ControlSchemas['Job'] {
  const described = jobDescriptions[kind]
  return {
    id,
    kind,
    due_at: isoMillis(due_at),
    in: isoDuration(Math.max(due_at - world.clock.now, 0)),
    subject: described?.subject(subject) ?? { entity: kind.slice(0, kind.indexOf('.')), table: '', id: subject },
    summary: secrets.hide(peek(world, (tx) => described?.summary(tx, subject) ?? `The job ${kind} of ${subject} runs`)),
  }
}

/** Default limit. */
const JOBS_SHOWN = 100

export const jobOperations = {
  getJobs({ context, handle, query: { kind, due_before, limit = JOBS_SHOWN, offset = 0 } }) {
    if (kind !== undefined) checkKind(kind)
    const until = due_before === undefined ? undefined : instantOrThrow('due_before', due_before)
    context.scheduler.sync(handle)
    const all = peek(handle.world, (tx) => tx.range(jobs.byDue).all())
    const found = all.filter((job) => (kind === undefined || job.kind === kind) && (until === undefined || job.due_at < until))
    return { jobs: found.slice(offset, offset + limit).map((job) => jobView(handle, job)), total: found.length }
  },

  getJob({ context, handle, path: { job_id: id } }) {
    context.scheduler.sync(handle)
    const job = /^\d{1,15}$/.test(id) ? peek(handle.world, (tx) => tx.first(jobs.key, { id: Number(id) })) : undefined
    if (job) return jobView(handle, job)
    throw new ControlError(404, `There is no pending job ${id.slice(0, 100)} (any more). GET .../jobs lists them.`)
  },
} satisfies Partial<ControlOperations>

function checkKind(kind: string): void {
  const kinds = Object.keys(jobDescriptions)
  if (kinds.includes(kind)) return
  const meant = nearest(kind, kinds)
  const hint = meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : `There are: ${kinds.join(', ')}.`
  throw new ControlError(422, `There is no kind of job ${kind.slice(0, 100)}. ${hint}`)
}
