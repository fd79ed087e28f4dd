import type { Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'

/** An item of a feed that RSS campaigns are made from. */
export interface FeedItemRow {
  readonly seq: number
  readonly id: number
  readonly feed_url: string
  readonly title: string
  readonly link: string
  readonly description: string
  readonly content: string
  readonly author: string
  readonly published_at: Seconds
}

export const feedItems = defineTable<FeedItemRow>()('feed_items', { key: ['id'], byFeed: ['feed_url', 'published_at'] })

/** Maximum number of items in an issue. */
export const ITEMS_MAX = 25

/** The items of a feed, oldest first. */
export function feedItemsOf(tx: Tx, feed_url: string): FeedItemRow[] {
  return tx.range(feedItems.byFeed, { feed_url }).all()
}

/** Publishes an item of a feed. */
export function publishItem(tx: Tx, fields: Omit<FeedItemRow, 'seq' | 'id'>): FeedItemRow {
  return tx.insert(feedItems, { id: tx.count('feed_items.id'), ...fields })
}
