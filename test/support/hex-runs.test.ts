import { expect, test } from 'vitest'
import { hexRuns } from '../../src/kernel/support/hex-runs.ts'

const RUN = '0123456789abcdef'

test.each([
  ['', []],
  [RUN, [RUN]],
  [`x${RUN}`, [RUN]],
  [`${RUN}x`, [RUN]],
  [`${'x'.repeat(15)}${RUN}${'g'.repeat(3)}${RUN}0`, [RUN, `${RUN}0`]],
  [RUN.slice(1), []],
  [RUN.toUpperCase(), []],
  [`${RUN}-${RUN}`, [RUN, RUN]],
  [`é${RUN}€`, [RUN]],
])('the runs of hexadecimal digits in %j are %j', (text, expected) => {
  expect([...hexRuns(text, 16)].map(({ start, end }) => text.slice(start, end))).toEqual(expected)
})

test('a run of hexadecimal digits is found anywhere in a text', () => {
  for (let before = 0; before < 70; before++) {
    const text = `${'z'.repeat(before)}${RUN}${'z'.repeat(40)}`
    expect([...hexRuns(text, 16)]).toEqual([{ start: before, end: before + 16 }])
  }
})
