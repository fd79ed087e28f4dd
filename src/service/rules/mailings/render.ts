import { escapeHtml } from '../../../kernel/support/escape.ts'
import { readInstant, timestamp, weekdayOf } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { MergeValue } from '../../model/merge-fields/merge-field.ts'
import type { EmailSubject } from '../../model/automations/occasion.ts'
import type { EmailRow } from '../../model/emails/email.ts'
import { type MemberRow, readMergeValue } from '../../model/members/member.ts'
import { withOwnAddress } from '../urls/own-address.ts'
import { type MailingRow, mailings, idOfSource, type MailingToSend } from '../../model/mailings/mailing.ts'
import { fillTags, type TagLookup, type TagValue } from './merge-tags.ts'
import { commonTags } from './prepare.ts'

/** An email of a mailing as its recipient gets it. */
interface RenderedEmail {
  readonly subject: string
  readonly to_name: string
  readonly from_name: string
  readonly reply_to: string
  readonly text: string
  /** Empty if the recipient gets plain text. */
  readonly html: string
  readonly links: readonly string[]
  readonly headers: { readonly [name: string]: string }
}

/** Renders the email of a recipient: merge tags are filled, and links lead to the service. */
function renderEmail(base_url: string, mailing: MailingRow, recipient: MemberRow, about: EmailRow['about']): RenderedEmail {
  const values = tagsFor(base_url, mailing, recipient, about)
  const plain = (text: string) => fillTags(text, values, { html: false })
  const isText = mailing.email_type_option && recipient.email_type === 'text'
  const { list_id, account_id } = mailing
  const id = idOfSource(mailing)
  const unsubscribe = personalUrl(base_url, 'unsubscribe', { u: account_id, id: list_id, e: recipient.unique_email_id, c: id })
  return {
    subject: plain(mailing.subject_line),
    to_name: plain(mailing.to_name),
    from_name: plain(mailing.from_name),
    reply_to: mailing.reply_to,
    text: plain(mailing.text),
    html: isText ? '' : fillTags(mailing.html, values, { html: true }),
    links: mailing.hrefs.map(plain),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Feedback-ID': `${id}:${list_id}:${account_id}`,
    },
  }
}

const NO_SUBJECT: EmailSubject = { id: '', tags: {} }

/** The value of each merge tag for a recipient, also of tags about a cart, a product or an order, if there is one. */
export function tagsFor(
  base_url: string,
  mailing: MailingRow,
  recipient: MemberRow,
  { id: about_id, tags }: EmailSubject = NO_SUBJECT,
): TagLookup {
  const { list_id, account_id } = mailing
  const id = idOfSource(mailing)
  const e = recipient.unique_email_id
  const personal: { readonly [tag: string]: string } = {
    EMAIL: recipient.email_address,
    UNIQID: e,
    OPTIN_DATE: timestamp(recipient.timestamp_opt || recipient.timestamp_signup).slice(0, 10),
    INTERESTS: recipient.interests.flatMap((each) => mailing.interests[each] ?? []).join(', '),
    UNSUB: personalUrl(base_url, 'unsubscribe', { u: account_id, id: list_id, e, c: id }),
    UPDATE_PROFILE: personalUrl(base_url, 'profile', { u: account_id, id: list_id, e }),
    FORWARD: personalUrl(base_url, 'forward', { u: account_id, id, e }),
    OPEN_PIXEL: personalUrl(base_url, 'track/open', { u: account_id, id, e }),
    ARCHIVE_PAGE: '',
  }
  const o = about_id === '' ? {} : { o: about_id }
  const lookUp: TagLookup = (tag) => {
    if (Object.hasOwn(personal, tag)) return personal[tag]
    if (Object.hasOwn(tags, tag)) return tag.endsWith(':LINES') ? toLinesValue(tags[tag] ?? '') : tags[tag]
    if (tag.startsWith('TRACKED:')) {
      return personalUrl(base_url, 'track/click', { u: account_id, id: tag.slice('TRACKED:'.length).toLowerCase(), e, ...o })
    }
    return readMailingField(mailing, recipient, tag) ?? commonTag(mailing, tag, lookUp)
  }
  return lookUp
}

/** A tag whose lines are separated by `<br>` in HTML. */
function multiline(text: string): Exclude<TagValue, string> {
  return { text: text.replaceAll('\n', ', '), markup: text.split('\n').map(escapeHtml).join('<br>') }
}

/** Lines of a cart or an order, each on a line of its own. */
function toLinesValue(text: string): TagValue {
  return { ...multiline(text), text }
}

/** The value of a tag that is the same for all recipients. The subject and the preview text may have tags of their own. */
export function commonTag(
  mailing: Pick<MailingRow, 'subject_line' | 'common'>,
  tag: string,
  lookUp: TagLookup,
): TagValue | undefined {
  if (isOwnText(tag)) return ownText(mailing, tag, lookUp)
  if (tag === 'LIST_ADDRESS_HTML') return multiline(mailing.common[tag] ?? '')
  if (Object.hasOwn(mailing.common, tag)) return mailing.common[tag]
  const format = /^DATE:(.+)$/i.exec(tag)?.[1]
  return format && formatDay(mailing.common['MC:DATE'] ?? '', format)
}

type OwnText = 'MC:SUBJECT' | 'MC_PREVIEW_TEXT'

function isOwnText(tag: string): tag is OwnText {
  return tag === 'MC:SUBJECT' || tag === 'MC_PREVIEW_TEXT'
}

/** The subject or the preview text, filled. Neither appears in itself, nor in the other one that appears in it: these places are empty. */
function ownText(
  mailing: Pick<MailingRow, 'subject_line' | 'common'>,
  tag: OwnText,
  lookUp: TagLookup,
  within: readonly OwnText[] = [],
): string {
  if (within.includes(tag)) return ''
  const text = tag === 'MC:SUBJECT' ? mailing.subject_line : (mailing.common[tag] ?? '')
  const valueIn: TagLookup = (each) => (isOwnText(each) ? ownText(mailing, each, lookUp, [...within, tag]) : lookUp(each))
  return fillTags(text, valueIn, { html: false })
}

function readMailingField({ fields }: MailingRow, recipient: MemberRow, tag: string): string | undefined {
  if (tag === 'MERGE0') return recipient.email_address
  const field = fields.find((each) => each.tag.toUpperCase() === tag || `MERGE${each.merge_id}` === tag)
  if (!field) return undefined
  return formatMergeValue(readMergeValue(recipient, field.tag)) || field.default_value
}

/** A value as text; the parts of an address are joined by blanks. */
function formatMergeValue(value: MergeValue | undefined): string {
  if (typeof value !== 'object') return value === undefined ? '' : String(value)
  return Object.values(value).filter(Boolean).join(' ')
}

/** A URL of the service for one recipient. */
export function personalUrl(base_url: string, page: string, query: { readonly [name: string]: string }): string {
  return `${base_url}/_public/${page}?${new URLSearchParams(query).toString()}`
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** A day (`2026-01-15`) in a format of the letters d, D, j, l, F, m, M, n, Y and y. Other characters stay. */
function formatDay(today: string, format: string): string {
  const [year = '', month = '', date = ''] = today.split('-')
  const weekday = DAYS[weekdayOf(readInstant(today) ?? 0)] ?? ''
  const name = MONTHS[Number(month) - 1] ?? ''
  const letters: { readonly [letter: string]: string } = {
    d: date,
    D: weekday.slice(0, 3),
    j: String(Number(date)),
    l: weekday,
    F: name,
    m: month,
    M: name.slice(0, 3),
    n: String(Number(month)),
    Y: year,
    y: year.slice(2),
  }
  return [...format].map((letter) => letters[letter] ?? letter).join('')
}

/** What an email says. Emails of a mailing also have a sender and headers. */
export interface EmailContent extends Pick<EmailRow, 'subject' | 'text' | 'html' | 'links'> {
  /** The campaign, or the email of an automation, that it is an email of. */
  readonly campaign_id?: string
  readonly list_id?: string
  readonly to_name?: string
  readonly from?: string
  readonly reply_to?: string
  readonly headers?: { readonly [name: string]: string }
}

/** The content of an email as the world shows it. That of a mailing is made now. */
export function emailContent(tx: ReadTx, email: EmailRow): EmailContent {
  const shown = (text: string): string => withOwnAddress(tx.world, text)
  const { subject, text, html, links, ...others } = storedContent(tx, email)
  return { ...others, subject: shown(subject), text: shown(text), html: shown(html), links: links.map(shown) }
}

function storedContent(tx: ReadTx, email: EmailRow): EmailContent {
  const { subject, text, html, links, mailing_id, recipient, notification } = email
  const mailing = mailing_id === undefined ? undefined : tx.first(mailings.key, { id: mailing_id })
  if (!mailing || !recipient) return { subject, text, html, links, ...(notification ? { from: notification.from } : {}) }
  const { from_name, reply_to, ...rendered } = renderEmail(tx.world.base_url, mailing, recipient, email.about)
  return {
    ...rendered,
    campaign_id: idOfSource(mailing),
    list_id: mailing.list_id,
    from: from_name === '' ? reply_to : `${from_name} <${reply_to}>`,
    reply_to,
  }
}

/** The names of personal tags that are not merge fields. */
const PERSONAL: { readonly [tag: string]: string } = {
  EMAIL: 'Email Address',
  UNIQID: 'Unique ID',
  OPTIN_DATE: 'Opt-in Date',
  INTERESTS: 'Interests',
}

/** A test of a mailing: personal tags show their names, and links are neither tracked nor personal. */
export function renderTest(tx: ReadTx, mailing: MailingToSend, type: 'html' | 'plaintext') {
  const { common, fields } = commonTags(tx, mailing)
  const names = new Map(
    fields.flatMap(({ tag, merge_id, name }) => [
      [tag.toUpperCase(), name],
      [`MERGE${merge_id}`, name],
    ]),
  )
  const lookUp: TagLookup = (tag) => {
    if (tag === 'UNSUB' || tag === 'UPDATE_PROFILE' || tag === 'FORWARD') return '#'
    if (tag === 'ARCHIVE_PAGE') return ''
    const name = names.get(tag) ?? PERSONAL[tag] ?? (tag === 'MERGE0' ? PERSONAL['EMAIL'] : undefined)
    return name === undefined ? commonTag({ subject_line: mailing.subject_line, common }, tag, lookUp) : `<< Test ${name} >>`
  }
  return {
    subject: `[Test] ${fillTags(mailing.subject_line, lookUp, { html: false })}`,
    text: fillTags(mailing.text, lookUp, { html: false }),
    html: type === 'html' ? fillTags(mailing.html, lookUp, { html: true }) : '',
  }
}
