import { useState } from 'hono/jsx/dom'
import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { attempt } from '../../components/notices.tsx'
import { Problem } from '../../components/problem.tsx'
import { Section } from '../../components/section.tsx'
import { call } from '../../connection.ts'
import { dateTimeOf, inSpan } from '../../format.ts'
import { formatCount } from '../../../src/kernel/support/format-count.ts'
import { lookAgain, useRevision } from '../../live.ts'
import { type Loaded, useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'

type Pending = Schemas['JobCollection']

/** Number of pending jobs that are listed. */
const SHOWN = 50

/** The work that waits for its instant. */
export function usePending(): Loaded<Pending> {
  const { id: world } = useWorld()
  return useLoad(`pending ${world}`, (signal) => call('getJobs', world, { query: { limit: SHOWN }, signal }), useRevision())
}

/** Time passes until something that is due happens. */
export function Passing({ pending: { data, error } }: { readonly pending: Loaded<Pending> }) {
  const { id: world, now } = useWorld()
  const [isMoving, setMoving] = useState(false)
  const [done, setDone] = useState<Schemas['Advanced'] | undefined>(undefined)
  const pass = async (body: BodyOf<'advanceClock'>): Promise<void> => {
    setMoving(true)
    await attempt(async () => {
      setDone(await call('advanceClock', world, { body }))
      lookAgain()
      return undefined
    })
    setMoving(false)
  }
  return (
    <article>
      <h2>Time passes until…</h2>
      <p class="facts quiet-text">Everything that falls due until then happens, each at its own instant.</p>
      {error !== undefined && !data ? <Problem error={error} /> : null}
      {done ? <PassedTime done={done} /> : null}
      {data?.total === 0 ? <p class="facts">Nothing is pending.</p> : null}
      <ol class="pending">
        {data?.jobs.map(({ id, summary, due_at }) => (
          <li key={id}>
            <span>
              <b>{summary}</b>{' '}
              <span class="quiet-text">
                {dateTimeOf(due_at)}, {inSpan(Date.parse(due_at) - Date.parse(now))}
              </span>
            </span>
            <button disabled={isMoving} aria-label={`Until then: ${summary}`} onClick={() => pass({ to: due_at })}>
              Until then
            </button>
          </li>
        ))}
        {data && data.total > 0 ? (
          <li>
            <span>
              <b>Nothing is pending any more</b>{' '}
              {data.total > data.jobs.length ? <span class="quiet-text">{formatCount(data.total, 'job')} in all</span> : null}
            </span>
            <button disabled={isMoving} aria-label="Until then: nothing is pending" onClick={() => pass({ until: 'idle' })}>
              Until then
            </button>
          </li>
        ) : null}
      </ol>
    </article>
  )
}

function PassedTime({ done: { from, to, ran_total, deliveries_total } }: { readonly done: Schemas['Advanced'] }) {
  return (
    <Section title="What happened">
      <p class="box">
        {dateTimeOf(from)} to {dateTimeOf(to)}: {formatCount(ran_total, 'job')} ran, {formatCount(deliveries_total, 'webhook')}{' '}
        went out.
      </p>
    </Section>
  )
}
