import { expect, test } from 'vitest'
import { stream } from '../../src/kernel/support/random.ts'

const draws = (seed: string, name: string, count: number) => Array.from({ length: count }, (_, i) => stream(seed, name)(i))

test('a random stream depends only on its seed and name', () => {
  expect(draws('1', 'list.id', 5)).toEqual(draws('1', 'list.id', 5))
  expect(draws('1', 'list.id', 5)).not.toEqual(draws('2', 'list.id', 5))
  expect(draws('1', 'list.id', 5)).not.toEqual(draws('1', 'member.id', 5))
})

test('a random stream is evenly distributed and hardly ever repeats', () => {
  const values = draws('seed', 'even', 100_000)
  expect(new Set(values).size).toBeGreaterThan(99_990)
  const buckets = Array.from({ length: 16 }, () => 0)
  for (const value of values) buckets[value >>> 28]! += 1
  for (const count of buckets) expect(Math.abs(count - 6_250)).toBeLessThan(400)
})
