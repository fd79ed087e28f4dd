import type { Schemas } from '../../../src/kit/client/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { attempt } from '../../components/notices.tsx'
import { Problem } from '../../components/problem.tsx'
import { call } from '../../connection.ts'
import { counted } from '../../format.ts'
import { lookAgain } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'

/** The outages that the scenario of the world names, each with a button that starts or ends it. */
export function OutageList({ revision }: { readonly revision: number }) {
  const { id: world } = useWorld()
  const { data, error } = useLoad(`outages ${world}`, (signal) => call('getOutages', world, { signal }), revision)
  if (error !== undefined) return <Problem error={error} />
  if (!data || data.total === 0) return null
  return (
    <ul class="lines">
      {data.outages.map((each) => (
        <OutageLine key={each.outage} world={world} outage={each} />
      ))}
    </ul>
  )
}

function OutageLine({
  world,
  outage: { outage, active, consists_of },
}: {
  readonly world: string
  readonly outage: Schemas['Outage']
}) {
  const toggle = (): Promise<boolean> =>
    attempt(async () => {
      await call(active ? 'endOutage' : 'startOutage', world, { path: { outage } })
      lookAgain()
      return `The outage ${outage} is ${active ? 'over' : 'active'}.`
    })
  return (
    <li class="fault">
      <p>
        <b>Outage {outage}</b> {active ? <Badge tone="bad">active</Badge> : null}{' '}
        <span class="quiet-text">{counted(consists_of.length, 'fault')}</span>
      </p>
      <button class={active ? 'danger' : ''} aria-label={`${active ? 'End' : 'Start'} the outage ${outage}`} onClick={toggle}>
        {active ? 'End' : 'Start'}
      </button>
    </li>
  )
}
