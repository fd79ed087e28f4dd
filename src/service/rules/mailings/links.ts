import type { Token } from 'parse5'
import { md5 } from '../../../kernel/support/digest.ts'
import { escapeHtml } from '../../../kernel/support/escape.ts'
import { findHref, readHtml } from './html.ts'
import { fillTags, type TagLookup } from './merge-tags.ts'

const LINK_ID_DIGITS = 10

/** The id of a tracked link, from its mailing and its URL as written. */
export function makeLinkId(mailing_id: string, url: string): string {
  return md5(`${mailing_id}:${url}`).slice(0, LINK_ID_DIGITS)
}

/** A body whose links lead to the service, which tracks them. */
export interface TrackedBody {
  /** The body with a tag `TRACKED:<link id>` in place of each tracked URL. */
  readonly body: string
  /** The URLs of all links, as they are in the body. */
  readonly hrefs: readonly string[]
  /** The distinct tracked URLs by their ids, in the order of the body. */
  readonly tracked: ReadonlyMap<string, string>
}

interface LinkOptions {
  readonly mailing_id: string
  readonly isTracked: boolean
  /** Tags that are the same for all recipients. */
  readonly common: TagLookup
}

/** A web address, or a merge tag whose value is one for each recipient. */
const WEB = /^(?:https?:\/\/|\*\|(?:CART|PRODUCT):URL\|\*)/i

/** Replaces the web addresses of the links of HTML, if they are tracked. */
export function trackHtml(html: string, { mailing_id, isTracked, common }: LinkOptions): TrackedBody {
  const tracked = new Map<string, string>()
  const hrefs: string[] = []
  let body = ''
  let at = 0
  const startTag = (tag: Token.TagToken): void => {
    if (tag.tagName !== 'a' && tag.tagName !== 'area') return
    const href = findHref(tag)?.trim()
    const place = tag.location?.attrs?.['href']
    if (!href || !place) return
    // A merge tag in place of a URL, such as the URL of the archive page, is not tracked.
    if (!isTracked || !WEB.test(href)) return void hrefs.push(href)
    const url = fillTags(href, common, { html: false })
    const id = makeLinkId(mailing_id, url)
    tracked.set(id, url)
    hrefs.push(trackedTag(id))
    body += `${html.slice(at, place.startOffset)}href="${escapeHtml(trackedTag(id))}"`
    at = place.endOffset
  }
  readHtml(html, { startTag })
  return { body: body + html.slice(at), hrefs, tracked }
}

/** A web address in a text, without the punctuation that follows it. */
const TEXT_URL = /https?:\/\/[^\s<>"')]*[^\s<>"').,;:!?]/gi

/** Replaces the web addresses of a text, if they are tracked. */
export function trackText(text: string, { mailing_id, isTracked, common }: LinkOptions): TrackedBody {
  const tracked = new Map<string, string>()
  const hrefs: string[] = []
  const body = text.replaceAll(TEXT_URL, (written) => {
    const url = fillTags(written, common, { html: false })
    const id = makeLinkId(mailing_id, url)
    if (isTracked) tracked.set(id, url)
    const href = isTracked ? trackedTag(id) : written
    hrefs.push(href)
    return href
  })
  return { body, hrefs, tracked }
}

function trackedTag(id: string): string {
  return `*|TRACKED:${id}|*`
}
