import { useAddress } from '../address.ts'
import { pageNamed } from '../pages.ts'
import { useWorld } from '../world.ts'
import { Chart } from './chart.tsx'
import type { Lane } from './items.ts'
import { useTimeline } from './load-timeline.ts'

/** The latest items of each kind that the strip shows. */
const LATEST = 40

const STRIP_LANES: readonly Lane[] = ['calls', 'jobs', 'webhooks']

/** The strip of time on every page: the latest and the pending items, with the selected one highlighted. */
export function Strip() {
  const { id: world } = useWorld()
  const { id, page } = useAddress()
  const kind = { requests: 'request', webhooks: 'delivery', emails: 'email' }[pageNamed(page) as string]
  const selected = id === undefined || kind === undefined ? undefined : `${kind}:${id}`
  const { data } = useTimeline(world, STRIP_LANES, LATEST)
  return (
    <div class="strip">{data ? <Chart timeline={data} lanes={STRIP_LANES} laneHeight={22} selected={selected} /> : null}</div>
  )
}
