import { useAddress } from '../address.ts'
import { pageNamed } from '../pages.ts'
import { useWorld } from '../world.ts'
import { Chart } from './chart.tsx'
import { useThings, useWithJobs } from './things.ts'

/** The latest things of each kind that the strip shows. */
const LATEST = 40

/** The strip of time on every page: what happened lately and what waits, with what is selected lit up. */
export function Strip() {
  const { id: world } = useWorld()
  const { id, page } = useAddress()
  const kind = { requests: 'request', webhooks: 'delivery', emails: 'email' }[pageNamed(page) as string]
  const selected = id === undefined || kind === undefined ? undefined : `${kind}:${id}`
  const data = useWithJobs(world, useThings(world, LATEST).data, selected)
  return (
    <div class="strip">
      {data ? <Chart things={data} lanes={['calls', 'jobs', 'webhooks']} laneHeight={22} selected={selected} /> : null}
    </div>
  )
}
