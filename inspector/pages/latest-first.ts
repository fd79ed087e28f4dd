import type { ListPage } from '../load.ts'

/** A page of a list that the server gives oldest first, as a page of the same list with the latest first. */
export async function latestFirst<T>(
  offset: number,
  limit: number,
  load: (page: { readonly offset: number; readonly limit: number }) => Promise<ListPage<T>>,
): Promise<ListPage<T>> {
  const { total } = await load({ offset: 0, limit: 0 })
  const end = total - offset
  if (end <= 0) return { items: [], total }
  const from = Math.max(0, end - limit)
  const { items } = await load({ offset: from, limit: end - from })
  return { items: items.toReversed(), total }
}
