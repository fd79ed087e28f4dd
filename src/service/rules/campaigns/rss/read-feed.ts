import { SaxesParser, type SaxesTagNS } from 'saxes'
import { escapeHtml } from '../../../../kernel/support/escape.ts'
import { readInstant, type Seconds } from '../../../../kernel/support/time.ts'
import type { FeedEntry } from '../../../model/campaigns/feed.ts'

/** Maximum number of items that are read from a feed. */
const ENTRIES_MAX = 500
/** Maximum depth of the elements of a feed. */
const DEPTH_MAX = 50

const ATOM = 'http://www.w3.org/2005/Atom'
const CONTENT = 'http://purl.org/rss/1.0/modules/content/'
const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'

/** A text that is no feed. */
class NotAFeed extends Error {
  override readonly name = 'NotAFeed'
}

/**
 * Reads a feed in RSS 2.0 or Atom. Returns its items in its order, or `undefined` if the text is no feed, or no well-formed XML. Entities that
 * a document declares are not expanded.
 *
 * @example
 * readFeed('<rss version="2.0"><channel><item><title>Hats</title></item></channel></rss>')?.[0]?.title // 'Hats'
 */
export function readFeed(xml: string): readonly FeedEntry[] | undefined {
  const reader = new FeedReader()
  const sax = new SaxesParser({ xmlns: true, position: false })
  sax.on('error', (error) => {
    throw new NotAFeed(error.message)
  })
  sax.on('opentag', (tag) => reader.open(tag))
  sax.on('text', (text) => reader.text(text))
  sax.on('cdata', (text) => reader.text(text))
  sax.on('closetag', () => reader.close())
  try {
    sax.write(xml.replace(/^\uFEFF/, '')).close()
  } catch (error) {
    if (error instanceof NotAFeed) return undefined
    throw error
  }
  return reader.items
}

type FeedField = 'guid' | 'title' | 'link' | 'description' | 'content' | 'author' | 'published' | 'updated'
type Draft = { [Name in FeedField]?: string }

/** An open element: its name, and its text so far. */
interface OpenElement {
  readonly is: 'root' | 'channel' | 'item' | 'within' | 'other' | FeedField
  /** Whether its text is plain text where HTML is expected. */
  readonly isPlain: boolean
  text: string
}

/** The elements of an item by their names. Elements of RSS have no namespace; elements of Atom and of extensions of RSS have theirs. */
const FIELDS: ReadonlyMap<string, FeedField> = new Map<string, FeedField>([
  ['guid', 'guid'],
  ['title', 'title'],
  ['link', 'link'],
  ['description', 'description'],
  ['author', 'author'],
  ['pubDate', 'published'],
  [`${CONTENT} encoded`, 'content'],
  [`${DUBLIN_CORE} creator`, 'author'],
  [`${DUBLIN_CORE} date`, 'published'],
  [`${ATOM} id`, 'guid'],
  [`${ATOM} title`, 'title'],
  [`${ATOM} summary`, 'description'],
  [`${ATOM} content`, 'content'],
  [`${ATOM} published`, 'published'],
  [`${ATOM} updated`, 'updated'],
])

/** Collects the items of a feed from its elements. */
class FeedReader {
  readonly items: FeedEntry[] = []
  readonly #open: OpenElement[] = []
  #draft: Draft = {}

  open(tag: SaxesTagNS): void {
    if (this.#open.length >= DEPTH_MAX) throw new NotAFeed('Its elements are nested too deeply.')
    const isPlain =
      tag.uri === ATOM && (tag.local === 'summary' || tag.local === 'content') && tag.attributes['type']?.value !== 'html'
    this.#open.push({ is: this.#meaningOf(tag), isPlain, text: '' })
  }

  text(text: string): void {
    const element = this.#open.at(-1)
    if (element) element.text += text
  }

  close(): void {
    const element = this.#open.pop()
    if (!element) return
    const { is } = element
    if (is === 'item') return this.#finish()
    const outer = this.#open.at(-1)
    // Elements within a field, such as XHTML in Atom, are read as their text.
    if (is === 'within' && outer) outer.text += element.text
    if (is === 'root' || is === 'channel' || is === 'other' || is === 'within') return
    const text = element.text.trim()
    this.#draft[is] ??= element.isPlain ? escapeHtml(text) : text
  }

  #meaningOf({ uri, local, attributes }: SaxesTagNS): OpenElement['is'] {
    const outer = this.#open.at(-1)
    if (!outer) return expectRoot(uri, local)
    if (outer.is === 'root' && uri === '' && local === 'channel') return 'channel'
    if (
      (outer.is === 'channel' && uri === '' && local === 'item') ||
      (outer.is === 'root' && uri === ATOM && local === 'entry')
    ) {
      this.#draft = {}
      return 'item'
    }
    if (outer.is !== 'item') return this.#within(outer, uri, local)
    if (uri === ATOM && local === 'link') {
      const rel = attributes['rel']?.value ?? 'alternate'
      if (rel === 'alternate') this.#draft.link ??= attributes['href']?.value.trim() ?? ''
      return 'other'
    }
    if (uri === ATOM && local === 'author') return 'other'
    return FIELDS.get(uri === '' ? local : `${uri} ${local}`) ?? 'other'
  }

  /** An element within one that is neither the feed nor an item. */
  #within({ is }: OpenElement, uri: string, local: string): OpenElement['is'] {
    const isInItem = this.#open.some((each) => each.is === 'item')
    if (is === 'other' && isInItem && uri === ATOM && local === 'name' && this.#open.at(-2)?.is === 'item') return 'author'
    return is === 'other' || is === 'root' || is === 'channel' ? 'other' : 'within'
  }

  #finish(): void {
    if (this.items.length >= ENTRIES_MAX) return
    const { title = '', link = '', description = '', content = '', author = '', published, updated, guid } = this.#draft
    const identity = guid || link || title
    if (identity === '') return
    this.items.push({
      guid: identity,
      title: onOneLine(title),
      link: [link, guid].find((each) => each !== undefined && WEB.test(each)) ?? '',
      description,
      content,
      author: onOneLine(author),
      published_at: readFeedDate(published) ?? readFeedDate(updated),
    })
  }
}

function expectRoot(uri: string, local: string): 'root' {
  if ((uri === '' && local === 'rss') || (uri === ATOM && local === 'feed')) return 'root'
  throw new NotAFeed('Its root is neither rss nor an Atom feed.')
}

const WEB = /^https?:\/\//i

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

const RFC_822 =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[a-z]{1,4})?$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Time zones that RFC 822 names, apart from UTC. */
const ZONES: { readonly [name: string]: string } = {
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
}

/** The instant of a date as Atom (RFC 3339) or RSS (RFC 822) writes it. */
function readFeedDate(text: string | undefined): Seconds | undefined {
  if (text === undefined) return undefined
  const parts = RFC_822.exec(text)
  if (!parts) return readInstant(text)
  const [, date = '', month = '', year = '', hour = '', minute = '', second = '00', zone = ''] = parts
  const number = MONTHS.indexOf(month.toLowerCase()) + 1
  const offset = /\d/.test(zone) ? zone : (ZONES[zone.toUpperCase()] ?? '+0000')
  const day = `${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`
  return readInstant(`${day}T${hour.padStart(2, '0')}:${minute}:${second}${offset.slice(0, 3)}:${offset.slice(3)}`)
}
