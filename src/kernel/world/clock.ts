import type { Millis } from '../support/time.ts'
import { pickTrace } from '../support/traceparent.ts'
import { Defect } from './errors.ts'
import { jobs, type JobRow } from './job.ts'
import type { Cause } from './history.ts'
import type { Transition } from './transition.ts'
import type { Pausable } from './pausable.ts'
import { commitTx, peek, transact, type Committed, type WorldRules, Tx } from './tx.ts'
import { nextVersion, type Sidecar, type WorldState } from './world.ts'

/** A finished job, with the state of its subject before and after. */
export interface JobRun extends Transition {
  readonly at: Millis
  readonly job: string
  readonly subject: string
}

/** Returns the next job that is due at or before `until`, or `undefined` if there is none. */
export function nextJob(world: WorldState, until: Millis): JobRow | undefined {
  const job = peek(world, (tx) => tx.range(jobs.byDue).first())
  return job && job.due_at <= until ? job : undefined
}

/** Pending jobs, the next one first. */
export function pendingJobs(world: WorldState, limit: number): JobRow[] {
  return peek(world, (tx) => tx.range(jobs.byDue).slice(0, limit))
}

/** A job that has begun. Until it is finished, its transaction is not visible to others. */
export interface BegunJob {
  /** The world in which it began. In another version of this world, it has to begin again. */
  readonly world: WorldState
  readonly tx: Tx
  /** The rest of its work; `undefined` if it never pauses. */
  readonly rest: Pausable | undefined
}

/** Moves the clock to the job's instant and begins the job in its own transaction. */
export function beginJob(world: WorldState, rules: WorldRules, job: JobRow, sidecar?: Sidecar): BegunJob {
  const at = Math.max(world.clock.now, job.due_at)
  const tx = new Tx(setNow(world, at), rules, { cause: findJobCause(rules, job), job, sidecar, trace: pickTrace(job) })
  tx.remove(jobs, job)
  const run = rules.jobs[job.kind]
  if (!run) throw new Defect(`No handler for jobs of the kind ${job.kind}.`)
  return { world, tx, rest: run(tx, job.subject) ?? undefined }
}

/** Continues a job. Returns `undefined` if it paused because `pauses` returned true. */
export function continueJob({ tx, rest }: BegunJob, pauses: () => boolean): Committed<void> | undefined {
  if (rest) while (!rest.next().done) if (pauses()) return undefined
  return commitTx(tx, undefined)
}

/** Removes a job that failed with a defect, and runs the fallback of its kind. */
export function dropJob(world: WorldState, rules: WorldRules, job: JobRow, defect: unknown): Committed<void> {
  const at = Math.max(world.clock.now, job.due_at)
  const work = (tx: Tx): void => {
    tx.remove(jobs, job)
    rules.onDefect?.[job.kind]?.(tx, job.subject, defect)
  }
  return transact(setNow(world, at), rules, work, { cause: findJobCause(rules, job), job, trace: pickTrace(job) })
}

function findJobCause({ causes }: WorldRules, { kind, subject }: JobRow): Cause {
  return causes?.[kind]?.(subject) ?? { job: `${kind}/${subject}` }
}

/** The world at another instant. Returns the same world if its clock already shows that instant. */
export function setNow(world: WorldState, now: Millis): WorldState {
  const { mode, rate } = world.clock
  return now === world.clock.now ? world : nextVersion(world, { clock: { now, mode, rate } })
}
