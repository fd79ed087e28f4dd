import { expect, test } from 'vitest'
import { isUnchangedBy } from '../../src/support/equal.ts'

const ROW = { id: 1, name: 'Ada', values: { FNAME: 'Ada', tags: ['a', 'b'] } }

test.each([
  ['nothing at all', {}],
  ['the same', { id: 1, values: ROW.values }],
  ['what is equal in depth', { values: { FNAME: 'Ada', tags: ['a', 'b'] } }],
])('an object stays as it is with %s', (_, changes) => {
  expect(isUnchangedBy(ROW, changes)).toBe(true)
})

test.each([
  ['another value', { name: 'Grace' }],
  ['another value in depth', { values: { FNAME: 'Ada', tags: ['a'] } }],
  ['one of several', { id: 1, name: 'Grace' }],
])('an object changes with %s', (_, changes) => {
  expect(isUnchangedBy(ROW, changes)).toBe(false)
})
