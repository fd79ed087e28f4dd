import { expect, test } from 'vitest'
import { escapeHtml } from '../../src/support/escape.ts'

test('nothing that means something in HTML is left', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;')
})
