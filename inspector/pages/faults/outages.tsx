import { attemptChange } from '../../components/notices.tsx'
import type { Schemas } from '../../../src/kit/client/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { Problem } from '../../components/problem.tsx'
import { call } from '../../connection.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'
import { FaultLine, inWords, type ShownFault } from './line.tsx'

interface OutageListProps {
  readonly revision: number
  /** All faults of the world. */
  readonly faults: readonly ShownFault[]
}

/** The outages that the scenario of the world names, each with its faults and a button that starts or ends it. */
export function OutageList({ revision, faults }: OutageListProps) {
  const { id: world } = useWorld()
  const { data, error } = useLoad(`outages ${world}`, (signal) => call('getOutages', world, { signal }), revision)
  if (error !== undefined) return <Problem error={error} />
  if (!data || data.total === 0) return null
  return (
    <>
      {data.outages.map((each) => (
        <OutageGroup key={each.outage} outage={each} faults={faults.filter(({ fault }) => fault.outage === each.outage)} />
      ))}
    </>
  )
}

interface OutageGroupProps {
  readonly outage: Schemas['Outage']
  readonly faults: readonly ShownFault[]
}

function OutageGroup({ outage: { outage, active, consists_of }, faults }: OutageGroupProps) {
  const { id: world } = useWorld()
  const toggle = (): Promise<boolean> =>
    attemptChange(async () => {
      await call(active ? 'endOutage' : 'startOutage', world, { path: { outage } })
      return `The outage ${outage} is ${active ? 'over' : 'active'}.`
    })
  return (
    <section class={active ? 'outage active' : 'outage'}>
      <div class="fault-head">
        <p>
          <b>Outage {outage}</b> {active ? <Badge tone="bad">active</Badge> : null}{' '}
          <span class="quiet-text">{formatCount(consists_of.length, 'fault')}</span>
        </p>
        <button class={active ? 'danger' : ''} aria-label={`${active ? 'End' : 'Start'} the outage ${outage}`} onClick={toggle}>
          {active ? 'End' : 'Start'}
        </button>
      </div>
      <ul>
        {active
          ? faults.map((each) => <FaultLine key={each.kind + each.fault.id} shown={each} />)
          : consists_of.map(({ match, when, effect }, index) => (
              <li key={index} class="fault">
                <p>
                  <Badge>{inWords(effect)}</Badge>{' '}
                  <span class="quiet-text">
                    {[match, when]
                      .map((each) => inWords(each ?? {}))
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </p>
              </li>
            ))}
      </ul>
    </section>
  )
}
