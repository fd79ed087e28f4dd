import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonFault, whyNotJson } from '../../src/kernel/support/json-fault.ts'

test.each([
  ['', 'expected a value but found the end at line 1, column 1'],
  [' \n ', 'expected a value but found the end at line 2, column 2'],
  ['{"email_address":', 'expected a value but found the end at line 1, column 18'],
  ['{"a": 1 "b": 2}', 'expected a comma or } but found " at line 1, column 9'],
  ['{"a": 1', 'expected a comma or } but found the end at line 1, column 8'],
  ['[1 2]', 'expected a comma or ] but found 2 at line 1, column 4'],
  ['[1}', 'expected a comma or ] but found } at line 1, column 3'],
  ['[', 'expected a value or ] but found the end at line 1, column 2'],
  ['[1,]', 'expected a value but found ] at line 1, column 4'],
  ['{\n  "a": 1,\r\n}', 'expected a property name in double quotes but found } at line 3, column 1'],
  ["{'a': 1}", "expected a property name in double quotes or } but found ' at line 1, column 2"],
  ['{a: 1}', 'expected a property name in double quotes or } but found a at line 1, column 2'],
  ['{"a" 1}', 'expected a colon after the property name but found 1 at line 1, column 6'],
  ['{"a": undefined}', 'expected a value but found undefined at line 1, column 7'],
  ['{"a": NaN}', 'expected a value but found NaN at line 1, column 7'],
  ['email=a%40b.test', 'expected a value but found email at line 1, column 1'],
  ['[nul]', 'expected a value or ] but found nul at line 1, column 2'],
  ['truely', 'expected the end but found ly at line 1, column 5'],
  ['{} {}', 'expected the end but found { at line 1, column 4'],
  ['01', 'expected the end but found 1 at line 1, column 2'],
  ['[-]', 'expected a digit but found ] at line 1, column 3'],
  ['1.', 'expected a digit but found the end at line 1, column 3'],
  ['[1.e3]', 'expected a digit but found e at line 1, column 4'],
  ['[1e+]', 'expected a digit but found ] at line 1, column 5'],
  ['+1', 'expected a value but found + at line 1, column 1'],
  ['["a\nb"]', 'expected an escape sequence such as \\n but found U+000A at line 1, column 4'],
  ['"\\x"', 'expected one of " \\ / b f n r t u after a backslash but found x at line 1, column 3'],
  ['"\\u00g0"', 'expected four hexadecimal digits after \\u but found g at line 1, column 6'],
  ['{"a": "b}', 'found no closing quote for the string that begins at line 1, column 7'],
  ['["a\\', 'found no closing quote for the string that begins at line 1, column 2'],
  ['["\\u12', 'found no closing quote for the string that begins at line 1, column 2'],
  ['[\u201Ca\u201D]', 'expected a value or ] but found U+201C at line 1, column 2'],
  ['\uFEFF{}', 'expected a value but found U+FEFF at line 1, column 1'],
  ['["\u{1F600}", \u{1F600}]', 'expected a value but found U+1F600 at line 1, column 8'],
  [`[${'x'.repeat(100)}]`, 'expected a value or ] but found x at line 1, column 2'],
])('the fault in the text %j is found: %s', (text, why) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(whyNotJson(text)).toBe(why)
})

test('the fault in a text that is not JSON is found in exactly the texts that JSON.parse rejects', () => {
  const signs = fc.constantFrom(...'{}[]:,"\\/ \n\ttfnu01e9.+-x', 'true', 'false', 'null', '"a"', '\\u0041', '\u0000', 'é')
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.nat({ max: 3 }), fc.array(signs, { maxLength: 2 }))
    .map(([json, place, length, added]) => {
      const at = place % (json.length + 1)
      return json.slice(0, at) + added.join('') + json.slice(at + length)
    })
  const any = fc.array(signs, { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(damaged, any), (text) => {
      expect(findJsonFault(text) === undefined).toBe(parses(text))
    }),
    { numRuns: 5_000 },
  )
})

test('the fault in a text that is not JSON is found after 25 MiB or a million open brackets', () => {
  const row = `${JSON.stringify({ email_address: 'a@acme.test', merge_fields: { FNAME: 'A\n', N: -1.5e3 } })},\n`
  const rows = Math.ceil((25 * 1024 * 1024) / row.length)
  expect(findJsonFault(`[${row.repeat(rows)}`)).toEqual({
    problem: 'expected a value but found the end',
    line: rows + 1,
    column: 1,
  })
  expect(whyNotJson('['.repeat(1_000_000))).toBe('expected a value or ] but found the end at line 1, column 1000001')
  expect(whyNotJson(`"${'\\'.repeat(1_000_001)}`)).toMatch(/^found no closing quote/)
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
