import { describe, expect, test } from 'vitest'
import { continueTrace, readTraceparent } from '../../src/kernel/support/traceparent.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const VALID = `00-${TRACE}-${PARENT}-01`

describe('readTraceparent', () => {
  test.each([
    ['a valid header', VALID, VALID],
    ['a header with unknown flags', `00-${TRACE}-${PARENT}-ff`, `00-${TRACE}-${PARENT}-ff`],
    ['a later version as version 00', `cc-${TRACE}-${PARENT}-01`, VALID],
    ['a later version with further fields as version 00', `cc-${TRACE}-${PARENT}-01-what-next`, VALID],
  ])('readTraceparent reads %s', (_, header, traceparent) => expect(readTraceparent(header)).toEqual({ traceparent }))

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a header that was sent twice', `${VALID}, ${VALID}`],
    ['the version ff', `ff-${TRACE}-${PARENT}-01`],
    ['version 00 with further fields', `${VALID}-what`],
    ['a later version that goes on without a dash', `cc-${TRACE}-${PARENT}-01.what`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capital letters', VALID.toUpperCase()],
    ['an id that is too short', `00-${TRACE.slice(1)}-${PARENT}-01`],
    ['spaces', ` ${VALID}`],
    ['a missing part', `00-${TRACE}-${PARENT}`],
  ])('readTraceparent ignores %s', (_, header) => expect(readTraceparent(header)).toEqual({}))
})

describe('continueTrace', () => {
  test('a continued trace keeps the trace id and the sampled flag, and clears all other flags', () => {
    expect(continueTrace(VALID, '00f067aa0ba902b7')).toBe(`00-${TRACE}-00f067aa0ba902b7-01`)
    expect(continueTrace(`00-${TRACE}-${PARENT}-fe`, '00f067aa0ba902b7')).toBe(`00-${TRACE}-00f067aa0ba902b7-00`)
  })
})
