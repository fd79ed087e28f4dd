import type { Millis } from '../support/time.ts'
import { Defect } from './errors.ts'
import { jobs, type JobRow } from './job.ts'
import type { Cause } from './history.ts'
import type { Transition } from './transition.ts'
import { indexOf } from './table.ts'
import { transact, type Committed, type Rules, type Tx } from './tx.ts'
import type { Sidecar, World } from './world.ts'

/** A job that ran, and what it did to the state of the thing it is about. */
export interface Ran extends Transition {
  readonly at: Millis
  readonly job: string
  readonly subject: string
}

/** The next job that is due at `until` or before. */
export function nextJob(world: World, until: Millis): JobRow | undefined {
  // Asked for before and after each job: a transaction for that would cost as much as a small job does.
  const state = world.tables[jobs.number]
  const job = state && indexOf(state, jobs.byDue).at(0)
  return job && job.due_at <= until ? job : undefined
}

/** Jobs that wait, the next one first. */
export function pendingJobs(world: World, rules: Rules, limit: number): JobRow[] {
  return transact(world, rules, (tx) => tx.range(jobs.byDue).slice(0, limit)).result
}

/** Moves the clock to the job's instant and runs it in a transaction of its own. */
export function runJob(world: World, rules: Rules, job: JobRow, beside?: Sidecar): Committed<void> {
  const at = Math.max(world.clock.now, job.due_at)
  const work = (tx: Tx): void => {
    tx.remove(jobs, job)
    const run = rules.jobs[job.kind]
    if (!run) throw new Defect(`There is no job of the kind ${job.kind}.`)
    run(tx, job.subject)
  }
  return transact(setNow(world, at), rules, work, { cause: causeOf(rules, job), beside })
}

/** Takes off a job that met a defect at its instant, and does what its kind does instead. */
export function dropJob(world: World, rules: Rules, job: JobRow, defect: unknown): Committed<void> {
  const at = Math.max(world.clock.now, job.due_at)
  const work = (tx: Tx): void => {
    tx.remove(jobs, job)
    rules.instead?.[job.kind]?.(tx, job.subject, defect)
  }
  return transact(setNow(world, at), rules, work, { cause: causeOf(rules, job) })
}

function causeOf({ causes }: Rules, { kind, subject }: JobRow): Cause {
  return causes?.[kind]?.(subject) ?? { job: `${kind}/${subject}` }
}

/** The world at another instant; the very same world when that is now. */
export function setNow(world: World, now: Millis): World {
  return now === world.clock.now ? world : { ...world, clock: { ...world.clock, now } }
}
