import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OrderedSet } from '../../src/support/ordered-set.ts'

const byValue = (a: number, b: number) => a - b
const numbers = (set: OrderedSet<number>) => set.between(0, set.size)
const unique = fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { maxLength: 600 })

describe('an ordered set', () => {
  test('has the order, positions and ranks of a sorted array', () => {
    fc.assert(
      fc.property(unique, fc.nat(5_000), fc.nat(700), fc.nat(700), (values, probe, from, to) => {
        const set = OrderedSet.empty(byValue)
        for (const value of values) set.add(value)
        const sorted = values.toSorted(byValue)
        expect(numbers(set)).toEqual(sorted)
        expect(set.at(from)).toBe(sorted[from])
        expect(set.between(from, to)).toEqual(sorted.slice(from, Math.max(from, to)))
        expect(set.rank(probe, byValue)).toBe(sorted.filter((value) => value < probe).length)
        expect(set.firstFrom(probe, byValue)).toBe(sorted.find((value) => value >= probe))
      }),
    )
  })

  test('is independent of its copies', () => {
    fc.assert(
      fc.property(unique, unique, unique, (values, added, removed) => {
        const origin = OrderedSet.of(values, byValue)
        const copy = origin.clone()
        for (const value of added) copy.add(value)
        for (const value of removed) copy.delete(value)
        expect(numbers(origin)).toEqual(values.toSorted(byValue))
        const expected = new Set([...values, ...added])
        for (const value of removed) expected.delete(value)
        expect(numbers(copy)).toEqual([...expected].toSorted(byValue))
      }),
    )
  })

  test('visits a range of a large set without visiting the rest', () => {
    const set = OrderedSet.of(
      Array.from({ length: 100_000 }, (_, i) => i),
      byValue,
    )
    const seen: number[] = []
    set.each(90_000, 90_003, (value) => seen.push(value))
    expect(seen).toEqual([90_000, 90_001, 90_002])
  })
})
