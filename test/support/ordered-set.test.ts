import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OrderedSet } from '../../src/kernel/support/ordered-set.ts'

const byValue = (a: number, b: number) => a - b
const numbers = (set: OrderedSet<number>) => set.between(0, set.size)
const unique = fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { maxLength: 600 })

describe('an ordered set', () => {
  test('an ordered set has the order, positions and ranks of a sorted array', () => {
    fc.assert(
      fc.property(unique, fc.nat(5_000), fc.nat(700), fc.nat(700), (values, probe, from, to) => {
        const set = OrderedSet.empty(byValue)
        for (const value of values) set.add(value)
        const sorted = values.toSorted(byValue)
        expect(numbers(set)).toEqual(sorted)
        expect(set.at(from)).toBe(sorted[from])
        expect(set.between(from, to)).toEqual(sorted.slice(from, Math.max(from, to)))
        expect(set.span(probe, byValue)[0]).toBe(sorted.filter((value) => value < probe).length)
        expect(set.firstFrom(probe, byValue)).toBe(sorted.find((value) => value >= probe))
      }),
    )
  })

  test('the span of equal rows is between the ranks before and after them', () => {
    const byTens = (value: number, probe: number) => Math.floor(value / 10) - probe
    const byHundreds = (value: number, probe: number) => Math.floor(value / 100) - probe
    fc.assert(
      fc.property(unique, fc.nat(510), (values, probe) => {
        const set = OrderedSet.of(values, byValue)
        for (const compare of [byTens, byHundreds]) {
          const [before, upTo] = [-1, 0].map((limit) => values.filter((value) => compare(value, probe) <= limit).length)
          expect(set.span(probe, compare)).toEqual([before, upTo])
        }
      }),
    )
  })

  test('an ordered set is independent of its copies', () => {
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

  test('an ordered set has the rows of a sorted array after many changes, one by one in copies or several in place', () => {
    const changes = fc.array(fc.record({ value: fc.nat(400), adds: fc.boolean(), copies: fc.boolean() }), { maxLength: 2_000 })
    fc.assert(
      fc.property(unique, changes, (values, steps) => {
        let set = OrderedSet.of(values, byValue)
        const expected = new Set(values)
        const copies: (readonly [OrderedSet<number>, readonly number[]])[] = []
        for (const { value, adds, copies: isCopied } of steps) {
          if (isCopied && copies.length < 20) copies.push([set, [...expected].toSorted(byValue)])
          if (isCopied) set = set.clone()
          if (adds) expect(set.add(value)).toBe(!expected.has(value))
          else set.delete(value)
          if (adds) expected.add(value)
          else expected.delete(value)
        }
        for (const [copy, rows] of [...copies, [set, [...expected].toSorted(byValue)] as const]) {
          expect(numbers(copy)).toEqual(rows)
          expect(copy.size).toBe(rows.length)
          rows.forEach((row, position) => expect([copy.at(position), copy.span(row, byValue)[0]]).toEqual([row, position]))
        }
      }),
      { numRuns: 40 },
    )
  })

  test('an ordered set visits a range of a large set without visiting the rest', () => {
    const set = OrderedSet.of(
      Array.from({ length: 100_000 }, (_, i) => i),
      byValue,
    )
    const seen: number[] = []
    set.each(90_000, 90_003, (value) => seen.push(value))
    expect(seen).toEqual([90_000, 90_001, 90_002])
  })
})
