import { useEffect, useState } from 'hono/jsx/dom'
import { go, useAddress } from '../address.ts'
import { Badge, StatusBadge } from '../components/badge.tsx'
import { Empty } from '../components/empty.tsx'
import { Problem } from '../components/problem.tsx'
import { Split } from '../components/split.tsx'
import { Toggle } from '../components/toggle.tsx'
import { WindowedList } from '../components/windowed-list.tsx'
import { formatDateTime, dayFrom, formatDate, inSpan, formatTime } from '../format.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { useKeys } from '../keys.ts'
import { wholeList } from '../load.ts'
import { isCrowded } from '../strip/axis.ts'
import { Chart } from '../strip/chart.tsx'
import { type Item, LANES, type Lane, partInWords, relatedTo } from '../strip/items.ts'
import { useTimeline } from '../strip/load-timeline.ts'
import { useWorld } from '../world.ts'
import { TimelineDetail } from './timeline/detail.tsx'
import { halfAround, hasSeveralDays, type Row, listTimelineRows } from './timeline/rows.ts'

/** Maximum number of entries on a wide and on a narrow page, and of pending jobs. */
const ENTRIES = 120
const ENTRIES_NARROW = 36
const AHEAD = 50

/** Fewer entries are not asked for, however narrow the page is. */
const LEAST = 6

/** Number of pending jobs in the chart. */
const AHEAD_IN_CHART = 4

const ROW_HEIGHT = 32

/** Lanes that are shown only if they have anything. */
const RARE: ReadonlySet<Lane> = new Set(['faults', 'triggers'])

/** All past and pending items, on one axis of virtual time. */
export function TimelinePage() {
  const { id: world, api_key, base_url } = useWorld()
  const { hide = '', id, from, to, group } = useAddress()
  const hidden = new Set(hide.split(',').filter(Boolean))
  const lanes = LANES.filter((lane) => !hidden.has(lane))
  const [isOpen, setOpen] = useState(false)
  const [limit, setLimit] = useState(innerWidth < 600 ? ENTRIES_NARROW : ENTRIES)
  const { data: loaded, error } = useTimeline(world, {
    lanes,
    limit,
    ahead: AHEAD,
    // The things of one group are alike: only one by one they can be told apart.
    cluster: group === undefined ? 'fit' : 'none',
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(group === undefined ? {} : { group }),
    ...(id === undefined ? {} : { holding: id }),
  })
  // Marks with numbers need more room than single ones.
  const isTooMuch =
    loaded !== undefined &&
    limit > LEAST &&
    isCrowded(
      loaded.items.filter(({ isAhead }) => !isAhead),
      innerWidth * 0.6,
    )
  useEffect(() => {
    if (isTooMuch) setLimit(Math.round(limit / 2))
  }, [loaded])
  // What is too much is not shown: it would go as soon as it came, together with a click on it.
  const data = isTooMuch ? undefined : loaded
  const isZoomed = from !== undefined || to !== undefined
  const selected = data?.items.find(({ key }) => key === id) ? id : (data?.holder ?? undefined)
  const past = data?.items.filter(({ isAhead }) => !isAhead) ?? []
  const zoomTo = (bounds: { readonly from?: string; readonly to?: string; readonly group?: string } | null): void =>
    go({ from: bounds?.from, to: bounds?.to, group: bounds?.group })
  const open = (item: Item): void =>
    zoomTo({ from: item.key, to: item.last, ...(item.group === undefined || item.count === 1 ? {} : { group: item.group }) })
  const near = (): void => {
    const chosen = past.find(({ key }) => key === selected)
    if (chosen && chosen.count > 1) return open(chosen)
    const half = halfAround(past, selected)
    if (half && past.length > 1) zoomTo(half)
    else if (past[0] && past[0].count > 1) open(past[0])
  }
  const far = (): void => {
    if (isZoomed) zoomTo(data?.wider ?? null)
  }
  const all = (): void => zoomTo(null)
  useKeys({ '+': near, '-': far, '0': all })
  const select = (key: string | undefined): void => go({ id: key === id ? undefined : key }, { isStep: false })

  const rows = data ? listTimelineRows(data, isOpen) : []
  const isDated = hasSeveralDays(rows)
  const related = data && selected !== undefined ? relatedTo(data.items, selected) : undefined
  const item = data?.items.find(({ key }) => key === selected)
  const isEmpty = data !== undefined && data.items.length === 0 && !isZoomed && hidden.size === 0
  const inChart = data && { ...data, items: [...past, ...data.items.filter(({ isAhead }) => isAhead).slice(0, AHEAD_IN_CHART)] }
  const drawn = lanes.filter(
    (lane) => !RARE.has(lane) || data?.items.some((each) => each.lane === lane || (lane === 'faults' && each.faults.length > 0)),
  )
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
        <span class="quiet-text">{data ? describePart(data, isZoomed) : ''}</span>
        {isZoomed ? (
          <button title="Show everything (0)" onClick={all}>
            Show everything
          </button>
        ) : null}
        <span class="zoom">
          <button
            aria-label="Zoom in"
            title="Zoom in (+), or draw a part of the chart"
            disabled={past.length === 0}
            onClick={near}
          >
            +
          </button>
          <button aria-label="Zoom out" title="Zoom out (-)" disabled={!isZoomed} onClick={far}>
            −
          </button>
        </span>
      </div>
      {error !== undefined ? <Problem error={error} /> : null}
      {data || error !== undefined ? null : <p class="hint">Loading…</p>}
      {isEmpty ? (
        <Empty title="Nothing has happened yet" command={`curl -u any:${api_key} ${base_url}/3.0/lists`}>
          Calls, what they change, webhooks and emails appear here as they happen, and jobs before they run. Begin with a call:
        </Empty>
      ) : null}
      {data && inChart && !isEmpty ? (
        <div class="chart-and-list">
          <div class="big-chart">
            <Chart
              timeline={inChart}
              lanes={drawn}
              laneHeight={26}
              selected={selected}
              onSelect={({ key }) => select(key)}
              onZoom={(first, last) => (first === last ? open(first) : zoomTo({ from: first.key, to: last.last }))}
            />
          </div>
          <Split
            list={
              <WindowedList
                label="Timeline, the latest first"
                list={{ ...wholeList(rows), evicted: data.earlier === null && !isZoomed ? data.evicted : 0 }}
                rowHeight={ROW_HEIGHT}
                idOf={(row) => row.id}
                selected={selected}
                canSelect={({ kind }) => kind === 'item'}
                shown={selected ?? 'now'}
                row={(row) => (
                  <TimelineRow
                    row={row}
                    now={data.now}
                    isDated={isDated}
                    isOpen={isOpen}
                    isSelected={row.id === selected}
                    isRelated={related?.has(row.id) ?? false}
                    onSelect={() => select(row.id)}
                    onOpen={() => setOpen(!isOpen)}
                  />
                )}
              />
            }
            detail={id === undefined ? undefined : <TimelineDetail id={id} item={item} items={data.items} now={data.now} />}
            hint=""
          />
        </div>
      ) : null}
    </div>
  )
}

function describePart(data: Parameters<typeof partInWords>[0], isZoomed: boolean): string {
  return partInWords(data) || (isZoomed ? `zoomed: ${formatCount(data.total, 'entry', 'entries')}` : '')
}

interface RowProps {
  readonly row: Row
  /** The time of the world in milliseconds. */
  readonly now: number
  readonly isDated: boolean
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly isRelated: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
}

function TimelineRow({ row, now, isDated, isOpen, isSelected, isRelated, onSelect, onOpen }: RowProps) {
  if (row.kind === 'item') return <ItemRow {...{ item: row.item, now, isDated, isSelected, isRelated, onSelect }} />
  if (row.kind === 'now') {
    return (
      <div class="now-row">
        Now <time>{formatDateTime(now)}</time>
      </div>
    )
  }
  if (row.kind === 'day') {
    const weekday = new Date(row.at).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
    return (
      <div class="day-row">
        <b>
          {weekday}, {formatDate(row.at)}
        </b>{' '}
        {dayFrom(now, row.at)}
      </div>
    )
  }
  if (row.kind === 'later') {
    return (
      <button class="row more-row later-row" onClick={() => go({ to: undefined })}>
        Show later entries
      </button>
    )
  }
  if (row.kind === 'earlier') {
    return (
      <button class="row more-row" onClick={() => go({ from: undefined, to: row.to })}>
        Show earlier entries
      </button>
    )
  }
  return (
    <button class="row more-row" aria-expanded={isOpen ? 'true' : 'false'} onClick={onOpen}>
      <b>
        {isOpen ? '▾' : '▸'} {row.words}
      </b>
      {row.next && !isOpen ? (
        <span>
          next {inSpan(row.next.at - now)}: {row.next.words}
        </span>
      ) : null}
      {isOpen ? <span>the nearest first</span> : null}
    </button>
  )
}

interface ItemRowProps extends Omit<RowProps, 'row' | 'isOpen' | 'onOpen'> {
  readonly item: Item
}

function ItemRow({ item, now, isDated, isSelected, isRelated, onSelect }: ItemRowProps) {
  const { at, until, lane, tone, words, isAhead, changes, faults, status, count } = item
  return (
    <button
      class={`row item-row${isDated ? ' dated' : ''}${isSelected ? ' on' : ''}${isRelated ? ' related' : ''}${isAhead ? ' ahead' : ''}`}
      aria-pressed={isSelected ? 'true' : 'false'}
      title={`${words}${changes === '' ? '' : `\n${changes}`}`}
      onClick={onSelect}
    >
      <Times at={at} until={until} isDated={isDated} />
      <Badge tone={tone}>{lane.replace(/s$/, '')}</Badge>
      <span class="words">
        {count > 1 ? <b>{words}</b> : words}
        {changes === '' ? null : <i>{changes}</i>}
      </span>
      <span class="tags">
        {faults.map((fault) => (
          <Badge key={fault} tone="bad">
            {fault}
          </Badge>
        ))}
        {isAhead ? <span class="quiet-text">{inSpan(at - now)}</span> : null}
        {status === undefined ? null : <StatusBadge status={status} />}
      </span>
    </button>
  )
}

/** The instant of an item, or the first and the last one. The date is in the row only if the list has several days. */
function Times({ at, until, isDated }: Pick<Item, 'at' | 'until'> & { readonly isDated: boolean }) {
  const [begin, end] = [new Date(at).toISOString(), new Date(until).toISOString()]
  const date = isDated ? <span class="date">{formatDate(at)} </span> : null
  if (formatDate(at) !== formatDate(until)) {
    return (
      <span class="time">
        {formatDate(at)}–{formatDate(until).slice(5)}
      </span>
    )
  }
  const isSpan = begin.slice(0, 16) !== end.slice(0, 16)
  return (
    <span class="time">
      {date}
      {isSpan ? `${begin.slice(11, 16)}–${end.slice(11, 16)}` : formatTime(begin)}
    </span>
  )
}
