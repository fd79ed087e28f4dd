import type { QueryParameter, Route } from '../../kernel/contract/route.ts'
import { errors } from '../model/errors.ts'
import { decodeParameter } from '../../kernel/support/percent.ts'
import { readInstant } from '../../kernel/support/time.ts'

type QueryValue = string | number | boolean | readonly string[]

/** The parameters of a query string by name. If a name is repeated, the last value counts. */
export function parseSearch(search: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const pair of search.split('&')) {
    const equals = pair.indexOf('=')
    if (pair !== '')
      found.set(
        decodeParameter(equals === -1 ? pair : pair.slice(0, equals)),
        equals === -1 ? '' : decodeParameter(pair.slice(equals + 1)),
      )
  }
  return found
}

/** Reads the parameters of an operation as their types, with defaults filled in. Unknown parameters are ignored. */
export function readQuery(parameters: readonly QueryParameter[], given: ReadonlyMap<string, string>): Record<string, QueryValue> {
  const query: Record<string, QueryValue> = {}
  for (const parameter of parameters) {
    const text = given.get(parameter.name)
    const isGiven = text !== undefined && (text !== '' || !mayBeEmpty(parameter))
    const value = isGiven ? readers[parameter.kind](text, parameter) : parameter.default
    if (value !== undefined) query[parameter.name] = value
  }
  return query
}

/** An empty text is invalid for numbers and enums. Elsewhere it counts as absent. */
function mayBeEmpty({ kind, accepted }: QueryParameter): boolean {
  return kind !== 'integer' && kind !== 'number' && (kind === 'array' || accepted === undefined)
}

const readers: { readonly [Kind in QueryParameter['kind']]: (text: string, parameter: QueryParameter) => QueryValue } = {
  boolean: (text) => text === '1' || text.toLowerCase() === 'true',
  integer: (text, parameter) => readNumber(text, parameter, /^-?\d+$/, 'a whole number'),
  number: (text, parameter) => readNumber(text, parameter, /^-?\d+(\.\d+)?$/, 'a number'),
  array: (text, parameter) => text.split(',').map((item) => accept(item.trim(), parameter)),
  string: accept,
  instant: (text, { name }) => {
    const at = readInstant(text)
    if (at !== undefined) return at
    const hint = LOST_PLUS.test(text) ? ' In a query, a plus sign has to be sent as %2B.' : ''
    throw errors.invalid({ field: name, message: `Value must be a date or a date with a time (ISO 8601).${hint}` })
  },
}

/** An offset that was not percent-encoded: its plus was decoded as a space. */
const LOST_PLUS = /T.+ \d{2}:?\d{2}$/

/** A value above the maximum is cut to it if the contract says so, and otherwise rejected, like one below the minimum. */
function readNumber(text: string, { name, minimum, maximum, cut }: QueryParameter, form: RegExp, what: string): number {
  const value = form.test(text) ? Number(text) : Number.NaN
  const isTooLarge = maximum !== undefined && value > maximum && !cut
  if (Number.isNaN(value) || (minimum !== undefined && value < minimum) || isTooLarge) {
    const least = minimum === undefined ? '' : ` of at least ${minimum}`
    const most = maximum === undefined || cut ? '' : ` and at most ${maximum}`
    throw errors.invalid({ field: name, message: `Value must be ${what}${least}${most}.` })
  }
  return Math.min(value, maximum ?? Number.MAX_SAFE_INTEGER)
}

function accept(text: string, { name, accepted }: QueryParameter): string {
  if (accepted && !accepted.includes(text)) {
    throw errors.invalid({ field: name, message: `Value must be one of: ${accepted.join(', ')}.` })
  }
  return text
}

/** A page of a collection: its size, and where it begins. */
export interface CursorPage {
  readonly size: number
  /** The end of the previous page; empty for the first page. */
  readonly from: string
}

/** The rest after a page: the start of the next page (empty after the last one), and the number of pages left. */
export interface Rest {
  readonly next: string
  readonly left: number
}

/** How a collection is paged: by offset or by cursor. */
type Paging = 'offset' | 'cursor'

/**
 * The query for one page of a whole collection. Returns `undefined` if the operation has no pages, or if the call sets `count`
 * itself.
 */
export function pageQuery(
  route: Route,
  given: ReadonlyMap<string, string>,
  page: CursorPage,
): ReadonlyMap<string, string> | undefined {
  const paging = choosePaging(route)
  if (!paging || (given.get('count') ?? '') !== '') return undefined
  const query = new Map(given).set('count', String(page.size))
  return page.from === '' ? query : query.set(paging, page.from)
}

/** The rest after a page, from its query and its answer. */
export function restAfter(route: Route, query: Readonly<Record<string, unknown>>, answer: unknown): Rest {
  const { total_items: total, next_cursor: cursor } = answer as { readonly total_items?: number; readonly next_cursor?: string }
  if (choosePaging(route) === 'cursor') return cursor ? { next: cursor, left: 1 } : LAST
  // Both are numbers with defaults.
  const [offset, count] = [Number(query['offset']), Number(query['count'])]
  const records = (total ?? 0) - offset - count
  return records > 0 ? { next: String(offset + count), left: Math.ceil(records / count) } : LAST
}

/** The rest after the last page. */
export const LAST: Rest = { next: '', left: 0 }

function choosePaging({ method, query }: Route): Paging | undefined {
  const has = (wanted: string) => query.some(({ name }) => name === wanted)
  if (method !== 'GET' || !has('count')) return undefined
  return has('offset') ? 'offset' : has('cursor') ? 'cursor' : undefined
}
