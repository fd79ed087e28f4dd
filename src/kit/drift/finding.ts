import { cutText, formatCount } from '../../kernel/support/words.ts'
import { escapeControls } from '../../kernel/support/escape.ts'
import { isObject } from '../../kernel/support/is-object.ts'

/** The aspects of an exchange that are compared, with their words in reports. */
export const ASPECTS = {
  operation: 'operation',
  status: 'status',
  header: 'header',
  body: 'body',
  member: 'member',
  link: 'link',
  problem: 'problem',
  request: 'request',
  paging: 'paging',
  fields: 'selected fields',
  filter: 'filter',
  order: 'order',
  law: 'law',
  refusal: 'refusal',
  replay: 'replay',
} as const

export type Aspect = keyof typeof ASPECTS

/** What was compared once or several times with the same outcome. */
export interface Finding {
  /** The id of the operation; `undefined` if the contract has none at the path. */
  readonly operation: string | undefined
  readonly aspect: Aspect
  /** The place within the aspect: a JSON pointer with `*` for items and free keys, the name of a header or parameter, a relation, a law. */
  readonly at: string
  /** The ids of the assumptions that the comparison tests. */
  readonly assumptions: readonly string[]
  readonly times: number
  /** `undefined` if the answer agrees with the contract. */
  readonly difference: Difference | undefined
}

/** What the contract or the double says, and what was found instead. Both texts are free of values of the account. */
export interface Difference {
  readonly expected: string
  readonly found: string
  /** The value, shortened. It leaves the process only on request. */
  readonly value?: string
  /** Whether the answer is older than the contract. Such a difference does not count for the outcome. */
  readonly isOld?: true
}

/** A finding before it is known how often it occurs. */
export type Noted = Omit<Finding, 'times' | 'difference'> & { readonly difference?: Difference | undefined }

/** Collects findings, and counts equal ones. */
export class Findings {
  readonly #byKey = new Map<string, { -readonly [Name in keyof Finding]: Finding[Name] }>()

  add({ operation, aspect, at, assumptions, difference }: Noted): void {
    const key = [operation, aspect, at, assumptions.join(), difference?.expected, difference?.found, difference?.isOld].join('\n')
    const existing = this.#byKey.get(key)
    if (existing) existing.times++
    else this.#byKey.set(key, { operation, aspect, at, assumptions, times: 1, difference })
  }

  get all(): readonly Finding[] {
    return [...this.#byKey.values()]
  }
}

/** A value in words that do not tell it: its type, and its length. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `a text of ${formatCount(value.length, 'character')}`
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number'
  if (typeof value === 'boolean') return 'a boolean'
  if (Array.isArray(value)) return `a list of ${formatCount(value.length, 'item')}`
  return isObject(value) ? `an object of ${formatCount(Object.keys(value).length, 'member')}` : typeof value
}

/** Maximum number of characters of a value in a report. */
const VALUE_MAX = 200

/** A value as JSON, shortened, without characters that a terminal would obey. */
export function formatValue(value: unknown): string {
  return cutText(escapeControls(JSON.stringify(value) ?? 'nothing'), VALUE_MAX)
}

/** Names that programmers write. Data of an account, such as addresses, do not look like these. */
const PLAIN_NAME = /^[A-Za-z_][\w-]{0,39}$/

/** The name of a member that the contract does not have, unless it could be data. */
export function maskMemberName(name: string): string {
  return PLAIN_NAME.test(name) && !/\d{4}|[0-9a-f]{10}/i.test(name)
    ? name
    : `(a name of ${formatCount(name.length, 'character')})`
}
