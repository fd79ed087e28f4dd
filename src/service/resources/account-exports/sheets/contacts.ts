import { timestamp } from '../../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import { isMember } from '../../../rules/contacts/contact.ts'
import { type ContactRow, findSmsChannel } from '../../../model/contacts/contact.ts'
import { interests } from '../../../model/interests/interest.ts'
import { readMergeValue, type MemberRow } from '../../../model/members/member.ts'
import type { MergeValue } from '../../../model/merge-fields/merge-field.ts'
import { notes } from '../../../model/notes/note.ts'
import { findMemberTags } from '../../../model/tags/tag.ts'
import { type Columns, type CsvValue, makeSheetLine, several } from './sheet.ts'

/** A column that is empty for contacts with only a phone. */
function ofMember(valueOf: (member: MemberRow, tx: Tx) => CsvValue): (contact: ContactRow, tx: Tx) => CsvValue {
  return (contact, tx) => (isMember(contact) ? valueOf(contact, tx) : '')
}

const first: Columns<ContactRow> = {
  contact_id: ({ contact_id }) => contact_id,
  email_address: ofMember(({ email_address }) => email_address),
  sms_phone: (contact, tx) => findSmsChannel(tx, contact)?.phone ?? '',
  status: ({ status }) => status,
}

const last: Columns<ContactRow> = {
  interests: ofMember((member, tx) => several(listInterestNames(tx, member))),
  tags: (contact, tx) => several(findMemberTags(tx, contact).map(({ name }) => name)),
  language: ({ language }) => language,
  vip: ofMember(({ vip }) => vip),
  member_rating: ofMember(({ rating }) => rating),
  email_type: ofMember(({ email_type }) => email_type),
  source: ({ source }) => source,
  ip_signup: ofMember(({ ip_signup }) => ip_signup),
  timestamp_signup: ofMember(({ timestamp_signup }) => timestamp(timestamp_signup)),
  ip_opt: ofMember(({ ip_opt }) => ip_opt),
  timestamp_opt: ofMember(({ timestamp_opt }) => timestamp(timestamp_opt)),
  latitude: ofMember(({ location }) => location.latitude),
  longitude: ofMember(({ location }) => location.longitude),
  country_code: ofMember(({ location }) => location.country_code),
  timezone: ofMember(({ location }) => location.timezone),
  unsubscribe_reason: ofMember(({ unsubscribe_reason }) => unsubscribe_reason),
  created_at: ({ created_at }) => timestamp(created_at),
  last_changed: ({ last_changed }) => timestamp(last_changed),
  unique_email_id: ofMember(({ unique_email_id }) => unique_email_id),
  notes: ofMember((member, tx) => several(notesAbout(tx, member))),
}

/** The columns of an audience's file. Merge tags are in the middle and upper-cased, so that none clashes with another column. */
export function contactColumns(mergeTags: readonly string[]): string[] {
  return [...Object.keys(first), ...mergeTags.map((tag) => tag.toUpperCase()), ...Object.keys(last)]
}

export const contactLine = makeSheetLine<ContactRow>({ ...first, ...last }, (contact, capitals) =>
  writtenValue(readMergeValue(contact, tagIn(contact, capitals))),
)

/** The tag with these upper-case letters. Most tags are upper-case. */
function tagIn({ merge_fields }: ContactRow, capitals: string): string {
  if (Object.hasOwn(merge_fields, capitals)) return capitals
  return Object.keys(merge_fields).find((tag) => tag.toUpperCase() === capitals) ?? capitals
}

function writtenValue(value: MergeValue = ''): CsvValue {
  if (typeof value !== 'object') return value
  const { addr1, addr2, city, state, zip, country } = value
  return [addr1, addr2, city, state, zip, country].filter(Boolean).join('  ')
}

function listInterestNames(tx: ReadTx, { list_id, interests: ids }: MemberRow): string[] {
  return ids.flatMap((id) => tx.first(interests.key, { list_id, id })?.name ?? [])
}

function notesAbout(tx: ReadTx, { contact_id }: MemberRow): string[] {
  return tx
    .range(notes.byMember, { contact_id })
    .all()
    .map(({ note }) => note)
}
