import { useState } from 'hono/jsx/dom'
import { go, useAddress } from '../address.ts'
import { Badge } from '../components/badge.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { Problem } from '../components/problem.tsx'
import { Toggle } from '../components/toggle.tsx'
import { spanOf, timeOf } from '../format.ts'
import { useKeys } from '../keys.ts'
import { Chart } from '../strip/chart.tsx'
import { LANES, type Thing, useThings, useWithJobs } from '../strip/things.ts'
import { useWorld } from '../world.ts'

/** How many things of each kind are shown, from near to far. */
const ZOOM = [15, 40, 100, 400] as const

/** All that happened and all that waits, on one axis of virtual time. */
export function TimelinePage() {
  const { id: world, api_key, base_url } = useWorld()
  const { hide = '', at } = useAddress()
  const hidden = new Set(hide.split(',').filter(Boolean))
  const [zoom, setZoom] = useState(1)
  const loaded = useThings(world, ZOOM[zoom] ?? 40)
  const data = useWithJobs(world, loaded.data, at)
  const { error } = loaded
  const lanes = LANES.filter((lane) => !hidden.has(lane))
  const near = (): void => setZoom(Math.max(0, zoom - 1))
  const far = (): void => setZoom(Math.min(ZOOM.length - 1, zoom + 1))
  useKeys({ '+': near, '-': far })
  const select = (thing: Thing): void => go({ at: thing.key === at ? undefined : thing.key }, { isStep: false })
  const shown = data?.things.filter(({ lane }) => lanes.includes(lane)).toReversed() ?? []
  const chosen = shown.find(({ key }) => key === at)
  const isJoined = (thing: Thing): boolean =>
    at === undefined || thing.key === at || thing.cause === at || thing.key === chosen?.cause
  return (
    <div class="page timeline">
      <div class="filters">
        {LANES.map((lane) => (
          <Toggle
            key={lane}
            isOn={!hidden.has(lane)}
            onChange={(isOn) => {
              const next = isOn ? [...hidden].filter((each) => each !== lane) : [...hidden, lane]
              go({ hide: next.length === 0 ? undefined : next.join(',') }, { isStep: false })
            }}
          >
            {lane}
          </Toggle>
        ))}
        <span class="space" />
        <button aria-label="Show less of the past" title="Zoom in (+)" disabled={zoom === 0} onClick={near}>
          +
        </button>
        <button aria-label="Show more of the past" title="Zoom out (-)" disabled={zoom === ZOOM.length - 1} onClick={far}>
          −
        </button>
      </div>
      {error !== undefined && !data ? <Problem error={error} /> : null}
      {data && data.things.length === 0 ? (
        <Empty title="Nothing has happened yet" command={`curl -u any:${api_key} ${base_url}/3.0/lists`}>
          Calls, webhooks and emails appear here as they happen, and jobs before they run. Begin with a call:
        </Empty>
      ) : null}
      {data && data.things.length > 0 ? (
        <>
          <div class="big-chart">
            <Chart things={data} lanes={lanes} laneHeight={36} selected={at} onSelect={select} />
          </div>
          <ol class="things">
            {shown.map((thing) => (
              <li key={thing.key} class={at !== undefined && isJoined(thing) ? 'joined' : ''}>
                <button
                  class={thing.key === at ? 'row thing-row on' : 'row thing-row'}
                  aria-pressed={thing.key === at ? 'true' : 'false'}
                  onClick={() => select(thing)}
                >
                  <span class="time">{timeOf(new Date(thing.at).toISOString())}</span>
                  <Badge tone={thing.tone}>
                    {thing.isAhead ? `in ${spanOf(thing.at - data.now)}` : thing.lane.replace(/s$/, '')}
                  </Badge>
                  <span>{thing.words}</span>
                </button>
                {thing.to ? (
                  <Link class="text-link" to={thing.to}>
                    Details
                  </Link>
                ) : null}
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </div>
  )
}
