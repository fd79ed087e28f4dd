import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import type { Attempt } from '../../../model/deliveries/delivery.ts'
import { isAccepted } from '../../deliveries/webhook-request.ts'
import { PAGE_BYTES_MAX } from '../content/fetch.ts'
import { type FeedEntry, type FeedItemRow, feedItems, type FeedNow, findFeedItems } from '../../../model/campaigns/feed.ts'
import { readFeed } from './read-feed.ts'

export function publishItem(tx: Tx, fields: Omit<FeedItemRow, 'seq' | 'id' | 'guid'>): FeedItemRow {
  return insertItem(tx, { ...fields, guid: '' })
}

function insertItem(tx: Tx, fields: Omit<FeedItemRow, 'seq' | 'id'>): FeedItemRow {
  return tx.insert(feedItems, { id: tx.count('feed_items.id'), ...fields })
}

/**
 * A feed as it is now, from the items of the world and the answer to a request for it. An item without a date counts as published when it is
 * first seen. A feed in which a trigger has published items can always be read.
 */
export function feedNow(tx: ReadTx, feed_url: string, fetched: Attempt | undefined): FeedNow {
  const known = findFeedItems(tx, feed_url)
  const published = known.map(({ published_at }) => published_at)
  const entries = tx.settings.imports === 'off' ? IMPORTS_OFF : fetched ? entriesIn(tx, fetched) : NOT_FETCHED
  if (typeof entries === 'string') {
    const isReadable = known.some(({ guid }) => guid === '') || (entries === NOT_FETCHED && known.length > 0)
    return { published, added: [], ...(isReadable ? {} : { problem: `The feed ${feed_url} cannot be read: ${entries}` }) }
  }
  const added = entries
    .filter(({ guid }) => !tx.first(feedItems.byGuid, { feed_url, guid }))
    .map((entry) => ({ ...entry, feed_url, published_at: entry.published_at ?? tx.now }))
  return { published: [...published, ...added.map(({ published_at }) => published_at)], added }
}

const IMPORTS_OFF = 'nothing was published in it, and it is not fetched, since the setting imports is off.'
const NOT_FETCHED = 'nothing was published in it, and it is not fetched in a batch or for a trigger.'

/** The items of a feed that was fetched, each once, oldest first; or why there are none. */
function entriesIn(tx: ReadTx, attempt: Attempt): FeedEntry[] | string {
  const { response, error = '', blocked = false } = attempt
  const limit = blocked && tx.settings.imports === 'loopback' ? ' The setting imports allows this machine only.' : ''
  if (!response) return `${error}${limit}`
  if (!isAccepted(attempt)) return `it must answer with a status of 200 to 299, but it answered ${response.status}.`
  if (Buffer.byteLength(response.body) > PAGE_BYTES_MAX) return `it must have at most ${PAGE_BYTES_MAX} bytes.`
  const entries = readFeed(response.body)
  if (!entries) return 'it must be a feed in RSS 2.0 or Atom, in well-formed XML.'
  const byGuid = new Map(entries.toReversed().map((entry) => [entry.guid, entry]))
  return [...byGuid.values()]
}

/** Keeps the new items of a feed that was fetched. Returns why it cannot be read, if so. */
export function keepFeed(tx: Tx, feed_url: string, fetched: Attempt | undefined): string | undefined {
  const { problem, added } = feedNow(tx, feed_url, fetched)
  for (const item of added) insertItem(tx, item)
  return problem
}
