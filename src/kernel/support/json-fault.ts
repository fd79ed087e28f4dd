/** Where a text stops being JSON, and why. */
export interface JsonFault {
  /** `expected a comma or } but found x`. */
  readonly problem: string
  /** The first line is 1; a line ends with a line feed. */
  readonly line: number
  /** The first column is 1. Counted in UTF-16 code units, as editors do. */
  readonly column: number
}

/** The value of a JSON text; `undefined` for any other text. */
export function parseJsonOrNone(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Says why a text that `JSON.parse` rejected is not JSON: `expected a comma or } but found x at line 1, column 23`. The message of
 * `JSON.parse` differs between versions of Node, so it must not appear in answers.
 */
export function whyNotJson(text: string): string {
  const fault = findJsonFault(text)
  return fault ? `${fault.problem} at line ${fault.line}, column ${fault.column}` : 'it cannot be read'
}

/**
 * Finds the first position at which a text stops being JSON. Returns `undefined` if it is JSON. Reads the text once, whatever its
 * size and depth.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const fault = faultIn(text)
  if (!fault) return undefined
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < fault.at; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { problem: fault.problem, line, column: fault.at - start + 1 }
}

interface Fault {
  readonly at: number
  readonly problem: string
}

/** The tokens that may come next, for messages. A comma, a closing bracket and the end depend on the open brackets, so they are not listed here. */
const EXPECTED = {
  value: 'a value',
  'value or end': 'a value or ]',
  name: 'a property name in double quotes',
  'name or end': 'a property name in double quotes or }',
  colon: 'a colon after the property name',
} as const

function faultIn(text: string): Fault | undefined {
  /** The closing bracket of each object and array that is open. */
  const closers: string[] = []
  let state: keyof typeof EXPECTED | 'next' = 'value'
  let at = 0
  for (;;) {
    at = endOfBlanks(text, at)
    const character = text[at]
    const closer = closers.at(-1)
    if (state === 'next' && closer === undefined) return at < text.length ? unexpected(text, at, 'the end') : undefined
    if (character !== undefined && character === closer && (state === 'next' || state.endsWith(' or end'))) {
      closers.pop()
      state = 'next'
      at++
    } else if (state === 'next') {
      if (character !== ',') return unexpected(text, at, `a comma or ${closer}`)
      state = closer === '}' ? 'name' : 'value'
      at++
    } else if (state === 'colon') {
      if (character !== ':') return unexpected(text, at, EXPECTED.colon)
      state = 'value'
      at++
    } else if (state === 'name' || state === 'name or end') {
      if (character !== '"') return unexpected(text, at, EXPECTED[state])
      const end = endOfString(text, at)
      if (typeof end !== 'number') return end
      state = 'colon'
      at = end
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']')
      state = character === '{' ? 'name or end' : 'value or end'
      at++
    } else {
      const end = endOfScalar(text, at, EXPECTED[state])
      if (typeof end !== 'number') return end
      state = 'next'
      at = end
    }
  }
}

function endOfBlanks(text: string, start: number): number {
  BLANKS.lastIndex = start
  return BLANKS.test(text) ? BLANKS.lastIndex : start
}

const BLANKS = /[ \t\n\r]+/y

function endOfScalar(text: string, start: number, expected: string): number | Fault {
  const character = text[start] ?? ''
  if (character === '"') return endOfString(text, start)
  for (const literal of ['true', 'false', 'null']) if (text.startsWith(literal, start)) return start + literal.length
  NUMBER.lastIndex = start
  const number = NUMBER.exec(text)
  if (!number) return unexpected(text, start, expected)
  // If digits are missing, the match ends with a sign, a point or an exponent.
  return /\d$/.test(number[0]) ? NUMBER.lastIndex : unexpected(text, NUMBER.lastIndex, 'a digit')
}

const NUMBER = /-(?!\d)|-?(?:0|[1-9]\d*)(?:\.(?!\d)|(?:\.\d+)?(?:[eE][+-]?\d*)?)/y

function endOfString(text: string, start: number): number | Fault {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < SPACE) return unexpected(text, at, 'an escape sequence such as \\n')
    if (code !== BACKSLASH) continue
    at++
    if (text[at] === 'u') {
      for (const end = at + 4; at < end; at++) {
        if (at + 1 < text.length && !/[\da-f]/i.test(text[at + 1] ?? ''))
          return unexpected(text, at + 1, 'four hexadecimal digits after \\u')
      }
    } else if (at < text.length && !'"\\/bfnrt'.includes(text[at] ?? '')) {
      return unexpected(text, at, 'one of " \\ / b f n r t u after a backslash')
    }
  }
  return { at: start, problem: 'found no closing quote for the string that begins' }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20

function unexpected(text: string, at: number, expected: string): Fault {
  return { at, problem: `expected ${expected} but found ${foundAt(text, at)}` }
}

/** What stands at a position: a short word, a visible ASCII character, or the code point of any other character. */
function foundAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  if (code === undefined) return 'the end'
  const [word] = /^[a-z]{2,20}(?![\w$])/i.exec(text.slice(at, at + 21)) ?? []
  if (word !== undefined) return word
  return code > SPACE && code < 0x7f ? String.fromCharCode(code) : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
