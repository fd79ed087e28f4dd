import { useState } from 'hono/jsx/dom'
import { useEndedEffect } from '../effect.ts'
import type { Schemas } from '../../src/kit/client/contract.ts'
import { type AddressChange, useAddress } from '../address.ts'
import { Badge, StatusBadge } from '../components/badge.tsx'
import type { Tone } from '../tone.ts'
import { FilterField } from '../components/filter-field.tsx'
import { Link } from '../components/link.tsx'
import { NotLoaded } from '../components/problem.tsx'
import { call } from '../connection.ts'
import { formatDateTime, formatSpan } from '../format.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { useRevision } from '../live.ts'
import { useLoad } from '../load.ts'

/** Worlds that are shown at once. */
const SHOWN_MAX = 200

/** How often the table is loaded again: there are no events of other worlds. */
const RELOAD_MS = 3_000

/** All worlds of the server, those with the latest calls first. */
export function WorldsPage() {
  const { world: current = 'default', q = '' } = useAddress()
  const [tick, setTick] = useState(0)
  useEndedEffect(() => {
    const timer = setInterval(() => document.hidden || setTick((now) => now + 1), RELOAD_MS)
    return () => clearInterval(timer)
  }, [])
  const { data, error } = useLoad(
    'worlds with their activity',
    (signal) => call('getWorlds', undefined, { query: { activity: true }, signal }),
    useRevision() + tick,
  )
  if (!data) return <NotLoaded error={error} />
  const found = data.worlds
    .filter(({ id, scenario }) => `${id} ${scenario}`.includes(q))
    .toSorted((a, b) => latest(b).localeCompare(latest(a)))
  return (
    <div class="page worlds-page">
      <div class="filters" role="search">
        <h2>{formatCount(data.worlds.length, 'world')}</h2>
        <FilterField label="Filter by name or scenario" />
      </div>
      <table>
        <thead>
          <tr>
            {['World', 'Scenario', 'Clock', 'Last call', 'Calls', 'Refused', 'Failed webhooks', 'Faults armed'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.slice(0, SHOWN_MAX).map((world) => (
            <WorldRow key={world.id} world={world} isCurrent={world.id === current} />
          ))}
        </tbody>
      </table>
      {found.length > SHOWN_MAX ? (
        <p class="hint">{formatCount(found.length - SHOWN_MAX, 'more world')}: filter to find it.</p>
      ) : null}
      {data.unreadable.map(({ id, reason }) => (
        <p key={id} class="hint">
          <Badge tone="bad">unreadable</Badge> <b>{id}</b>: {reason}
        </p>
      ))}
    </div>
  )
}

type World = Schemas['World']

function latest({ activity }: World): string {
  return activity?.last_call?.real_at ?? ''
}

function WorldRow({ world, isCurrent }: { readonly world: World; readonly isCurrent: boolean }) {
  const { id, scenario, clock, now, activity } = world
  const last = activity?.last_call ?? undefined
  const to = (change: AddressChange): AddressChange => ({ world: id === 'default' ? undefined : id, ...change })
  return (
    <tr class={isCurrent ? 'on' : ''}>
      <th scope="row">
        <Link to={to({ page: 'requests', id: last?.id })}>{id}</Link>
      </th>
      <td data-label="Scenario">{scenario}</td>
      <td data-label="Clock">
        <span class="mono">{formatDateTime(now)}</span>{' '}
        <span class="quiet-text">{clock.mode === 'scaled' ? `scaled ${clock.rate}×` : clock.mode}</span>
      </td>
      <td data-label="Last call" class="last">
        {last ? (
          <>
            <span class="mono">
              {last.method} {last.path}
            </span>{' '}
            <StatusBadge status={last.status} />{' '}
            <span class="quiet-text">{formatSpan(Math.max(0, Date.now() - Date.parse(last.real_at)))} ago</span>
          </>
        ) : (
          <span class="quiet-text">{activity ? 'none' : 'in another process'}</span>
        )}
      </td>
      <Count label="Calls" count={activity?.calls} />
      <Count label="Refused" count={activity?.refused} tone="warn" to={to({ page: 'requests', refused: '1' })} />
      <Count label="Failed webhooks" count={activity?.failed_webhooks} tone="bad" to={to({ page: 'webhooks' })} />
      <Count label="Faults armed" count={activity?.armed_faults} tone="violet" to={to({ page: 'faults' })} />
    </tr>
  )
}

interface CountProps {
  readonly label: string
  readonly count: number | undefined
  readonly tone?: Tone
  /** Where the counted things are listed. */
  readonly to?: AddressChange
}

function Count({ label, count, tone = 'plain', to }: CountProps) {
  const words = count === undefined ? '–' : formatCount(count)
  return (
    <td data-label={label} class={`number${count ? '' : ' quiet-text'}`}>
      {count && to ? (
        <Link to={to}>
          <Badge tone={tone}>{words}</Badge>
        </Link>
      ) : (
        words
      )}
    </td>
  )
}
