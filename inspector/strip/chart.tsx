import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { go } from '../address.ts'
import { spanOf, timeOf } from '../format.ts'
import { axisOf } from './axis.ts'
import { useWorld } from '../world.ts'
import { type Lane, type Thing, type Things } from './things.ts'

interface ChartProps {
  readonly things: Things
  readonly lanes: readonly Lane[]
  readonly laneHeight: number
  /** The key of the selected thing: what it caused, and what caused it, is joined to it. */
  readonly selected: string | undefined
  readonly onSelect?: (thing: Thing) => void
}

const NAMES: { readonly [Each in Lane]: string } = { calls: 'Calls', jobs: 'Jobs', webhooks: 'Webhooks', emails: 'Emails' }

/** The room for the names of the lanes, and above and below them. */
const LEFT = 72
const TOP = 24
const BOTTOM = 20

/** Room of the words beside the line of now. */
const NOW_WIDTH = 100

/** Width of a letter, roughly. */
const LETTER = 6

/** One axis of virtual time: what happened on the left of now, what waits on its right. */
export function Chart({ things, lanes, laneHeight, selected, onSelect }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const axis = axisOf(things, width - LEFT)
  const height = TOP + lanes.length * laneHeight + BOTTOM
  const x = (share: number): number => LEFT + share * (width - LEFT)
  const y = (lane: Lane): number => TOP + (lanes.indexOf(lane) + 0.25) * laneHeight
  const shown = things.things.filter(({ lane }) => lanes.includes(lane))
  const byKey = new Map(shown.map((each) => [each.key, each]))
  const positionOf = (thing: Thing): number => x(axis.at.get(thing.key) ?? 0)
  const joined = shown.filter(({ key, cause }) => cause !== undefined && (cause === selected || key === selected))
  const words = wordsAhead(shown, positionOf, things.now, width)
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
        aria-label={`${shown.length} things around ${timeOf(new Date(things.now).toISOString())}`}
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
          now{isRunning ? '' : ` ${timeOf(new Date(things.now).toISOString())}`}
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
        {shown.map((thing) => (
          <g
            key={thing.key}
            class={`thing ${thing.lane} ${thing.tone}${thing.isAhead ? ' ahead' : ''}${thing.key === selected ? ' on' : ''}`}
            transform={`translate(${positionOf(thing)} ${y(thing.lane)})`}
            onClick={() => (onSelect ? onSelect(thing) : thing.to && go(thing.to))}
          >
            <title>{`${timeOf(new Date(thing.at).toISOString())} ${thing.words}`}</title>
            <circle class="target" r="9" />
            <Mark lane={thing.lane} />
          </g>
        ))}
        {words.map(({ thing, text }) => (
          <text key={thing.key} x={positionOf(thing) + 11} y={y(thing.lane) + 4}>
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
  if (lane === 'emails') return <rect class="mark" x="-5" y="-3.5" width="10" height="7" rx="1.5" />
  return <path class="mark" d="M0-5l5 5-5 5-5-5z" />
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const bend = (toY - fromY) / 2
  return `M${fromX} ${fromY}C${fromX} ${fromY + bend} ${toX} ${toY - bend} ${toX} ${toY}`
}

/** What waits is named beside its mark, as far as there is room before the next one in its lane. */
function wordsAhead(
  things: readonly Thing[],
  positionOf: (thing: Thing) => number,
  now: number,
  width: number,
): readonly { readonly thing: Thing; readonly text: string }[] {
  const ahead = things.filter(({ isAhead }) => isAhead)
  return ahead.flatMap((thing) => {
    const next = ahead.find((other) => other.lane === thing.lane && positionOf(other) > positionOf(thing))
    const letters = Math.floor(((next ? positionOf(next) : width) - positionOf(thing) - 24) / LETTER)
    const text = `${thing.words}, in ${spanOf(thing.at - now)}`
    if (letters < 8) return []
    return [{ thing, text: text.length > letters ? `${text.slice(0, letters - 1)}…` : text }]
  })
}
