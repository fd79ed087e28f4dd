import { cutText, upperFirst } from '../../src/kernel/support/words.ts'
import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { go } from '../address.ts'
import { formatDateTime, inSpan, formatTime } from '../format.ts'
import { useWorld } from '../world.ts'
import { layOutAxis, compact, widthOfMark } from './axis.ts'
import { type Item, type Lane, relatedTo, type Timeline } from './items.ts'

interface ChartProps {
  readonly timeline: Pick<Timeline, 'now' | 'items' | 'later'>
  readonly lanes: readonly Lane[]
  readonly laneHeight: number
  /** The key of the selected item. Lines join it with its causes and its consequences. */
  readonly selected: string | undefined
  readonly onSelect?: (item: Item) => void
  /** Called with the first and the last past item of a part that was drawn with the pointer. */
  readonly onZoom?: (first: Item, last: Item) => void
}

/** The room for the names of the lanes, and above and below them. */
const LEFT = 72
const TOP = 24

/** Room of the words beside the line of now. */
const NOW_WIDTH = 166

/** Width of a letter, roughly. */
const LETTER = 6

/** Shortest distance in pixels that draws a part. */
const BRUSH_MIN = 6

/** A mark of an item in a lane. An item with faults or changes has one in their lanes as well. */
interface Mark {
  readonly item: Item
  readonly lane: Lane
  readonly x: number
  /** The area that selects it, which covers no neighbour. */
  readonly from: number
  readonly to: number
}

/** One axis of virtual time, with past items on the left of now and pending items on the right. */
export function Chart({ timeline: { now, items, later }, lanes, laneHeight, selected, onSelect, onZoom }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [brush, setBrush] = useState<readonly [number, number] | undefined>(undefined)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const past = items.filter(({ isAhead }) => !isAhead)
  const axis = layOutAxis(
    past,
    items.filter(({ isAhead }) => isAhead),
    now,
    width - LEFT,
  )
  const hasDays = axis.days.length > 0
  const bottom = TOP + lanes.length * laneHeight
  const height = bottom + (hasDays ? 32 : 18)
  const x = ({ key }: Item): number => LEFT + (axis.at.get(key) ?? 0)
  const y = (lane: Lane): number => TOP + (lanes.indexOf(lane) + 0.3) * laneHeight
  // The width is known once the element has been laid out.
  const marks = width === 0 ? [] : placeMarks(items, lanes, x, width)
  const byKey = new Map(items.map((each) => [each.key, each]))
  const related = selected === undefined ? NOTHING : relatedTo(items, selected)
  const joints = items.flatMap((effect) =>
    effect.causes.flatMap((key) => {
      const cause = byKey.get(key)
      return cause && related.has(key) && related.has(effect.key) ? [{ cause, effect }] : []
    }),
  )
  // The chart is drawn when something happens, so the time of a running clock would soon be wrong.
  const isRunning = useWorld().clock.rate !== 0
  const nowX = LEFT + axis.now
  const isCrowded = width - nowX < NOW_WIDTH
  const nowWords = hasDays ? formatDateTime(now) : formatTime(now)

  const xOf = (event: PointerEvent): number => event.clientX - (box.current?.getBoundingClientRect().left ?? 0)
  const begin = (event: PointerEvent): void => {
    if (!onZoom || event.button !== 0) return
    setBrush([xOf(event), xOf(event)])
  }
  const draw = (event: PointerEvent): void => {
    if (!brush) return
    // Only now: the pointer of a click belongs to the mark.
    if (Math.abs(xOf(event) - brush[0]) >= BRUSH_MIN) box.current?.setPointerCapture(event.pointerId)
    setBrush([brush[0], xOf(event)])
  }
  const end = (): void => {
    if (!brush) return
    setBrush(undefined)
    const [from, to] = [Math.min(...brush), Math.max(...brush)]
    const within = to - from < BRUSH_MIN ? [] : past.filter((item) => x(item) >= from && x(item) <= to)
    const [first, last] = [within[0], within.at(-1)]
    if (first && last) onZoom?.(first, last)
  }
  return (
    <div
      class={onZoom ? 'chart zoomable' : 'chart'}
      ref={box}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={() => setBrush(undefined)}
    >
      <svg width={width} height={height} role="img" aria-label={`${items.length} items around ${formatDateTime(now)}`}>
        {axis.days.map((day) => (
          <g key={day.text}>
            <path class="day" d={`M${LEFT + day.x - 8} ${TOP - 8}V${height - 2}`} />
            <text class="tick date" x={LEFT + day.x - 4} y={height - 4}>
              {day.text}
            </text>
          </g>
        ))}
        {lanes.map((lane) => (
          <g key={lane}>
            <path class="lane" d={`M${LEFT} ${y(lane)}H${width}`} />
            <text x="0" y={y(lane) + 4}>
              {upperFirst(lane)}
            </text>
          </g>
        ))}
        {axis.ticks.map((tick) => (
          <text key={tick.x} class="tick" x={LEFT + tick.x - 4} y={bottom + 11}>
            {tick.text}
          </text>
        ))}
        <path class="now" d={`M${nowX} 8V${bottom - 4}`} />
        {later === null ? null : <path class="later" d={`M${nowX - 5} 8V${bottom - 4}`} />}
        <text class="now" x={nowX + (isCrowded ? -6 : 6)} y="14" text-anchor={isCrowded ? 'end' : 'start'}>
          now{isRunning ? '' : ` ${nowWords}`}
        </text>
        {joints.map(({ cause, effect }) => (
          <path key={`${cause.key} ${effect.key}`} class="joint" d={curve(x(cause), y(cause.lane), x(effect), y(effect.lane))} />
        ))}
        {marks.map(({ item, lane, x: at, from, to }) => (
          <g
            key={`${lane} ${item.key}`}
            class={`mark-of ${lane === 'faults' ? 'bad' : lane === 'changes' ? 'accent' : item.tone}${item.isAhead ? ' ahead' : ''}${item.key === selected ? ' on' : ''}${related.has(item.key) ? ' related' : related.size > 0 ? ' other' : ''}`}
            onClick={() => (onSelect ? onSelect(item) : item.to && go(item.to))}
          >
            <title>{describeMark(item, lane)}</title>
            <rect class="target" x={from} y={y(lane) - 11} width={to - from} height="22" rx="4" />
            <g transform={`translate(${at} ${y(lane)})`}>
              <Shape lane={lane} count={lane === item.lane ? item.count : 1} />
            </g>
          </g>
        ))}
        {wordsBeside(marks, { now, nowX, width }).map(({ item, lane, text, x: at }) => (
          <text key={`${lane} ${item.key}`} class="beside" x={at} y={y(lane) + 4}>
            {text}
          </text>
        ))}
        {brush ? (
          <rect class="brush" x={Math.min(...brush)} y="4" width={Math.abs(brush[1] - brush[0])} height={height - 8} />
        ) : null}
      </svg>
    </div>
  )
}

function describeMark(item: Item, lane: Lane): string {
  const at = formatDateTime(item.at)
  return `${at} ${lane === 'faults' ? item.faults.join(', ') : lane === 'changes' && item.changes !== '' ? item.changes : item.words}`
}

function Shape({ lane, count }: { readonly lane: Lane; readonly count: number }) {
  if (count > 1) {
    const width = widthOfMark({ count }) - 3
    return (
      <>
        <rect class="mark" x={-width / 2} y="-8" width={width} height="16" rx="8" />
        <text class="count" y="4" text-anchor="middle">
          {compact(count)}
        </text>
      </>
    )
  }
  return <path class="mark" d={SHAPES[lane]} />
}

/** What a single thing looks like, by its lane. */
const SHAPES: { readonly [Each in Lane]: string } = {
  calls: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  jobs: 'M-4-4h8v8h-8z',
  triggers: 'M-4-4.5l8.5 4.5-8.5 4.5z',
  changes: 'M0-4.5l5 8.5h-10z',
  faults: 'M1.5-6.5l-5.5 7.5h3.5l-1 5.5 5.5-7.5h-3.5z',
  emails: 'M-5-3.5h10v7h-10z',
  webhooks: 'M0-5l5 5-5 5-5-5z',
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const bend = fromY === toY ? 14 : (toY - fromY) / 2
  return fromY === toY
    ? `M${fromX} ${fromY}C${fromX} ${fromY - bend} ${toX} ${toY - bend} ${toX} ${toY}`
    : `M${fromX} ${fromY}C${fromX} ${fromY + bend} ${toX} ${toY - bend} ${toX} ${toY}`
}

const NOTHING: ReadonlySet<string> = new Set()

/** Half the width of the area that selects a mark, at most. */
const TARGET = 13

/** The marks of the items, lane by lane. The areas of neighbours meet half-way. */
function placeMarks(items: readonly Item[], lanes: readonly Lane[], xOf: (item: Item) => number, width: number): readonly Mark[] {
  return lanes.flatMap((lane) => {
    const found = items
      .filter(
        (item) =>
          item.lane === lane || (lane === 'faults' && item.faults.length > 0) || (lane === 'changes' && item.changes !== ''),
      )
      .map((item) => ({ item, lane, x: xOf(item), half: lane === item.lane ? widthOfMark(item) / 2 : 6 }))
      .toSorted((a, b) => a.x - b.x)
    return found.map(({ half, ...mark }, index) => {
      const [before, after] = [found[index - 1], found[index + 1]]
      const reach = Math.max(half, TARGET)
      return {
        ...mark,
        from: Math.max(mark.x - reach, before ? (before.x + mark.x) / 2 : 0),
        to: Math.min(mark.x + reach, after ? (after.x + mark.x) / 2 : width),
      }
    })
  })
}

/** The words of clusters and of pending items, as far as there is room before the next mark of the lane and the line of now. */
function wordsBeside(
  marks: readonly Mark[],
  { now, nowX, width }: { readonly now: number; readonly nowX: number; readonly width: number },
): readonly (Pick<Mark, 'item' | 'lane' | 'x'> & { readonly text: string })[] {
  return marks.flatMap(({ item, lane, x }, index) => {
    if (lane !== item.lane || !(item.isAhead || item.count > 1)) return []
    const next = marks[index + 1]
    const begin = x + widthOfMark(item) / 2 + 5
    const room = next?.lane === lane ? next.x - widthOfMark(next.item) / 2 : width
    const letters = Math.floor((Math.min(room, item.isAhead ? width : nowX) - 4 - begin) / LETTER)
    const whole = item.isAhead ? `${inSpan(item.at - now)}: ${item.words}` : item.words.replace(/^[\d,]+ (?:× )?/, '')
    const text = item.isAhead && letters < 24 ? inSpan(item.at - now) : whole
    if (letters < Math.min(8, text.length)) return []
    return [{ item, lane, x: begin, text: cutText(text, letters) }]
  })
}
