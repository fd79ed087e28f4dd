import { expect, test } from 'vitest'
import { sharedText } from '../../src/kernel/support/shared-text.ts'

test.each(['', '/3.0/lists', 'Größe', '\u{1f600}', 'half \ud83d', 'x'.repeat(1_000)])(
  'the shared text %j keeps its value each time',
  (text) => {
    expect(sharedText(text)).toBe(text)
    expect(sharedText(text)).toBe(text)
  },
)

test('texts beyond the limit of shared ones keep their values', () => {
  const texts = Array.from({ length: 10_000 }, (_, i) => `/3.0/lists/${i}`)
  for (const text of [...texts, ...texts]) expect(sharedText(text)).toBe(text)
})
