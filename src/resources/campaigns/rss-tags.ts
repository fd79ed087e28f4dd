import { day } from '../../support/time.ts'
import { fillTags, type TagLookup } from '../mailings/merge-tags.ts'
import type { FeedItemRow } from './feed.ts'

/** What an issue of an RSS campaign shows. */
interface Issue {
  readonly feed_url: string
  /** Newest first. */
  readonly items: readonly FeedItemRow[]
  readonly today: string
}

const BEGIN = /\*\|RSSITEMS:(?:\[\$count=(\d{1,3})\])?\|\*/i
const END = '*|END:RSSITEMS|*'

/** Fills the tags of a feed: what stands between `RSSITEMS:` and `END:RSSITEMS` is repeated for each item. Other tags stay. */
export function fillFeedTags(text: string, issue: Issue): string {
  let filled = ''
  let rest = text
  for (let begin = BEGIN.exec(rest); begin; begin = BEGIN.exec(rest)) {
    const from = begin.index + begin[0].length
    const to = rest.toUpperCase().indexOf(END, from)
    if (to < 0) break
    const count = begin[1] === undefined ? issue.items.length : Number(begin[1])
    const block = rest.slice(from, to)
    filled +=
      rest.slice(0, begin.index) +
      issue.items
        .slice(0, count)
        .map((item) => filledBy(block, itemTags(item)))
        .join('')
    rest = rest.slice(to + END.length)
  }
  return filledBy(filled + rest, feedTags(issue))
}

function filledBy(text: string, tags: { readonly [tag: string]: string }): string {
  const lookUp: TagLookup = (tag) => (Object.hasOwn(tags, tag) ? tags[tag] : undefined)
  return text.replaceAll(/\*\|RSS(?:ITEM|FEED):\w+\|\*/gi, (tag) => fillTags(tag, lookUp, { html: false }))
}

function itemTags({ title, link, published_at, author, description, content }: FeedItemRow) {
  return {
    'RSSITEM:TITLE': title,
    'RSSITEM:URL': link,
    'RSSITEM:DATE': day(published_at),
    'RSSITEM:AUTHOR': author,
    'RSSITEM:CONTENT': description,
    'RSSITEM:CONTENT_FULL': content || description,
  }
}

/** The world knows of a feed only its items, so its title is its host. */
function feedTags({ feed_url, today }: Issue) {
  return { 'RSSFEED:TITLE': new URL(feed_url).host, 'RSSFEED:URL': feed_url, 'RSSFEED:DESCRIPTION': '', 'RSSFEED:DATE': today }
}
