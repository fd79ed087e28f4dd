import { expect, test } from 'vitest'
import { isUnchangedBy } from '../../src/kernel/support/objects.ts'

const ROW = { id: 1, name: 'Ada', values: { FNAME: 'Ada', tags: ['a', 'b'] } }

test.each([
  ['nothing at all', {}],
  ['the same value', { id: 1, values: ROW.values }],
  ['a deeply equal value', { values: { FNAME: 'Ada', tags: ['a', 'b'] } }],
])('an object is unchanged by %s', (_, changes) => {
  expect(isUnchangedBy(ROW, changes)).toBe(true)
})

test.each([
  ['a different value', { name: 'Grace' }],
  ['a deeply different value', { values: { FNAME: 'Ada', tags: ['a'] } }],
  ['a change in one of several', { id: 1, name: 'Grace' }],
])('an object is changed by %s', (_, changes) => {
  expect(isUnchangedBy(ROW, changes)).toBe(false)
})
