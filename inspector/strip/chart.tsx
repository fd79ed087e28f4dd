import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { go } from '../address.ts'
import { spanOf, timeOf } from '../format.ts'
import { axisOf } from './axis.ts'
import { useWorld } from '../world.ts'
import { type Lane, relatedTo, type Timeline, type TimelineItem } from './items.ts'

interface ChartProps {
  readonly timeline: Timeline
  readonly lanes: readonly Lane[]
  readonly laneHeight: number
  /** The key of the selected item. Lines join it with its causes and its consequences. */
  readonly selected: string | undefined
  readonly onSelect?: (item: TimelineItem) => void
}

const NAMES: { readonly [Each in Lane]: string } = {
  calls: 'Calls',
  faults: 'Faults',
  changes: 'Changes',
  jobs: 'Jobs',
  webhooks: 'Webhooks',
  emails: 'Emails',
}

/** The room for the names of the lanes, and above and below them. */
const LEFT = 72
const TOP = 24
const BOTTOM = 20

/** Room of the words beside the line of now. */
const NOW_WIDTH = 100

/** Width of a letter, roughly. */
const LETTER = 6

/** One axis of virtual time, with past items on the left of now and pending items on the right. */
export function Chart({ timeline, lanes, laneHeight, selected, onSelect }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { now, items } = timeline
  const shown = items.filter(({ lane }) => lanes.includes(lane))
  const axis = axisOf({ now, items: shown }, width - LEFT)
  const height = TOP + lanes.length * laneHeight + BOTTOM
  const x = (share: number): number => LEFT + share * (width - LEFT)
  const y = (lane: Lane): number => TOP + (lanes.indexOf(lane) + 0.25) * laneHeight
  const byKey = new Map(shown.map((each) => [each.key, each]))
  const positionOf = (item: TimelineItem): number => x(axis.at.get(item.key) ?? 0)
  const related = selected === undefined ? NOTHING : relatedTo(items, selected)
  const joined = shown.filter(({ key, cause }) => cause !== undefined && related.has(key) && related.has(cause))
  const words = wordsAhead(shown, positionOf, now, width)
  // The chart is drawn when something happens, so the time of a running clock would soon be wrong.
  const isRunning = useWorld().clock.rate !== 0
  const isCrowded = width - x(axis.now) < NOW_WIDTH
  const bottom = TOP + lanes.length * laneHeight - 4
  return (
    <div class="chart" ref={box}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${shown.length} items around ${timeOf(new Date(now).toISOString())}`}
      >
        {lanes.map((lane) => (
          <g key={lane}>
            <path class="lane" d={`M${LEFT} ${y(lane)}H${width}`} />
            <text x="0" y={y(lane) + 4}>
              {NAMES[lane]}
            </text>
          </g>
        ))}
        {axis.ticks.map(({ at, instant }) => (
          <text key={instant} class="tick" x={x(at)} y={height - 5}>
            {timeOf(new Date(instant).toISOString())}
          </text>
        ))}
        <path class="now" d={`M${x(axis.now)} 8V${bottom}`} />
        <text class="now" x={x(axis.now) + (isCrowded ? -6 : 6)} y="14" text-anchor={isCrowded ? 'end' : 'start'}>
          now{isRunning ? '' : ` ${timeOf(new Date(now).toISOString())}`}
        </text>
        {joined.map((effect) => {
          const cause = byKey.get(effect.cause ?? '')
          return cause ? (
            <path
              key={effect.key}
              class="joint"
              d={curve(positionOf(cause), y(cause.lane), positionOf(effect), y(effect.lane))}
            />
          ) : null
        })}
        {shown.map((item) => (
          <g
            key={item.key}
            class={`mark-of ${item.tone}${item.isAhead ? ' ahead' : ''}${item.key === selected ? ' on' : ''}${related.has(item.key) ? ' related' : ''}`}
            transform={`translate(${positionOf(item)} ${y(item.lane)})`}
            onClick={() => (onSelect ? onSelect(item) : item.to && go(item.to))}
          >
            <title>{`${timeOf(new Date(item.at).toISOString())} ${item.words}`}</title>
            <circle class="target" r="9" />
            <Mark lane={item.lane} />
          </g>
        ))}
        {words.map(({ item, text }) => (
          <text key={item.key} x={positionOf(item) + 11} y={y(item.lane) + 4}>
            {text}
          </text>
        ))}
      </svg>
    </div>
  )
}

function Mark({ lane }: { readonly lane: Lane }) {
  if (lane === 'calls') return <circle class="mark" r="4" />
  if (lane === 'jobs') return <rect class="mark" x="-4" y="-4" width="8" height="8" rx="2" />
  if (lane === 'changes') return <path class="mark" d="M0-4.5l5 8.5h-10z" />
  if (lane === 'faults') return <path class="mark" d="M1.5-6.5l-5.5 7.5h3.5l-1 5.5 5.5-7.5h-3.5z" />
  if (lane === 'emails') return <rect class="mark" x="-5" y="-3.5" width="10" height="7" rx="1.5" />
  return <path class="mark" d="M0-5l5 5-5 5-5-5z" />
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const bend = (toY - fromY) / 2
  return `M${fromX} ${fromY}C${fromX} ${fromY + bend} ${toX} ${toY - bend} ${toX} ${toY}`
}

const NOTHING: ReadonlySet<string> = new Set()

/** The names of pending items beside their marks, as far as there is room before the next mark of the lane. */
function wordsAhead(
  items: readonly TimelineItem[],
  positionOf: (item: TimelineItem) => number,
  now: number,
  width: number,
): readonly { readonly item: TimelineItem; readonly text: string }[] {
  const ahead = items.filter(({ isAhead }) => isAhead)
  return ahead.flatMap((item) => {
    const next = ahead.find((other) => other.lane === item.lane && positionOf(other) > positionOf(item))
    const letters = Math.floor(((next ? positionOf(next) : width) - positionOf(item) - 24) / LETTER)
    const text = `${item.words}, in ${spanOf(item.at - now)}`
    if (letters < 8) return []
    return [{ item, text: text.length > letters ? `${text.slice(0, letters - 1)}…` : text }]
  })
}
