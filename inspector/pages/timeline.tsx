import { useState } from 'hono/jsx/dom'
import { go, useAddress } from '../address.ts'
import { Badge } from '../components/badge.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { Problem } from '../components/problem.tsx'
import { Toggle } from '../components/toggle.tsx'
import { WindowedList } from '../components/windowed-list.tsx'
import { spanOf, timeOf } from '../format.ts'
import { useKeys } from '../keys.ts'
import { wholeList } from '../load.ts'
import { Chart } from '../strip/chart.tsx'
import { LANES, type Lane, relatedTo, type TimelineItem } from '../strip/items.ts'
import { useTimeline } from '../strip/load-timeline.ts'
import { useWorld } from '../world.ts'

/** How many items of each kind are shown, from near to far. */
const ZOOM = [15, 40, 100, 400] as const

const ROW_HEIGHT = 32

/** The name of the items of a lane. */
const WORDS: { readonly [Each in Lane]: string } = {
  calls: 'call',
  faults: 'fault',
  changes: 'change',
  jobs: 'job',
  webhooks: 'webhook',
  emails: 'email',
}

/** All past and pending items, on one axis of virtual time. */
export function TimelinePage() {
  const { id: world, api_key, base_url } = useWorld()
  const { hide = '', at } = useAddress()
  const hidden = new Set(hide.split(',').filter(Boolean))
  const [zoom, setZoom] = useState(1)
  const { data, error } = useTimeline(world, LANES, ZOOM[zoom] ?? 40)
  const lanes = LANES.filter((lane) => !hidden.has(lane))
  const near = (): void => setZoom(Math.max(0, zoom - 1))
  const far = (): void => setZoom(Math.min(ZOOM.length - 1, zoom + 1))
  useKeys({ '+': near, '-': far })
  const select = (key: string | undefined): void => go({ at: key === at ? undefined : key }, { isStep: false })
  const shown = data?.items.filter(({ lane }) => lanes.includes(lane)).toReversed() ?? []
  const related = data && at !== undefined ? relatedTo(data.items, at) : undefined
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
      {data && data.items.length === 0 ? (
        <Empty title="Nothing has happened yet" command={`curl -u any:${api_key} ${base_url}/3.0/lists`}>
          Calls, what they change, webhooks and emails appear here as they happen, and jobs before they run. Begin with a call:
        </Empty>
      ) : null}
      {data && data.items.length > 0 ? (
        <div class="chart-and-list">
          <div class="big-chart">
            <Chart timeline={data} lanes={lanes} laneHeight={30} selected={at} onSelect={({ key }) => select(key)} />
          </div>
          <WindowedList
            label="Timeline, the latest first"
            list={wholeList(shown)}
            rowHeight={ROW_HEIGHT}
            idOf={({ key }) => key}
            selected={at}
            onSelect={select}
            row={(item) => (
              <ItemRow
                item={item}
                now={data.now}
                isSelected={item.key === at}
                isRelated={related?.has(item.key) ?? false}
                onSelect={() => select(item.key)}
              />
            )}
          />
        </div>
      ) : null}
    </div>
  )
}

interface ItemRowProps {
  readonly item: TimelineItem
  /** The time of the world in milliseconds. */
  readonly now: number
  readonly isSelected: boolean
  readonly isRelated: boolean
  readonly onSelect: () => void
}

function ItemRow({ item: { at, lane, tone, words, isAhead, to }, now, isSelected, isRelated, onSelect }: ItemRowProps) {
  return (
    <div class={isRelated ? 'item related' : 'item'}>
      <button
        class={isSelected ? 'row item-row on' : 'row item-row'}
        aria-pressed={isSelected ? 'true' : 'false'}
        title={words}
        onClick={onSelect}
      >
        <span class="time">{timeOf(new Date(at).toISOString())}</span>
        <Badge tone={tone}>{isAhead ? `in ${spanOf(at - now)}` : WORDS[lane]}</Badge>
        <span>{words}</span>
      </button>
      {to ? (
        <Link class="text-link" to={to}>
          Details
        </Link>
      ) : null}
    </div>
  )
}
