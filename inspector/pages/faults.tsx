import { useState } from 'hono/jsx/dom'
import type { BodyOf, Schemas } from '../../src/kit/client/contract.ts'
import { Badge } from '../components/badge.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { attempt } from '../components/notices.tsx'
import { Problem } from '../components/problem.tsx'
import { SchemaForm } from '../components/schema-form.tsx'
import { call } from '../connection.ts'
import { counted } from '../format.ts'
import { lookAgain, useRevision } from '../live.ts'
import { useLoad } from '../load.ts'
import type { FormValue } from '../schema.ts'
import { useWorld } from '../world.ts'
import { OutageList } from './faults/outages.tsx'
import { type FaultKind, presetsOf, seenOf } from './faults/presets.ts'

/** The faults of calls and of webhooks, each with the number of times that it fired. */
export function FaultsPage() {
  const { id: world, api_key, base_url } = useWorld()
  const revision = useRevision('request', 'delivery', 'clock')
  const faults = useLoad(`faults ${world}`, (signal) => call('getFaults', world, { query: { limit: 1000 }, signal }), revision)
  const deliveryFaults = useLoad(
    `delivery faults ${world}`,
    (signal) => call('getDeliveryFaults', world, { query: { limit: 1000 }, signal }),
    revision,
  )
  const [added, setAdded] = useState<FaultKind | undefined>(undefined)
  const remove = (kind: FaultKind, id: number): Promise<boolean> =>
    attempt(async () => {
      if (kind === 'fault') await call('deleteFault', world, { path: { fault_id: String(id) } })
      else await call('deleteDeliveryFault', world, { path: { delivery_fault_id: String(id) } })
      lookAgain()
      return `The ${kind} ${id} is deleted.`
    })
  const error = faults.error ?? deliveryFaults.error
  return (
    <div class="page">
      <div class="filters">
        <b class="title">Faults</b>
        <button class="primary" onClick={() => setAdded('fault')}>
          Add a fault
        </button>
        <button onClick={() => setAdded('delivery fault')}>Add a delivery fault</button>
      </div>
      {error !== undefined ? <Problem error={error} /> : null}
      <OutageList revision={revision} />
      {faults.data?.total === 0 && deliveryFaults.data?.total === 0 ? (
        <Empty
          title="Nothing is armed"
          command={`curl -u any:${api_key} -H 'x-trigger-error: TooManyRequests' ${base_url}/3.0/lists`}
        >
          A fault makes calls or webhooks go wrong. Add one here, or let a single call fail with a header:
        </Empty>
      ) : null}
      <ul class="lines">
        {faults.data?.faults.map((fault) => (
          <FaultLine key={fault.id} kind="fault" fault={fault} onDelete={() => remove('fault', fault.id)} />
        ))}
        {deliveryFaults.data?.delivery_faults.map((fault) => (
          <FaultLine
            key={`delivery ${fault.id}`}
            kind="delivery fault"
            fault={fault}
            onDelete={() => remove('delivery fault', fault.id)}
          />
        ))}
      </ul>
      {added ? <AddFault key={added} kind={added} onClose={() => setAdded(undefined)} /> : null}
    </div>
  )
}

interface FaultLineProps {
  readonly kind: FaultKind
  readonly fault: Schemas['Fault'] | Schemas['DeliveryFault']
  readonly onDelete: () => void
}

function FaultLine({ kind, fault, onDelete }: FaultLineProps) {
  const { id, match, when, effect, window, outage, seen, fired, must_fire } = fault
  return (
    <li class="fault">
      <div>
        <p>
          <b>
            {kind === 'fault' ? 'Fault' : 'Delivery fault'} {id}
          </b>{' '}
          <Badge tone="violet">{inWords(effect)}</Badge> {must_fire && fired === 0 ? <Badge tone="warn">must fire</Badge> : null}
          {outage === null ? null : <Badge>outage {outage}</Badge>}
          {window === null ? null : <Badge tone={window.state === 'active' ? 'bad' : 'plain'}>{windowInWords(window)}</Badge>}
        </p>
        <p class="quiet-text">
          {Object.keys(match).length === 0 ? `Every ${kind === 'fault' ? 'call' : 'webhook'}` : inWords(match)}
          {Object.keys(when).length === 0 ? '' : ` · ${inWords(when)}`}
        </p>
        <p class="quiet-text">
          seen {counted(seen, 'time')}, fired {counted(fired, 'time')}
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
      <button class="danger" aria-label={`Delete the ${kind} ${id}`} onClick={onDelete}>
        Delete
      </button>
    </li>
  )
}

function windowInWords({ state, from, to }: NonNullable<Schemas['FaultWindow']>): string {
  if (state === 'coming') return `coming at ${instantText(from)}`
  return state === 'active' ? `active until ${instantText(to)}` : `over since ${instantText(to)}`
}

/** An instant to the second. */
function instantText(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ')
}

/** A small object as a line of words: `operation addMember, first 1`. */
function inWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  return Object.entries(value)
    .map(([name, each]) => `${name.replaceAll('_', ' ')} ${inWords(each)}`)
    .join(', ')
}

function AddFault({ kind, onClose }: { readonly kind: FaultKind; readonly onClose: () => void }) {
  const { id: world } = useWorld()
  const isOfCalls = kind === 'fault'
  const { data, error } = useLoad('schemas of faults', () => call('getFaultSchemas'))
  const [value, setValue] = useState<FormValue>({ when: { first: 1 } })
  const [preset, setPreset] = useState(0)
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    const isAdded = await attempt(async () => {
      // The server checks the body and reports its mistakes.
      const made = isOfCalls
        ? await call('createFault', world, { body: value as BodyOf<'createFault'> })
        : await call('createDeliveryFault', world, { body: value as unknown as BodyOf<'createDeliveryFault'> })
      lookAgain()
      return `The ${kind} ${made.id} is armed.`
    })
    if (isAdded) onClose()
  }
  const presets = data ? presetsOf(kind, data) : []
  const seen = data && seenOf(value, data)
  return (
    <Dialog title={`Add a ${kind}`} onClose={onClose}>
      <p class="quiet-text">Begin with one of these, or fill in the fields.</p>
      <div class="actions">
        {presets.map(({ words, fault }, index) => (
          <button
            key={words}
            class={preset === index + 1 ? 'toggle on' : 'toggle'}
            onClick={() => (setValue(fault), setPreset(index + 1))}
          >
            {words}
          </button>
        ))}
      </div>
      {error !== undefined ? <Problem error={error} /> : null}
      {data ? (
        <form class="form" onSubmit={add}>
          <SchemaForm
            key={preset}
            schema={isOfCalls ? data.fault : data.delivery_fault}
            value={value}
            onChange={setValue}
            choices={{
              operation: data.operations.map(({ operation }) => operation),
              'problem.preset': data.presets.map(({ preset: name }) => name),
              'answer.preset': data.answers.map(({ preset: name }) => name),
            }}
          />
          {seen === undefined ? null : (
            <p>
              <b>{isOfCalls ? 'What the client sees:' : 'What the receiver sees:'}</b> {seen}
            </p>
          )}
          <details>
            <summary>As JSON</summary>
            <pre class="body">{JSON.stringify(value, null, 2)}</pre>
          </details>
          <div class="actions">
            <button class="primary">Add the {kind}</button>
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </form>
      ) : null}
    </Dialog>
  )
}
