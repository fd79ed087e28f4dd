import type { Api, CallOptions } from './api.ts'
import { ServiceError } from './errors.ts'

/** An item of a collection, which has an id. */
export interface Item {
  readonly id: string
}

const PAGE_SIZE = 500
const SMALLEST_PAGE = 2

/**
 * Reads a collection to its end. Pages overlap by one item. If the first item of a page is not known, items before it were removed, and the
 * page begins too late: go back. A page that takes too long is read again in smaller parts.
 */
export async function readAll<Of extends Item>(
  { call }: Api,
  path: string,
  { key, query = {}, pageSize = PAGE_SIZE }: { key: string; query?: CallOptions['query']; pageSize?: number },
): Promise<Of[]> {
  const found = new Map<string, Of>()
  for (let offset = 0, count = pageSize; ;) {
    let items: readonly Of[]
    try {
      const page = await call<{ [key: string]: readonly Of[] }>('GET', path, { query: { ...query, count, offset } })
      items = page[key] ?? []
    } catch (error) {
      if (!(error instanceof ServiceError && error.kind === 'slow') || count <= SMALLEST_PAGE) throw error
      count = Math.max(SMALLEST_PAGE, Math.floor(count / 4))
      continue
    }
    if (offset > 0 && !(items[0] && found.has(items[0].id))) {
      offset = Math.max(0, offset - count)
      continue
    }
    for (const item of items) found.set(item.id, item)
    if (items.length < count) return [...found.values()]
    offset += count - 1
  }
}
