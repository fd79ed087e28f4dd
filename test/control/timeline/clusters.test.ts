import { expect, test } from 'vitest'
import { groupIntoClusters } from '../../../src/server/control/timeline/clusters.ts'

const HOUR_MS = 3_600_000

/** A thing at an hour. */
const thing = (hour: number, group = 1, kindGroup = group, lane = 'calls') => ({ at: hour * HOUR_MS, lane, group, kindGroup })

const lengths = (clusters: readonly { readonly members: readonly unknown[] }[]): number[] =>
  clusters.map(({ members }) => members.length)

test('four neighbours that are alike are one cluster, three are not', () => {
  expect(lengths(groupIntoClusters([thing(0), thing(1), thing(2), thing(3), thing(4, 2)], 'runs', 100))).toEqual([4, 1])
  expect(lengths(groupIntoClusters([thing(0), thing(1), thing(2), thing(4, 2)], 'runs', 100))).toEqual([1, 1, 1, 1])
})

test('things of another lane do not end a run', () => {
  const things = [0, 1, 2, 3].flatMap((hour) => [thing(hour), thing(hour, 2, 2, 'webhooks')])
  expect(lengths(groupIntoClusters(things, 'runs', 100))).toEqual([4, 4])
})

test('a run of things that are alike ends at midnight', () => {
  const things = [20, 21, 22, 23, 24, 25, 26, 27].map((hour) => thing(hour))
  expect(lengths(groupIntoClusters(things, 'runs', 100))).toEqual([4, 4])
})

test('few things are shown one by one', () => {
  const things = Array.from({ length: 12 }, () => thing(0))
  expect(lengths(groupIntoClusters(things, 'fit', 100))).toEqual(things.map(() => 1))
  expect(lengths(groupIntoClusters([...things, thing(0)], 'fit', 100))).toEqual([13])
})

test('things of two alternating groups become clusters of ever longer spans until they fit', () => {
  const things = Array.from({ length: 240 }, (_, index) => thing(index / 2, index % 2))
  expect(groupIntoClusters(things, 'fit', 300)).toHaveLength(240)
  const days = groupIntoClusters(things, 'fit', 100)
  expect(days).toHaveLength(10)
  expect(days.reduce((sum, { members }) => sum + members.length, 0)).toBe(240)
})

test('things of one instant that alternate become clusters by their order', () => {
  const things = Array.from({ length: 640 }, (_, index) => thing(0, index % 2))
  expect(groupIntoClusters(things, 'fit', 100)).toHaveLength(64)
})

test('things of one kind about many objects become clusters by their kind', () => {
  const things = Array.from({ length: 500 }, (_, index) => thing(index / 100, index + 1, 0))
  expect(lengths(groupIntoClusters(things, 'fit', 100))).toEqual([500])
})
