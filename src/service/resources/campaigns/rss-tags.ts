import { day } from '../../../kernel/support/time.ts'
import { fillTags, type TagLookup, type TagValue } from '../mailings/merge-tags.ts'
import { plainTextOf } from '../mailings/plain-text.ts'
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

/** Values by tag. */
interface Values {
  readonly [tag: string]: TagValue
}

/**
 * Fills the tags of a feed: what stands between `RSSITEMS:` and `END:RSSITEMS` is repeated for each item. Other tags stay. In HTML, values are
 * escaped; the content of an item is HTML already, and in plain text it is the text of that HTML. Throws `NeedsLoad` until the HTML parser
 * is loaded.
 */
export function fillFeedTags(text: string, issue: Issue, { html }: { readonly html: boolean }): string {
  let filled = ''
  let rest = text
  for (let begin = BEGIN.exec(rest); begin; begin = BEGIN.exec(rest)) {
    const from = begin.index + begin[0].length
    const to = rest.toUpperCase().indexOf(END, from)
    if (to < 0) break
    const count = begin[1] === undefined ? issue.items.length : Number(begin[1])
    const block = rest.slice(from, to)
    const before = filledBy(rest.slice(0, begin.index), feedTags(issue), html)
    const shown = issue.items.slice(0, count)
    filled += before + shown.map((item) => filledBy(block, { ...feedTags(issue), ...itemTags(item) }, html)).join('')
    rest = rest.slice(to + END.length)
  }
  return filled + filledBy(rest, feedTags(issue), html)
}

function filledBy(text: string, tags: Values, html: boolean): string {
  const lookUp: TagLookup = (tag) => (Object.hasOwn(tags, tag) ? tags[tag] : undefined)
  return text.replaceAll(/\*\|RSS(?:ITEM|FEED):\w+\|\*/gi, (tag) => fillTags(tag, lookUp, { html }))
}

function itemTags({ title, link, published_at, author, description, content }: FeedItemRow): Values {
  return {
    'RSSITEM:TITLE': title,
    'RSSITEM:URL': link,
    'RSSITEM:DATE': day(published_at),
    'RSSITEM:AUTHOR': author,
    'RSSITEM:CONTENT': contentOf(description),
    'RSSITEM:CONTENT_FULL': contentOf(content || description),
  }
}

function contentOf(markup: string): TagValue {
  return { text: plainTextOf(markup), markup }
}

/** The world knows of a feed only its items, so its title is its host. */
function feedTags({ feed_url, today }: Issue): Values {
  return { 'RSSFEED:TITLE': new URL(feed_url).host, 'RSSFEED:URL': feed_url, 'RSSFEED:DESCRIPTION': '', 'RSSFEED:DATE': today }
}
