import { expect, test } from 'vitest'
import { indentedLiteral, literal } from '../../src/kernel/support/source-text.ts'

test.each(['{"__proto__":{"a":1}}', '{"a":[{"__proto__":"x","constructor":2}]}'])(
  'the code of %s makes an object with the same members, in one line and in several',
  (json) => {
    const long = JSON.stringify({ given: JSON.parse(json) as unknown, padding: 'x'.repeat(200) })
    for (const code of [literal(JSON.parse(json)), indentedLiteral(JSON.parse(json))])
      expect(JSON.stringify(new Function(`return ${code}`)())).toBe(json)
    expect(JSON.stringify(new Function(`return ${indentedLiteral(JSON.parse(long))}`)())).toBe(long)
  },
)
