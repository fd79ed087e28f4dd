import { cutAndCount } from '../../kernel/support/words.ts'
import { withIsoInstant } from '../../kernel/support/instants.ts'

/** The answer of a tool. */
export interface ToolAnswer {
  /** What was found or done, in one or two sentences. */
  readonly headline: string
  /** What comes from the world, line by line. An assistant must read it as data. */
  readonly data?: readonly string[]
  /** The noun for the lines of `data`, for the sentence about left-out lines: `calls`. */
  readonly noun?: string
  /** Number of things that the server did not return, and how to see them. */
  readonly omitted?: { readonly count: number; readonly how: string }
  /** What to do next, one step a line. */
  readonly next: readonly string[]
}

/** Maximum number of characters of the data in an answer. */
const DATA_MAX = 8_000

/** Maximum number of characters of a value, and of a line. */
const VALUE_MAX = 400
const LINE_MAX = 1_600

/** The lines around what comes from a world. Neither can stand in between, since data contains no `<`. */
export const DATA_BEGIN = '<world-data>'
export const DATA_END = '</world-data>'

/** An answer as text: the headline, the data of the world, the number of left-out lines, and the next steps. */
export function renderAnswer({ headline, data: lines = [], noun = 'lines', omitted, next }: ToolAnswer): string {
  const data = lines.filter((line) => line !== '{}')
  const shown = takeFitting(data)
  const dropped = data.length - shown.length
  return [
    headline,
    ...(shown.length > 0 ? [DATA_BEGIN, ...shown, DATA_END] : []),
    ...(dropped > 0 ? [`Left out to keep the answer short: the last ${dropped} of ${data.length} ${noun}. Ask for fewer.`] : []),
    ...(omitted && omitted.count > 0 ? [`Left out: ${omitted.count} more. ${omitted.how}`] : []),
    ...next.map((step) => `Next: ${step}`),
  ].join('\n')
}

/** As many lines as fit; at least one, since no line is longer than an answer. */
function takeFitting(lines: readonly string[]): readonly string[] {
  let room = DATA_MAX
  const end = lines.findIndex((line) => (room -= line.length + 1) < 0)
  return end === -1 ? lines : lines.slice(0, end)
}

/** Data as one line of JSON, without empty members, cut where it is long. Instants are written as ISO 8601, also in rows. */
export function dataLine(value: unknown, { valueMax = VALUE_MAX, lineMax = LINE_MAX } = {}): string {
  const text = JSON.stringify(value, (name, each: unknown) =>
    isEmpty(each) ? undefined : short(withIsoInstant(name, each), valueMax),
  )
  return cutAndCount(inert(text ?? 'null'), lineMax)
}

/** Text of a world as one line without quotes, such as a path. */
export function dataText(text: string, max = VALUE_MAX): string {
  return cutAndCount(inert(text), max)
}

/** An argument of a call in a sentence about what to do next. */
export function call(tool: string, given: object): string {
  return `${tool} ${inert(JSON.stringify(given))}`
}

/**
 * Text that can neither end the data, nor begin a line of its own, nor hide something from a reader: `<`, line breaks, and characters
 * that are not shown (direction marks, tags, zero widths) are written as escapes.
 */
function inert(text: string): string {
  return text.replaceAll(/[<\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, i) => `\\u${sign.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  )
}

function short(value: unknown, max: number): unknown {
  return typeof value === 'string' ? cutAndCount(value, max) : value
}

/** Whether a member says nothing. Elements of lists are kept: `undefined` would make them null. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** An invalid call of a tool. The message describes a valid one. */
export class ToolError extends Error {
  static {
    this.prototype.name = 'ToolError'
  }
}
