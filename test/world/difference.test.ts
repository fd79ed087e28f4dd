import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrderedSet } from '../../src/kernel/support/ordered-set.ts'

interface Item {
  readonly id: number
  readonly text: string
}

let comparisons = 0
const compare = (a: Item, b: Item): number => {
  comparisons++
  return a.id - b.id
}

const item = fc.record({ id: fc.integer({ min: 0, max: 400 }), text: fc.string({ maxLength: 3 }) })
const change = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), item }),
  fc.record({ kind: fc.constant('drop' as const), item }),
)
const all = (set: OrderedSet<Item>): Item[] => set.between(0, set.size)

test('the difference of two sets turns one into the other, whatever was changed in between', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 600 }), fc.array(change, { maxLength: 300 }), (items, changes) => {
      const before = OrderedSet.of<Item>([...new Map(items.map((each) => [each.id, each])).values()], compare)
      const after = before.clone()
      for (const { kind, item: each } of changes) {
        if (kind === 'put') after.add(each)
        else after.delete(each)
      }
      const { come, gone } = after.differenceFrom(before)
      const patched = before.clone()
      for (const each of gone) patched.delete(each)
      for (const each of come) patched.add(each)
      expect(all(patched)).toEqual(all(after))
      const [here, there] = [new Set(all(after)), new Set(all(before))]
      expect(come.every((each) => here.has(each) && !there.has(each))).toBe(true)
      expect(gone.every((each) => there.has(each) && !here.has(each))).toBe(true)
    }),
  )
})

test('the difference of two sets is the same for sets without shared structure', () => {
  const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, text: '' }))
  const one = OrderedSet.of<Item>(rows, compare)
  const other = OrderedSet.of<Item>([...rows.slice(5), { id: 9_999, text: 'new' }], compare)
  expect(other.differenceFrom(one)).toEqual({ come: [{ id: 9_999, text: 'new' }], gone: rows.slice(0, 5) })
  expect(one.differenceFrom(OrderedSet.empty(compare)).come).toHaveLength(2_000)
  expect(OrderedSet.empty(compare).differenceFrom(one).gone).toHaveLength(2_000)
})

test('the difference of two sets does not compare shared parts', () => {
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, text: '' }))
  const before = OrderedSet.of<Item>(rows, compare)
  const after = before.clone()
  const changed = { id: 50_000, text: 'changed' }
  after.add(changed)
  comparisons = 0
  expect(after.differenceFrom(before)).toEqual({ come: [changed], gone: [rows[50_000]] })
  expect(comparisons).toBe(0)
})
