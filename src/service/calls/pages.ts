import type { Route } from '../../kernel/contract/route.ts'

/** A page of a collection: its size, and where it begins. */
export interface Page {
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
export function pageQuery(route: Route, given: ReadonlyMap<string, string>, page: Page): ReadonlyMap<string, string> | undefined {
  const paging = pagingOf(route)
  if (!paging || (given.get('count') ?? '') !== '') return undefined
  const query = new Map(given).set('count', String(page.size))
  return page.from === '' ? query : query.set(paging, page.from)
}

/** The rest after a page, from its query and its answer. */
export function restAfter(route: Route, query: Readonly<Record<string, unknown>>, answer: unknown): Rest {
  const { total_items: total, next_cursor: cursor } = answer as { readonly total_items?: number; readonly next_cursor?: string }
  if (pagingOf(route) === 'cursor') return cursor ? { next: cursor, left: 1 } : LAST
  // Both are numbers with defaults.
  const [offset, count] = [Number(query['offset']), Number(query['count'])]
  const records = (total ?? 0) - offset - count
  return records > 0 ? { next: String(offset + count), left: Math.ceil(records / count) } : LAST
}

/** The rest after the last page. */
export const LAST: Rest = { next: '', left: 0 }

function pagingOf({ method, query }: Route): Paging | undefined {
  const has = (wanted: string) => query.some(({ name }) => name === wanted)
  if (method !== 'GET' || !has('count')) return undefined
  return has('offset') ? 'offset' : has('cursor') ? 'cursor' : undefined
}
