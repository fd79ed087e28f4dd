import type { Seconds } from '../../../kernel/support/time.ts'
import type { TraceContext } from '../../../kernel/support/traceparent.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { Cause, ReadTx } from '../../../kernel/world/tx.ts'
import { campaigns } from './campaign.ts'

/** An item of a feed that RSS campaigns are made from. Its `guid` is empty if a trigger published it. */
export interface FeedItemRow extends Row, Omit<FeedEntry, 'published_at'> {
  readonly id: number
  readonly feed_url: string
  readonly published_at: Seconds
}

export const feedItems = defineTable<FeedItemRow>()('feed_items', {
  key: ['id'],
  indexes: { byFeed: ['feed_url', 'published_at'], byGuid: ['feed_url', 'guid'] },
})

/** The latest request for the feed of a campaign at one of its runs. It is made after the commit, and its outcome ends the run. */
export interface FeedFetchRow extends Row, TraceContext {
  readonly campaign_id: string
  readonly url: string
  readonly state: 'pending' | 'done'
  /** How many requests of the campaign came before it. */
  readonly number: number
  readonly cause: Cause | undefined
}

export const feedFetches = defineTable<FeedFetchRow>()('feed_fetches', {
  key: ['campaign_id'],
  indexes: { byState: ['state'] },
  ownedBy: [[campaigns, 'key']],
})

/** The requests for feeds that have not ended yet. */
export function pendingFetches(tx: ReadTx): FeedFetchRow[] {
  return tx.range(feedFetches.byState, { state: 'pending' }).all()
}

/** Maximum number of items in an issue. */
export const ITEMS_MAX = 25

/** The items of a feed, oldest first. */
export function findFeedItems(tx: ReadTx, feed_url: string): FeedItemRow[] {
  return tx.range(feedItems.byFeed, { feed_url }).all()
}

/** The items of a feed now. */
export interface FeedNow {
  /** Why the feed cannot be read. */
  readonly problem?: string
  /** The instants at which its items were published, the items of the request included. */
  readonly published: readonly Seconds[]
  /** The items that are new in the world. */
  readonly added: readonly Omit<FeedItemRow, 'seq' | 'id'>[]
}

/** An item of a feed that was fetched. */
export interface FeedEntry {
  /** What identifies it in its feed: its id, otherwise its link, otherwise its title. */
  readonly guid: string
  readonly title: string
  readonly link: string
  readonly description: string
  readonly content: string
  readonly author: string
  /** When it was published, if the feed says so. */
  readonly published_at: Seconds | undefined
}
