import { Rendered } from '../rules/answers/rendered.ts'
import { whyNotJson } from '../../kernel/support/json-fault.ts'
import type { BodySource } from '../../kernel/support/reply.ts'
import { ApiError } from '../../kernel/world/errors.ts'

/** Maximum nesting depth of JSON. Parsing survives more, but serializing does not. */
const JSON_DEPTH_MAX = 64

/** The JSON of a body, or `undefined` if the body is empty. */
export function parseBody(text: string): unknown {
  if (text === '') return undefined
  if (tooDeep(text)) throw new ApiError('JSONParseError', { detail: 'The JSON of the body is nested deeper than 64 levels.' })
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('JSONParseError', { detail: `The body is not JSON: ${whyNotJson(text)}.` })
  }
}

/** The JSON of a text, or `undefined` if the text is not JSON or is nested too deep. */
export function jsonIn(text: string): unknown {
  if (text === '' || tooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a text is nested deeper than JSON may be. */
export function tooDeep(json: string): boolean {
  if (json.length <= JSON_DEPTH_MAX) return false
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (code === QUOTE) i = endOfString(json, i)
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > JSON_DEPTH_MAX) return true
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
  }
  return false
}

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

function endOfString(json: string, start: number): number {
  let at = json.indexOf('"', start + 1)
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1)
  return at === -1 ? json.length : at
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

/** Serializes an answer. Rendered objects are inserted unchanged. */
export function serialize(answer: unknown): string {
  if (answer instanceof Rendered) return answer.json
  if (!hasRendered(answer)) return JSON.stringify(answer)
  const parts: string[] = []
  writeMembers(answer, parts)
  return parts.join('')
}

/** Appends the parts of a text, which are joined at the end. With a text for each level, a page of ten takes 80 µs instead of 73 (`bench/compare.mjs`, 2026-11-30). */
function write(answer: unknown, parts: string[]): void {
  if (answer instanceof Rendered) parts.push(answer.json)
  else if (Array.isArray(answer)) writeArray(answer, parts)
  else if (hasRendered(answer)) writeMembers(answer, parts)
  else parts.push(JSON.stringify(answer))
}

function writeArray(items: readonly unknown[], parts: string[]): void {
  for (const [i, item] of items.entries()) {
    parts.push(i === 0 ? '[' : ',')
    write(item, parts)
  }
  parts.push(items.length === 0 ? '[]' : ']')
}

function writeMembers(answer: object, parts: string[]): void {
  let opening = '{'
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue
    parts.push(`${opening}${JSON.stringify(name)}:`)
    write(value, parts)
    opening = ','
  }
  parts.push('}')
}

/** The same answer with parsed objects instead of rendered ones, for code that reads members. */
export function toPlain(answer: unknown): unknown {
  if (answer instanceof Rendered) return answer.value()
  if (Array.isArray(answer)) return answer.map(toPlain)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, toPlain(value)]))
}

/** A source that the text of an answer can be rebuilt from, if it has one. */
export function findBodySource(answer: unknown): BodySource | undefined {
  return answer instanceof Rendered ? answer.source : undefined
}

function hasRendered(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false
  return Object.values(answer).some((value) => value instanceof Rendered || isNest(value))
}

function isNest(value: unknown): boolean {
  return Array.isArray(value) ? value.some((item) => item instanceof Rendered) : hasRendered(value)
}
