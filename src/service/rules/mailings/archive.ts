import type { Token } from 'parse5'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { findHref, readHtml } from './html.ts'
import { fillTags, type TagLookup } from './merge-tags.ts'
import { commonTags } from './prepare.ts'
import type { MailingToSend } from '../../model/mailings/mailing.ts'
import { commonTag } from './render.ts'

/** Tags whose values differ between recipients. */
const PERSONAL: ReadonlySet<string> = new Set([
  'EMAIL',
  'UNIQID',
  'OPTIN_DATE',
  'INTERESTS',
  'UNSUB',
  'UPDATE_PROFILE',
  'FORWARD',
])

/** The HTML of a mailing as its archive page shows it. */
export function archiveHtml(tx: ReadTx, mailing: MailingToSend): string {
  const { common, fields } = commonTags(tx, mailing)
  const tags = new Set(fields.flatMap(({ tag, merge_id }) => [tag.toUpperCase(), `MERGE${merge_id}`]))
  const lookUp: TagLookup = (tag) => {
    if (tag === 'ARCHIVE_PAGE') return '1'
    if (PERSONAL.has(tag) || tags.has(tag) || tag === 'MERGE0') return ''
    return commonTag({ subject_line: mailing.subject_line, common }, tag, lookUp)
  }
  return fillTags(withoutPersonalLinks(mailing.html), lookUp, { html: true })
}

const PERSONAL_LINK = /^\s*\*\|(?:UNSUB|UPDATE_PROFILE|FORWARD)\|\*\s*$/i

/** HTML without the links that only recipients can use. */
function withoutPersonalLinks(html: string): string {
  if (!/\*\|(?:UNSUB|UPDATE_PROFILE|FORWARD)\|\*/i.test(html)) return html
  let kept = ''
  let at = 0
  let from: number | undefined
  const startTag = (tag: Token.TagToken): void => {
    const isPersonal = tag.tagName === 'a' && PERSONAL_LINK.test(findHref(tag) ?? '')
    if (isPersonal && from === undefined) from = tag.location?.startOffset
  }
  const endTag = ({ tagName, location }: Token.TagToken): void => {
    if (tagName !== 'a' || from === undefined || !location) return
    kept += html.slice(at, from)
    at = location.endOffset
    from = undefined
  }
  readHtml(html, { startTag, endTag })
  return kept + html.slice(at)
}
