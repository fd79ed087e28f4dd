import { useAddress } from '../address.ts'
import { pageNamed } from '../pages.ts'
import { useWorld } from '../world.ts'
import { Chart } from './chart.tsx'
import { type Lane, partInWords } from './items.ts'
import { useTimeline } from './load-timeline.ts'

/** The latest entries that the strip shows, and the next jobs. */
const LATEST = 40
const NEXT = 4

const STRIP_LANES: readonly Lane[] = ['calls', 'triggers', 'jobs', 'webhooks', 'emails']

/** The strip of time above the lists of calls, webhooks and emails: the latest and the pending items, with the selected one highlighted. */
export function Strip() {
  const { id: world } = useWorld()
  const { id, page } = useAddress()
  const kind = { requests: 'request', webhooks: 'delivery', emails: 'email' }[pageNamed(page) as string]
  const selected = id === undefined || kind === undefined ? undefined : `${kind}:${id}`
  const { data } = useTimeline(world, {
    lanes: STRIP_LANES,
    limit: LATEST,
    ahead: NEXT,
    cluster: 'runs',
    ...(selected === undefined ? {} : { holding: selected }),
  })
  return (
    <section class="strip" aria-label="Latest events">
      {data ? <Chart timeline={data} lanes={STRIP_LANES} laneHeight={19} selected={data.holder ?? selected} /> : null}
      {data ? <span class="part">{partInWords(data)}</span> : null}
    </section>
  )
}
