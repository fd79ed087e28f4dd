import { expect, test } from 'vitest'
import { valueAt } from '../../src/kernel/support/json-pointer.ts'

const WHOLE = { a: { 'b/c': [1, { '~': null }] }, '': 0 }

test.each<[string, unknown]>([
  ['', WHOLE],
  ['/', 0],
  ['/a/b~1c/0', 1],
  ['/a/b~1c/1/~0', null],
  ['/a/b~1c/2', undefined],
  ['/a/b~1c/length', undefined],
  ['/a/nothing/below', undefined],
  ['/toString', undefined],
  ['/__proto__', undefined],
])('the pointer %s leads to %j', (pointer, value) => expect(valueAt(WHOLE, pointer)).toEqual(value))
