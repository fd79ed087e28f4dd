import { expect, test } from 'vitest'
import { escapeHtml } from '../../src/kernel/support/escape.ts'

test('every character with a meaning in HTML is escaped', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;')
})
