import { attemptChange } from '../../components/notices.tsx'
import { formatDateTime } from '../../format.ts'
import { useEffect, useRef } from 'hono/jsx/dom'
import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { call } from '../../connection.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { useWorld } from '../../world.ts'
import type { FaultKind } from './presets.ts'

export type ShownFault =
  | { readonly kind: 'fault'; readonly fault: Schemas['Fault'] }
  | { readonly kind: 'delivery fault'; readonly fault: Schemas['DeliveryFault'] }

interface FaultLineProps {
  readonly shown: ShownFault
  /** Whether it was added just now: then it comes into sight. */
  readonly isNewest?: boolean
}

/** A fault: what it does, to what, when, and how often it did. */
export function FaultLine({ shown, isNewest = false }: FaultLineProps) {
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNewest) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isNewest])
  const { id: world } = useWorld()
  const { kind, fault } = shown
  const { id, match, when, effect, window, seen, fired, must_fire, used_up } = fault
  const remove = (): Promise<boolean> =>
    attemptChange(async () => {
      await deleteFault(world, kind, id)
      return `The ${kind} ${id} is deleted.`
    })
  return (
    <li ref={line} class={`fault${used_up ? ' used-up' : ''}${isNewest ? ' new' : ''}`}>
      <div>
        <p>
          <b>
            {kind === 'fault' ? 'Fault' : 'Delivery fault'} {id}
          </b>{' '}
          <Badge tone={used_up ? 'plain' : 'violet'}>{inWords(effect)}</Badge> {used_up ? <Badge>used up</Badge> : null}
          {must_fire && fired === 0 ? <Badge tone="warn">must fire</Badge> : null}
          {window === null ? null : <Badge tone={window.state === 'active' ? 'bad' : 'plain'}>{windowInWords(window)}</Badge>}
        </p>
        <p class="quiet-text">
          {Object.keys(match).length === 0 ? `Every ${kind === 'fault' ? 'call' : 'webhook'}` : inWords(match)}
          {Object.keys(when).length === 0 ? '' : ` · ${inWords(when)}`}
        </p>
        <p class="quiet-text">
          seen {formatCount(seen, 'time')}, fired {formatCount(fired, 'time')}
          {'last_fired_request' in fault && fault.last_fired_request !== null ? (
            <>
              , last for <Link to={{ page: 'requests', id: fault.last_fired_request }}>this call</Link>
            </>
          ) : null}
          {'last_fired_delivery' in fault && fault.last_fired_delivery !== null ? (
            <>
              , last for <Link to={{ page: 'webhooks', id: String(fault.last_fired_delivery) }}>this webhook</Link>
            </>
          ) : null}
        </p>
      </div>
      <span class="actions">
        {used_up && window === null ? (
          <button key="arm" aria-label={`Arm again: ${kind} ${id}`} onClick={() => armAgain(world, shown)}>
            Arm again
          </button>
        ) : null}
        <button key="delete" class="danger" aria-label={`Delete the ${kind} ${id}`} onClick={remove}>
          Delete
        </button>
      </span>
    </li>
  )
}

/** Deletes a fault of calls or of webhooks. */
export async function deleteFault(world: string, kind: FaultKind, id: number): Promise<void> {
  if (kind === 'fault') await call('deleteFault', world, { path: { fault_id: String(id) } })
  else await call('deleteDeliveryFault', world, { path: { delivery_fault_id: String(id) } })
}

/** Adds a fault like a used-up one, in its place. */
function armAgain(world: string, { kind, fault }: ShownFault): Promise<boolean> {
  return attemptChange(async () => {
    const { match, when, effect, must_fire } = fault
    const body = { match, when, effect, must_fire }
    const made =
      kind === 'fault'
        ? await call('createFault', world, { body: { ...body, stage: fault.stage } as BodyOf<'createFault'> })
        : await call('createDeliveryFault', world, { body: body as BodyOf<'createDeliveryFault'> })
    await deleteFault(world, kind, fault.id)
    return `The ${kind} ${made.id} is armed.`
  })
}

function windowInWords({ state, from, to }: NonNullable<Schemas['FaultWindow']>): string {
  if (state === 'coming') return `coming at ${formatDateTime(from)}`
  return state === 'active' ? `active until ${formatDateTime(to)}` : `over since ${formatDateTime(to)}`
}

/** A small object as a line of words: `operation addMember, first 1`. A preset is known by its name. */
export function inWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  return Object.entries(value)
    .map(([name, each]) => (name === 'preset' ? inWords(each) : `${name.replaceAll('_', ' ')} ${inWords(each)}`))
    .join(', ')
}
