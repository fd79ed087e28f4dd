import { day, zoneOffset } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { equal } from '../../../kernel/support/objects.ts'
import { emailBody } from '../../model/emails/email.ts'
import { interests } from '../../model/interests/interest.ts'
import { lists, makeSubscribeUrl, type ListRow } from '../../model/lists/list.ts'
import { findMemberSchema } from '../../model/members/member.ts'
import { mergeFields } from '../../model/merge-fields/merge-field.ts'
import { withoutOwnAddress } from '../urls/own-address.ts'
import { readAccount } from '../../model/root/account.ts'
import { type TrackedBody, trackHtml, trackText } from './links.ts'
import { mailings, type MailingField, type MailingRow, trackedLinks, type MailingToSend } from '../../model/mailings/mailing.ts'

/**
 * Keeps the mailing that is sent from now on under an id: its content with tracked links and the footer, and the values of merge tags that are the same for
 * all recipients.
 */
export function prepareMailing(tx: Tx, given: MailingToSend): MailingRow {
  const { id } = given
  const { row, links } = compose(tx, given)
  tx.removeAll(trackedLinks.inOrder, { mailing_id: id })
  for (const [link_id, url] of links) tx.insert(trackedLinks, { mailing_id: id, id: link_id, url })
  const before = tx.first(mailings.key, { id })
  return before ? tx.put(mailings, { ...row, seq: before.seq }) : tx.insert(mailings, row)
}

/**
 * Keeps what an email of an automation says from now on, as a new version if that differs from the last one: emails that have gone out stay as
 * they are.
 */
export function prepareVersion(tx: Tx, given: MailingToSend): MailingRow {
  const { id } = given
  const { row, links } = compose(tx, given)
  const version = countVersions(tx, id)
  const last = tx.first(mailings.key, { id: nameVersion(id, version) })
  if (last && equal({ ...row, ...UNCOMPARED }, { ...last, ...UNCOMPARED })) return last
  for (const [link_id, url] of links) {
    if (!tx.first(trackedLinks.key, { mailing_id: id, id: link_id }))
      tx.insert(trackedLinks, { mailing_id: id, id: link_id, url })
  }
  return tx.insert(mailings, last ? { ...row, id: nameVersion(id, version + 1), version_of: id } : row)
}

function nameVersion(id: string, version: number): string {
  return version === 1 ? id : `${id}-${version}`
}

/**
 * The number of versions of a mailing, which are numbered without gaps. A year has 365, since each day has another date: a look at each of them for each
 * email took 9 % of a year of `shop-live`, and this takes 2 %.
 */
function countVersions(tx: ReadTx, id: string): number {
  const exists = (version: number): boolean => tx.first(mailings.key, { id: nameVersion(id, version) }) !== undefined
  let [known, missing] = [0, 1]
  while (exists(missing)) [known, missing] = [missing, 2 * missing]
  while (missing - known > 1) {
    const middle = (known + missing) >>> 1
    if (exists(middle)) known = middle
    else missing = middle
  }
  return known
}

/** Fields in which two versions may differ although they say the same. */
const UNCOMPARED = { seq: 0, id: '', version_of: '', sent_at: 0 }

interface Composed {
  readonly row: Omit<MailingRow, 'seq'>
  /** The URLs of its tracked links, by their ids. */
  readonly links: ReadonlyMap<string, string>
}

function compose(tx: ReadTx, given: MailingToSend): Composed {
  const { id, list_id, tracking } = given
  const { archive_url: _long, archive_url_short: _short, ...fields } = given
  const list = tx.first(lists.key, { id: list_id })
  const bare = given.html === '' && given.text === ''
  const { common: shown, fields: mergeFieldsOfList } = commonTags(tx, given)
  const common = Object.fromEntries(Object.entries(shown).map(([tag, value]) => [tag, withoutOwnAddress(tx.world, value)]))
  const options = { mailing_id: id, common: (tag: string) => common[tag] }
  const html = bare
    ? untracked(bareBody(given).html)
    : trackHtml(withPixel(withHtmlFooter(given), given), { ...options, isTracked: tracking.html_clicks })
  const text = bare
    ? untracked(bareBody(given).text)
    : trackText(withTextFooter(given), { ...options, isTracked: tracking.text_clicks })
  const row: Omit<MailingRow, 'seq'> = {
    ...fields,
    html: html.body,
    text: text.body,
    hrefs: html.body === '' ? text.hrefs : html.hrefs,
    list_name: list?.name ?? '',
    sent_at: tx.now,
    bare,
    email_type_option: list?.email_type_option ?? false,
    account_id: readAccount(tx).account_id,
    common,
    fields: mergeFieldsOfList,
    interests: list ? interestNames(tx, list) : {},
  }
  return { row, links: new Map([...html.tracked, ...text.tracked]) }
}

function untracked(body: string): TrackedBody {
  return { body, hrefs: [], tracked: new Map() }
}

/** The body of an email of which there is only a subject. */
function bareBody({ subject_line, preview_text }: MailingToSend) {
  const { html, text } = emailBody(...[subject_line, preview_text].filter((line) => line !== ''))
  return { html, text }
}

const UNSUBSCRIBE_TAG = /\*\|(?:html:)?unsub\|\*/i

/** Adds the footer of the service, unless the content has an unsubscribe link and does without it. */
function withHtmlFooter({ html, auto_footer }: MailingToSend): string {
  if (html === '' || (UNSUBSCRIBE_TAG.test(html) && !auto_footer)) return html
  return beforeEnd(html, HTML_FOOTER)
}

const HTML_FOOTER = [
  '<p>*|LIST:COMPANY|*<br>*|HTML:LIST_ADDRESS_HTML|*</p>',
  '<p><a href="*|UNSUB|*">Unsubscribe</a> <a href="*|UPDATE_PROFILE|*">Update your preferences</a></p>',
].join('\n')

function withTextFooter({ text, auto_footer }: MailingToSend): string {
  if (UNSUBSCRIBE_TAG.test(text) && !auto_footer) return text
  return `${text}\n\n${TEXT_FOOTER}\n`
}

const TEXT_FOOTER = [
  '='.repeat(60),
  '*|LIST:COMPANY|*',
  '*|LIST:ADDRESS|*',
  'Unsubscribe: *|UNSUB|*',
  'Update your preferences: *|UPDATE_PROFILE|*',
].join('\n')

function withPixel(html: string, { tracking }: MailingToSend): string {
  if (html === '' || !tracking.opens) return html
  return beforeEnd(html, '<img src="*|OPEN_PIXEL|*" width="1" height="1" alt="">')
}

/** Adds HTML at the end of the body. */
function beforeEnd(html: string, added: string): string {
  const end = html.toLowerCase().lastIndexOf('</body')
  return end < 0 ? `${html}\n${added}` : `${html.slice(0, end)}${added}\n${html.slice(end)}`
}

/** Values of merge tags that are the same for all recipients, and the merge fields that are not. */
export function commonTags(tx: ReadTx, given: MailingToSend): Pick<MailingRow, 'common' | 'fields'> {
  const list = tx.first(lists.key, { id: given.list_id })
  return { common: { ...listTagValues(tx, list), ...campaignTags(tx, given) }, fields: list ? findMailingFields(tx, list) : [] }
}

/** Tags of the list and the account. */
function listTagValues(tx: ReadTx, list: ListRow | undefined): { readonly [tag: string]: string } {
  const account = readAccount(tx)
  const empty = { REWARDS: '', 'HTML:REWARDS': '', REWARDS_TEXT: '', 'BRAND:LOGO': '' }
  const user = { 'USER:COMPANY': account.contact.company, 'USER:EMAIL': account.email }
  if (!list) return { ...empty, ...user }
  const { company, address1, address2, city, state, zip, country, phone } = list.contact
  const lines = [address1, address2, [city, state, zip].filter(Boolean).join(' '), country].filter(Boolean)
  return {
    ...empty,
    ...user,
    'LIST:NAME': list.name,
    'LIST:COMPANY': company,
    'LIST:DESCRIPTION': list.permission_reminder,
    'LIST:ADDRESS': lines.join(', '),
    LIST_ADDRESS: lines.join(', '),
    LIST_ADDRESS_HTML: lines.join('\n'),
    'LIST:PHONE': phone ?? '',
    'LIST:EMAIL': list.campaign_defaults.from_email,
    'LIST:UID': list.id,
    'LIST:SUBSCRIBE': makeSubscribeUrl(tx, list),
  }
}

function campaignTags(
  tx: ReadTx,
  { id, preview_text, archive_url, archive_url_short }: MailingToSend,
): { readonly [tag: string]: string } {
  const today = day(tx.now + zoneOffset(readAccount(tx).account_timezone, tx.now))
  return {
    MC_PREVIEW_TEXT: preview_text,
    'MC:DATE': today,
    CURRENT_YEAR: today.slice(0, 4),
    CAMPAIGN_UID: id,
    ARCHIVE: archive_url,
    ARCHIVE_LINK_SHORT: archive_url_short,
  }
}

function findMailingFields(tx: ReadTx, { id: list_id }: ListRow): MailingField[] {
  return findMemberSchema(tx, list_id).merge_fields.map(({ tag }) => {
    const field = tx.first(mergeFields.byTag, { list_id, tag })
    return { tag, merge_id: field?.merge_id ?? 0, name: field?.name ?? tag, default_value: field?.default_value ?? '' }
  })
}

function interestNames(tx: ReadTx, { id: list_id }: ListRow): { readonly [id: string]: string } {
  const all = tx.range(interests.key, { list_id }).all()
  return Object.fromEntries(all.map(({ id, name }) => [id, name]))
}
