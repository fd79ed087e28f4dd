import type { Seconds } from '../../../kernel/support/time.ts'

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
