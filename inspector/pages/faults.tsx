import { attemptChange } from '../components/notices.tsx'
import { useState } from 'hono/jsx/dom'
import { Empty } from '../components/empty.tsx'
import { Problem } from '../components/problem.tsx'
import { call } from '../connection.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { useRevision } from '../live.ts'
import { useLoad } from '../load.ts'
import { useWorld } from '../world.ts'
import { AddFault } from './faults/add.tsx'
import { deleteFault, FaultLine, type ShownFault } from './faults/line.tsx'
import { OutageList } from './faults/outages.tsx'
import type { FaultKind } from './faults/presets.ts'

/** The faults of calls and of webhooks: by outage, then those that are armed, then the used-up ones. */
export function FaultsPage() {
  const { id: world, api_key, base_url } = useWorld()
  const revision = useRevision()
  const faults = useLoad(`faults ${world}`, (signal) => call('getFaults', world, { query: { limit: 1000 }, signal }), revision)
  const deliveryFaults = useLoad(
    `delivery faults ${world}`,
    (signal) => call('getDeliveryFaults', world, { query: { limit: 1000 }, signal }),
    revision,
  )
  const [added, setAdded] = useState<FaultKind | undefined>(undefined)
  const [newest, setNewest] = useState('')
  const error = faults.error ?? deliveryFaults.error
  const all: readonly ShownFault[] = [
    ...(faults.data?.faults ?? []).map((fault): ShownFault => ({ kind: 'fault', fault })),
    ...(deliveryFaults.data?.delivery_faults ?? []).map((fault): ShownFault => ({ kind: 'delivery fault', fault })),
  ]
  const own = all.filter(({ fault }) => fault.outage === null)
  const armed = own.filter(({ fault }) => !fault.used_up)
  const usedUp = own.filter(({ fault }) => fault.used_up)
  const isLoaded = faults.data !== undefined && deliveryFaults.data !== undefined
  return (
    <div class="page">
      <div class="filters">
        <b class="title">Faults</b>
        {/* Always there: if it came with the list, it would move the next buttons away under a pointer that clicks them. */}
        <button disabled={usedUp.length === 0} onClick={() => removeAll(world, usedUp)}>
          Delete used-up ones
        </button>
        <button class="primary" onClick={() => setAdded('fault')}>
          Add a fault
        </button>
        <button onClick={() => setAdded('delivery fault')}>Add a delivery fault</button>
      </div>
      {error !== undefined ? <Problem error={error} /> : null}
      <OutageList revision={revision} faults={all} />
      {isLoaded && all.length === 0 ? (
        <Empty
          title="Nothing is armed"
          command={`curl -u 'any:${api_key}' -H 'x-trigger-error: TooManyRequests' '${base_url}/3.0/lists'`}
        >
          A fault makes calls or webhooks go wrong. Add one here, or let a single call fail with a header:
        </Empty>
      ) : null}
      <ul class="lines">
        {[...armed, ...usedUp].map((each) => (
          <FaultLine key={each.kind + each.fault.id} shown={each} isNewest={`${each.kind} ${each.fault.id}` === newest} />
        ))}
      </ul>
      {added ? (
        <AddFault
          key={added}
          kind={added}
          onAdded={(id) => {
            setNewest(`${added} ${id}`)
            setAdded(undefined)
          }}
          onClose={() => setAdded(undefined)}
        />
      ) : null}
    </div>
  )
}

function removeAll(world: string, faults: readonly ShownFault[]): Promise<boolean> {
  return attemptChange(async () => {
    for (const { kind, fault } of faults) await deleteFault(world, kind, fault.id)
    return `${formatCount(faults.length, 'used-up fault is', 'used-up faults are')} deleted.`
  })
}
