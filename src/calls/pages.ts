import type { Route } from '../contract/route.ts'

/** Which page of a collection is meant: so many records, from where the page before it ended. */
export interface Page {
  readonly size: number
  /** Empty for the first page. */
  readonly from: string
}

/** What comes after a page: where the next one begins, empty when it was the last, and how many there are still. */
export interface Rest {
  readonly next: string
  readonly left: number
}

/** How a collection is paged through: by counting records or by following a cursor. */
type Turn = 'offset' | 'cursor'

/** The parameters that ask for a page of a whole collection; nothing when the call comes in no pages or says how many it wants. */
export function pageQuery(route: Route, given: ReadonlyMap<string, string>, page: Page): ReadonlyMap<string, string> | undefined {
  const turn = turnOf(route)
  if (!turn || (given.get('count') ?? '') !== '') return undefined
  const query = new Map(given).set('count', String(page.size))
  return page.from === '' ? query : query.set(turn, page.from)
}

/** What comes after a page, going by what it was asked with and what it answered. */
export function restAfter(route: Route, query: Readonly<Record<string, unknown>>, answer: unknown): Rest {
  const { total_items: total, next_cursor: cursor } = answer as { readonly total_items?: number; readonly next_cursor?: string }
  if (turnOf(route) === 'cursor') return cursor ? { next: cursor, left: 1 } : LAST
  // Both have been read as numbers, and have defaults.
  const [offset, count] = [Number(query['offset']), Number(query['count'])]
  const records = (total ?? 0) - offset - count
  return records > 0 ? { next: String(offset + count), left: Math.ceil(records / count) } : LAST
}

/** Nothing comes any more. */
export const LAST: Rest = { next: '', left: 0 }

function turnOf({ method, query }: Route): Turn | undefined {
  const has = (wanted: string) => query.some(({ name }) => name === wanted)
  if (method !== 'GET' || !has('count')) return undefined
  return has('offset') ? 'offset' : has('cursor') ? 'cursor' : undefined
}
