import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedRows } from '../../src/kernel/support/sorted-rows.ts'

interface Item {
  readonly text: string
  readonly number: number
}

const compare = (a: Item, b: Item): number => {
  if (a.text < b.text) return -1
  return a.text === b.text ? a.number - b.number : 1
}

/** Texts that begin alike, with characters before, between and behind digits and letters. */
const texts = fc.string({
  unit: fc.constantFrom('0', '9', 'a', 'z', 'A', 'Z', ' ', '@', '{', 'é', 'ß', '😀', '\0'),
  maxLength: 9,
})
const many = fc.array(texts, { minLength: 1_000, maxLength: 1_200 })

test('sorted rows have the same order with and without their leading texts', () => {
  fc.assert(
    fc.property(many, (all) => {
      const rows = all.map((text, number) => ({ text, number }))
      expect(sortedRows(rows, compare, ({ text }) => text)).toEqual(rows.toSorted(compare))
    }),
    { numRuns: 30 },
  )
})

test('sorted rows contain the last of the rows that compare equal', () => {
  const rows = Array.from({ length: 3_000 }, (_, number) => ({ text: `${(number * 7919) % 1_000}`, number }))
  const byText = (a: Item, b: Item) => compare({ ...a, number: 0 }, { ...b, number: 0 })
  const sorted = sortedRows(rows, byText, ({ text }) => text)
  expect(sorted).toEqual(rows.slice(2_000).toSorted(byText))
})

test('sorted rows are the given rows if these are in order already', () => {
  const rows = [
    { text: 'a', number: 1 },
    { text: 'b', number: 0 },
  ]
  expect(sortedRows(rows, compare)).toBe(rows)
})
