import { expect, test } from 'vitest'
import { layOutAxis, compact, isCrowded, type PlacedItem } from '../../inspector/strip/axis.ts'
import { dayFrom, inSpan } from '../../inspector/format.ts'
import { type Item, partInWords, relatedTo, type Timeline } from '../../inspector/strip/items.ts'
import { halfAround, listTimelineRows } from '../../inspector/pages/timeline/rows.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-01-23T09:00:00Z')

function placed(key: string, at: number, count = 1): PlacedItem {
  return { key, at, lane: 'calls', count }
}

function item(key: string, given: Partial<Item> = {}): Item {
  const { at = NOW } = given
  return {
    key,
    last: key,
    lane: 'calls',
    at,
    until: at,
    count: 1,
    tone: 'plain',
    words: key,
    isAhead: false,
    changes: '',
    faults: [],
    causes: [],
    ...given,
  }
}

function timeline(items: readonly Item[], given: Partial<Timeline> = {}): Timeline {
  const pending = items.filter(({ isAhead }) => isAhead).length
  const shown = items.length - pending
  const nothing = { earlier: null, later: null, evicted: 0, wider: null, holder: null, pendingUntil: null }
  return { now: NOW, items, total: shown, shown, pending, ...nothing, ...given }
}

test('marks on the axis keep their order and do not overlap as long as there is room', () => {
  const past = Array.from({ length: 60 }, (_, index) => placed(`i${index}`, NOW, index % 10 === 0 ? 1_308 : 1))
  const { at, now } = layOutAxis(past, [placed('next', NOW + DAY_MS)], NOW, 1_200)
  const xs = past.map(({ key }) => at.get(key) ?? NaN)
  expect(xs.slice(1).every((x, index) => x - (xs[index] ?? 0) >= 11)).toBe(true)
  expect([xs[0], now, at.get('next')].every((x) => x !== undefined && x > 0 && x < 1_200)).toBe(true)
  expect(now).toBeGreaterThan(xs.at(-1) ?? 0)
  expect(at.get('next')).toBeGreaterThan(now)
})

test('marks on a crowded axis stay within it', () => {
  const past = Array.from({ length: 500 }, (_, index) => placed(`i${index}`, NOW))
  const xs = [...layOutAxis(past, [], NOW, 300).at.values()]
  expect(Math.min(...xs)).toBeGreaterThan(0)
  expect(Math.max(...xs)).toBeLessThan(300)
})

test('the axis names the date of each day if it spans more than one', () => {
  const past = [placed('a', NOW - 2 * DAY_MS), placed('b', NOW - DAY_MS), placed('c', NOW)]
  expect(layOutAxis(past, [], NOW, 2_000).days.map(({ text }) => text)).toContain('2026-01-21')
  expect(layOutAxis([placed('a', NOW)], [], NOW, 2_000).days).toEqual([])
})

test('a lane is crowded if its marks need more room than there is', () => {
  const past = Array.from({ length: 30 }, (_, index) => placed(`i${index}`, NOW, 100))
  expect([isCrowded(past, 1_200), isCrowded(past, 600)]).toEqual([false, true])
})

test('large numbers are short in a mark', () => {
  expect([999, 1_308, 29_295].map(compact)).toEqual(['999', '1.3k', '29k'])
})

test('days and spans are relative to now in words', () => {
  expect([-8, -1, 0, 1, 14].map((days) => dayFrom(NOW, NOW + days * DAY_MS))).toEqual([
    '8 days ago',
    'yesterday',
    'today',
    'tomorrow',
    'in 14 days',
  ])
  expect([inSpan(14 * DAY_MS - 3_600_000), inSpan(80_000)]).toEqual(['in 14 days', 'in 1 min 20 s'])
})

test('a part of a timeline says how much of it is shown', () => {
  expect(partInWords({ shown: 400, total: 3_120 })).toBe('latest 400 of 3,120')
  expect(partInWords({ shown: 400, total: 400 })).toBe('')
})

test('the related items are the causes and the consequences of an item, not its siblings', () => {
  const items = [
    item('call'),
    item('job', { causes: ['call'] }),
    item('email', { causes: ['job'] }),
    item('other', { causes: ['call'] }),
  ]
  expect([...relatedTo(items, 'job')].toSorted()).toEqual(['call', 'email', 'job'])
})

test('the rows separate days, and now stands between the pending jobs and the past', () => {
  const ahead = item('soon', { at: NOW + DAY_MS, isAhead: true })
  const rows = listTimelineRows(timeline([item('old', { at: NOW - DAY_MS }), item('new'), ahead]), false)
  expect(rows.map(({ kind, id }) => (kind === 'item' ? id : kind))).toEqual(['day', 'soon', 'day', 'now', 'new', 'day', 'old'])
})

test('many pending jobs are one row above now, and open with the nearest first', () => {
  const jobs = [1, 2, 3, 4].map((day) => item(`job${day}`, { at: NOW + day * DAY_MS, isAhead: true }))
  const data = timeline(jobs, { pending: 40, pendingUntil: '2027-01-12T08:00:00.000Z' })
  const closed = listTimelineRows(data, false)
  expect(closed.map(({ kind }) => kind)).toEqual(['future', 'day', 'now'])
  expect(closed[0]).toMatchObject({ words: '40 jobs until 2027-01-12', next: jobs[0] })
  const open = listTimelineRows(data, true).flatMap((row) => (row.kind === 'item' ? [row.id] : []))
  expect(open).toEqual(['job1', 'job2', 'job3', 'job4'])
})

test('zooming in halves the items around the selected one, or around the latest', () => {
  const items = Array.from({ length: 10 }, (_, index) => item(`i${index}`, { last: `last${index}` }))
  expect(halfAround(items, undefined)).toEqual({ from: 'i5', to: 'last9' })
  expect(halfAround(items, 'i4')).toEqual({ from: 'i2', to: 'last6' })
})
