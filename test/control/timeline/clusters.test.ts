import { expect, test } from 'vitest'
import { type Clustered, groupIntoClusters } from '../../../src/server/control/timeline/clusters.ts'

const HOUR_MS = 3_600_000

/** A thing at an hour. */
function thing(hour: number, group = 1, given: Partial<Clustered> = {}): Clustered {
  return { at: hour * HOUR_MS, lane: 'calls', group, cause: undefined, writes: false, sees: false, ...given }
}

const lengths = (clusters: readonly (readonly unknown[])[]): number[] => clusters.map(({ length }) => length)

test('four neighbours that are alike are one cluster, three are not', () => {
  expect(lengths(groupIntoClusters([thing(0), thing(1), thing(2), thing(3), thing(4, 2)], 'runs', 4))).toEqual([4, 1])
  expect(lengths(groupIntoClusters([thing(0), thing(1), thing(2), thing(4, 2)], 'runs', 3))).toEqual([1, 1, 1, 1])
})

test('things of another lane do not end a run', () => {
  const things = [0, 1, 2, 3].flatMap((hour) => [thing(hour), thing(hour, 2, { lane: 'webhooks' })])
  expect(lengths(groupIntoClusters(things, 'runs', 4))).toEqual([4, 4])
})

test('a run of things that are alike ends at midnight', () => {
  const things = [20, 21, 22, 23, 24, 25, 26, 27].map((hour) => thing(hour))
  expect(lengths(groupIntoClusters(things, 'runs', 4))).toEqual([4, 4])
})

test('things are shown one by one as long as the list fits', () => {
  const things = Array.from({ length: 30 }, () => thing(0))
  expect(lengths(groupIntoClusters(things, 'fit', 30))).toEqual(things.map(() => 1))
  expect(lengths(groupIntoClusters(things, 'fit', 29))).toEqual([30])
})

test('things of two alternating groups become clusters of ever longer spans until they fit', () => {
  const things = Array.from({ length: 240 }, (_, index) => thing(index / 2, index % 2))
  expect(groupIntoClusters(things, 'fit', 300)).toHaveLength(240)
  const days = groupIntoClusters(things, 'fit', 100)
  expect(days).toHaveLength(10)
  expect(days.reduce((sum, { length }) => sum + length, 0)).toBe(240)
})

test('things of one instant that alternate become clusters by their order', () => {
  const things = Array.from({ length: 640 }, (_, index) => thing(0, index % 2))
  expect(groupIntoClusters(things, 'fit', 100)).toHaveLength(64)
})

test('things about many objects stay apart, however many there are', () => {
  const things = Array.from({ length: 500 }, (_, index) => thing(index / 100, index + 1))
  expect(groupIntoClusters(things, 'fit', 100)).toHaveLength(500)
})

test('a cluster does not reach across the cause of one of its members', () => {
  const job = { lane: 'jobs' } as const
  const opens = (cause: number): Clustered[] => Array.from({ length: 5 }, () => thing(0, 2, { ...job, cause }))
  const things = [thing(0, 1, job), ...opens(0), thing(0, 3, job), ...opens(6)]
  for (const how of ['fit', 'runs'] as const) expect(lengths(groupIntoClusters(things, how, 4))).toEqual([1, 5, 1, 5])
})

test('reads do not move before the writes that they followed, but writes gather before them', () => {
  const [read, write] = [{ sees: true }, { sees: true, writes: true }]
  const pairs = Array.from({ length: 30 }, () => [thing(0, 1, read), thing(0, 2, write)]).flat()
  expect(lengths(groupIntoClusters([...pairs, thing(10, 3)], 'fit', 5))).toEqual([1, 30, 29, 1])
})
