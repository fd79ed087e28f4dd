import type { Duration, QueryOf, Schemas } from './contract.ts'
import { PartOfWorld } from './part-of-world.ts'

/** How far to advance: a duration (ISO 8601 or milliseconds), an instant, or until nothing is pending. */
export type Advance = Duration | number | Schemas['AdvanceClock']

/** Filters pending jobs by kind and instant. */
export type JobFilter = QueryOf<'getJobs'>

/** The time of a world: `world.clock`. */
export class WorldClock extends PartOfWorld {
  /**
   * The current time, and the pending jobs.
   *
   * @example
   * const { now, mode } = await world.clock.get()
   * console.log(now, mode) // 2026-01-15T09:00:00.000Z frozen
   */
  get(): Promise<Schemas['Clock']> {
    return this.call('getClock')
  }

  /**
   * Sets the mode: frozen, or running at `rate` times real time.
   *
   * @example
   * const clock = await world.clock.set({ mode: 'scaled', rate: 60 })
   * console.log(clock.rate) // 60
   */
  set(mode: Schemas['UpdateClock']): Promise<Schemas['Clock']> {
    return this.call('updateClock', { body: mode })
  }

  /**
   * Advances time by a duration (ISO 8601 or milliseconds), to an instant (`{ to }`), or with `{ until: 'idle' }` until nothing is
   * pending. Everything that falls due runs at its own instant, and the webhooks it causes have been attempted when the call returns.
   *
   * @throws RefusedError with status 422 if the duration is invalid or the instant is in the past.
   * @example
   * await world.clock.advance('PT31S')
   * await world.clock.advance(1_000)
   * const { to } = await world.clock.advance({ to: '2026-01-15T10:00:00Z' })
   * console.log(to) // 2026-01-15T10:00:00.000Z
   * await world.clock.advance({ until: 'idle' })
   */
  advance(far: Advance): Promise<Schemas['Advanced']> {
    const body = typeof far === 'object' ? far : { by: far }
    return this.call('advanceClock', { body })
  }

  /**
   * The pending jobs, earliest first, each with a description; at most 100 unless `limit` is set.
   *
   * @throws RefusedError with status 422 if there is no such kind of job; the message names similar ones.
   * @example
   * await world.fetch('/batches', { method: 'POST', body: '{"operations":[{"method":"GET","path":"/lists"}]}' })
   * const [job] = await world.clock.jobs({ due_before: '2026-01-15T09:00:01Z' })
   * console.log(job?.kind, job?.in) // batches.prepare PT0.2S
   */
  async jobs(filter: JobFilter = {}): Promise<readonly Schemas['Job'][]> {
    const { jobs } = await this.call('getJobs', { query: filter })
    return jobs
  }

  /**
   * One pending job.
   *
   * @throws RefusedError with status 404 if the job does not exist or has run.
   * @example
   * await world.fetch('/batches', { method: 'POST', body: '{"operations":[{"method":"GET","path":"/lists"}]}' })
   * const [first] = await world.clock.jobs()
   * const { subject } = await world.clock.job(first?.id ?? 0)
   * console.log(subject.entity) // batch
   */
  job(id: number): Promise<Schemas['Job']> {
    return this.call('getJob', { path: { job_id: String(id) } })
  }
}
