import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { deliveries } from '../../../service/model/deliveries/delivery.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { nameHint } from '../../../kernel/support/nearest.ts'
import { isoDuration, isoMillis } from '../../../kernel/support/time.ts'
import type { Cause } from '../../../kernel/world/history.ts'
import { type JobRow, jobs } from '../../../kernel/world/job.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import { instantOrThrow, SHOWN } from '../parameters.ts'
import { jobKinds, jobSummary, subjectOfJob } from '../words/job-kinds.ts'
import { Links, rootFinder } from '../words/links.ts'

/** Views of pending jobs, with the cause of each. */
function jobViews(handle: WorldHandle, rows: readonly JobRow[]): ControlSchemas['Job'][] {
  const { world } = handle
  const links = new Links(world)
  const rootOf = rootFinder(world, links)
  const causeOf = (seq: number, kind: string, subject: string): ControlSchemas['Cause'] => {
    const scheduler = links.creatorOf(seq)
    return scheduler ? rootOf(scheduler.cause, scheduler) : rootOf(causeOfDelivery(world, kind, subject))
  }
  return rows.map(({ seq, id, kind, due_at, subject }) => ({
    id,
    kind,
    due_at: isoMillis(due_at),
    in: isoDuration(Math.max(due_at - world.clock.now, 0)),
    subject: subjectOfJob(kind, subject),
    summary: jobSummary(handle, kind, subject),
    cause: causeOf(seq, kind, subject),
  }))
}

function causeOfDelivery(world: WorldState, kind: string, subject: string): Cause | undefined {
  if (subjectOfJob(kind, subject).entity !== 'delivery') return undefined
  return peek(world, (tx) => tx.first(deliveries.key, { id: Number(subject) }))?.cause
}

export const jobOperations = {
  getJobs({ context, handle, query: { kind, due_before, limit = SHOWN, offset = 0 } }) {
    if (kind !== undefined) checkKind(kind)
    const until = due_before === undefined ? undefined : instantOrThrow('due_before', due_before)
    context.scheduler.sync(handle)
    const all = peek(handle.world, (tx) => tx.range(jobs.byDue).all())
    const found = all.filter((job) => (kind === undefined || job.kind === kind) && (until === undefined || job.due_at < until))
    const last = found.at(-1)
    return {
      jobs: jobViews(handle, found.slice(offset, offset + limit)),
      total: found.length,
      until: last ? isoMillis(last.due_at) : null,
    }
  },

  getJob({ context, handle, path: { job_id: id } }) {
    context.scheduler.sync(handle)
    const job = /^\d{1,15}$/.test(id) ? peek(handle.world, (tx) => tx.first(jobs.key, { id: Number(id) })) : undefined
    const [view] = jobViews(handle, job ? [job] : [])
    if (view) return view
    throw new ControlError(404, `There is no pending job ${id.slice(0, 100)} (any more). GET .../jobs lists them.`)
  },
} satisfies Partial<ControlOperations>

function checkKind(kind: string): void {
  if (jobKinds.includes(kind)) return
  throw new ControlError(422, `There is no kind of job ${kind.slice(0, 100)}. ${nameHint(kind, jobKinds)}`)
}
