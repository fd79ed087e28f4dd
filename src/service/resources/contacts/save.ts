import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { equal } from '../../../kernel/support/objects.ts'
import { createInState, makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { nameApiSource } from '../../model/oauth/client.ts'
import { checkInstant } from '../../rules/requests/instants.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { changeCounts } from '../../rules/list-reports/stats.ts'
import { checkAddress } from '../../rules/members/address.ts'
import { refuseForgotten } from '../../rules/members/change.ts'
import { type MemberMove, moveTo } from '../../rules/members/machine.ts'
import { makeOptIn, makeMember, makeSignUpOrigin } from '../../rules/members/make.ts'
import { findMemberSchema, hashAddress, memberAt, type MemberRow } from '../../model/members/member.ts'
import { touchMember, saveMember, emitMemberChange } from '../../rules/members/save.ts'
import { mergeValues } from '../../rules/members/merge-values.ts'
import type { Caller } from '../../model/requests/call.ts'
import { assignTags } from '../../rules/tags/tag.ts'
import {
  type ConsentStatus,
  findEmailConsent,
  memberStatusOf,
  statusAfter,
  removeEmailConsent,
  isGiven,
  impliedBy,
  emailConsents,
  type ContactRow,
  phoneContactMachine,
  type PhoneContactRow,
  phoneContacts,
  hashOfPhone,
  holderOfPhone,
  findSmsChannel,
  type SmsChannelRow,
  smsChannels,
} from '../../model/contacts/contact.ts'
import { findAnyContact, isMember } from '../../rules/contacts/contact.ts'

type GivenSmsChannel = ServiceSchemas['ContactSmsChannelInput']

const CONSENT = 'sms_channel.marketing_consent'

/**
 * Saves the phone of a contact from a request. `anew` says that the request creates the contact or restores it from the archive.
 * Returns whether anything has changed.
 */
function saveSmsChannel(
  tx: Tx,
  list: ListRow,
  contact: ContactRow,
  given: GivenSmsChannel,
  { anew, by }: Pick<Taking, 'anew' | 'by'>,
): boolean {
  const before = findSmsChannel(tx, contact)
  const { sms_phone: phone = before?.phone, marketing_consent: consent = {} } = given
  if (phone === undefined) return false
  if (consent.status === 'denied' && (anew || !before)) {
    throw errors.invalid({ field: `${CONSENT}.status`, message: 'A new phone cannot come with a denied consent.' })
  }
  const { contact_id } = contact
  const source = nameApiSource(tx, by)
  const after = { phone, hash: hashOfPhone(phone), ...consentAfter(tx, list, before, consent, source) }
  if (!before) tx.insert(smsChannels, { contact_id, list_id: list.id, ...after, source, updated_at: tx.now })
  else if (equal({ ...before, ...after }, before)) return false
  else tx.put(smsChannels, { ...before, ...after, updated_at: tx.now })
  return true
}

type SmsConsentFields = Pick<SmsChannelRow, 'consent' | 'effective' | 'captured_at' | 'consent_source'>

function consentAfter(
  tx: ReadTx,
  list: ListRow,
  before: SmsChannelRow | undefined,
  { status = before?.consent ?? 'unknown', captured_at = '', source }: NonNullable<GivenSmsChannel['marketing_consent']>,
  caller: string,
): SmsConsentFields {
  const same = before?.consent === status ? before : undefined
  const stored = before?.captured_at ?? 0
  const supplied = captured_at === '' ? 0 : checkInstant(`${CONSENT}.captured_at`, captured_at)
  const captured = supplied > stored ? supplied : same ? stored : tx.now
  return {
    consent: status,
    effective: same?.effective ?? statusAfter(status, list),
    captured_at: status === 'confirmed' ? captured : stored,
    consent_source: source?.name ?? same?.consent_source ?? caller,
  }
}

/** The fields of a contact besides the channels. */
export type Profile = Pick<PhoneContactRow, 'merge_fields' | 'language'>

/** Creates a contact without an address. The phone is stored separately. */
function makePhoneContact(tx: Tx, list: ListRow, profile: Profile, by: Caller): PhoneContactRow {
  changeCounts(tx, list, (counts) => ({ phone_contacts: counts.phone_contacts + 1 }))
  return createInState(tx, phoneContactMachine, {
    contact_id: tx.hex('contact.id', 32),
    list_id: list.id,
    status: 'active',
    ...profile,
    source: nameApiSource(tx, by),
    created_at: tx.now,
    last_changed: tx.now,
  })
}

/** Changes a contact without an address, and restores it from the archive if requested. Nothing is written if nothing changes. */
function savePhoneContact(
  tx: Tx,
  contact: PhoneContactRow,
  profile: Profile,
  { restore }: { readonly restore: boolean },
): PhoneContactRow {
  const changes = { ...profile, last_changed: tx.now }
  if (restore) return makeMove(tx, phoneContactMachine, contact, 'restore', changes)
  return equal({ ...contact, ...profile }, contact) ? contact : tx.put(phoneContacts, { ...contact, ...changes })
}

/** Removes a contact without an address when it becomes a member or is permanently deleted. */
export function removePhoneContact(tx: Tx, list: ListRow, contact: PhoneContactRow): void {
  tx.remove(phoneContacts, contact)
  changeCounts(tx, list, (counts) => ({ phone_contacts: counts.phone_contacts - 1 }))
}

/** Changes a contact with an address: the address itself, its consent, and the profile. */
function saveAddress(
  tx: Tx,
  list: ListRow,
  member: MemberRow,
  { email = member.email_address, consent }: { readonly email: string | undefined; readonly consent: ConsentStatus | undefined },
  profile: Profile,
  by: Caller,
): MemberRow {
  if (hashAddress(email) !== member.hash) admit(tx, list, email)
  const changes = { ...profile, email_address: email }
  const isNews = consent !== undefined && (member.archived || consent !== findEmailConsent(tx, member).status)
  if (!isNews) return saveMember(tx, list, member, changes, by)
  const saved = saveMember(tx, list, member, changes, by, moveFor(list, member, consent))
  recordEmailConsent(tx, saved, consent, nameApiSource(tx, by))
  return saved === member ? touchMember(tx, member) : saved
}

/** Creates a contact with an address, which makes the contact a member. The contact may have had only a phone before. */
function addAddress(
  tx: Tx,
  list: ListRow,
  known: PhoneContactRow | undefined,
  { email, consent, archived }: { readonly email: string; readonly consent: ConsentStatus; readonly archived: boolean },
  profile: Profile,
  by: Caller,
): MemberRow {
  admit(tx, list, email)
  const status = archived ? 'archived' : memberStatusOf[statusAfter(consent, list)]
  const opt = status === 'pending' ? makeSignUpOrigin(tx.now, by.ip) : makeOptIn(tx.now, by.ip)
  const { contact_id = tx.hex('contact.id', 32), created_at = tx.now, source = nameApiSource(tx, by) } = known ?? {}
  if (known) removePhoneContact(tx, list, known)
  const came = { contact_id, created_at, source, status_at: tx.now, last_changed: tx.now }
  const member = makeMember(tx, list, { email_address: email, status, ...came, ...opt, ...profile }, known)
  recordEmailConsent(tx, member, consent, nameApiSource(tx, by))
  emitMemberChange(tx, list, undefined, member, by)
  return member
}

function admit(tx: Tx, list: ListRow, address: string): void {
  checkAddress(tx, address)
  refuseForgotten(tx, list, address, hashAddress(address))
}

/** The move that a consent requires. A cleaned member receives nothing anyway, and stays cleaned after a denial. */
function moveFor(list: ListRow, member: MemberRow, consent: ConsentStatus): MemberMove | undefined {
  const status = memberStatusOf[statusAfter(consent, list)]
  if (status === member.status || (status === 'unsubscribed' && member.status === 'cleaned')) return undefined
  return moveTo[status]
}

/** How a request is handled: `strict` requires values of all required merge fields. */
export interface ContactTerms {
  readonly by: Caller
  readonly strict: boolean
}

/** `ContactTerms`, and whether the request creates the contact or restores it from the archive. */
interface Taking extends ContactTerms {
  readonly anew: boolean
}

type ContactRequest = ServiceSchemas['UpdateContact']

/** Creates a contact, or restores an archived one. An existing contact is updated if the request allows that. */
export function createContact(tx: Tx, list: ListRow, request: ContactRequest, terms: ContactTerms): ContactRow {
  const { email_channel: { email } = {}, sms_channel: { sms_phone } = {}, update_existing = false } = request
  if (email === undefined && sms_phone === undefined) {
    throw errors.invalid({ field: '', message: 'An email_channel with an email or an sms_channel with an sms_phone is needed.' })
  }
  const { byAddress, byPhone } = findHolders(tx, list, request)
  const existing = byAddress ?? byPhone
  refuseOthers(existing, [byAddress, byPhone])
  const isBack = existing?.status === 'archived'
  if (existing && !isBack && !update_existing)
    throw errors.conflict('The audience has this contact already. Use update_existing.')
  return save(tx, list, existing, request, { ...terms, anew: !existing || isBack })
}

/** Updates the fields of a contact that a request contains. */
export function updateContact(
  tx: Tx,
  list: ListRow,
  contact: ContactRow,
  request: ContactRequest,
  terms: ContactTerms,
): ContactRow {
  const { byAddress, byPhone } = findHolders(tx, list, request)
  refuseOthers(contact, [byAddress, byPhone])
  // An empty request requires nothing.
  const strict = terms.strict && Object.keys(request).length > 0
  return save(tx, list, contact, request, { ...terms, strict, anew: false })
}

/** The contacts with the address and with the phone of a request. */
function findHolders(
  tx: ReadTx,
  list: ListRow,
  { email_channel: { email } = {}, sms_channel: { sms_phone } = {} }: ContactRequest,
) {
  const channel = sms_phone === undefined ? undefined : holderOfPhone(tx, list, hashOfPhone(sms_phone))
  return {
    byAddress: email === undefined ? undefined : memberAt(tx, list, email),
    byPhone: channel && findAnyContact(tx, list, channel.contact_id),
  }
}

function refuseOthers(contact: ContactRow | undefined, holders: readonly (ContactRow | undefined)[]): void {
  if (holders.every((holder) => !holder || holder.contact_id === contact?.contact_id)) return
  throw errors.conflict('The address or the phone belongs to another contact of the audience.')
}

function save(tx: Tx, list: ListRow, known: ContactRow | undefined, request: ContactRequest, taking: Taking): ContactRow {
  refuseConsentForNothing(tx, known, request)
  const { sms_channel = {}, tags = [] } = request
  const contact = saveItself(tx, list, known, request, taking)
  const hasPhoneNews = saveSmsChannel(tx, list, contact, sms_channel, taking)
  const hasTagNews = assignTags(tx, contact, listActiveTags(tags))
  return known && (hasPhoneNews || hasTagNews) ? touchContact(tx, contact) : contact
}

/** A consent needs an address or a phone, in the request or of the contact. */
function refuseConsentForNothing(
  tx: ReadTx,
  known: ContactRow | undefined,
  { email_channel, sms_channel }: ContactRequest,
): void {
  const message = 'A consent needs what it is for.'
  if (email_channel?.marketing_consent?.status && email_channel.email === undefined && !(known && isMember(known))) {
    throw errors.invalid({ field: 'email_channel.email', message })
  }
  if (sms_channel?.marketing_consent?.status && sms_channel.sms_phone === undefined && !(known && findSmsChannel(tx, known))) {
    throw errors.invalid({ field: 'sms_channel.sms_phone', message })
  }
}

/** Saves everything except the phone and the tags, which every contact can have. */
function saveItself(
  tx: Tx,
  list: ListRow,
  known: ContactRow | undefined,
  { email_channel: { email, marketing_consent: { status: given } = {} } = {}, ...request }: ContactRequest,
  { by, strict, anew }: Taking,
): ContactRow {
  const { language = known?.language ?? '', merge_fields } = request
  const fields = findMemberSchema(tx, list.id).merge_fields
  const values = mergeValues(fields, known?.merge_fields ?? {}, merge_fields ?? undefined, { strict })
  const profile: Profile = { language, merge_fields: values }
  if (known && isMember(known)) {
    return saveAddress(tx, list, known, { email, consent: given ?? (anew ? 'unknown' : undefined) }, profile, by)
  }
  if (email !== undefined) {
    // An archived contact stays archived until there is a consent.
    const archived = known?.status === 'archived' && !anew && given === undefined
    return addAddress(tx, list, known, { email, consent: given ?? 'unknown', archived }, profile, by)
  }
  if (!known) return makePhoneContact(tx, list, profile, by)
  const isAsked = anew || request.sms_channel?.marketing_consent?.status !== undefined
  return savePhoneContact(tx, known, profile, { restore: known.status === 'archived' && isAsked })
}

/** The active tags of a request. Inactive ones are ignored. */
function listActiveTags(tags: ServiceSchemas['ContactTagsInput']): string[] {
  return tags.flatMap((tag) => (typeof tag === 'string' ? [tag] : tag.status === 'inactive' ? [] : [tag.name]))
}

function touchContact(tx: Tx, contact: ContactRow): ContactRow {
  return isMember(contact) ? touchMember(tx, contact) : tx.put(phoneContacts, { ...contact, last_changed: tx.now })
}

/** Records a member's consent to marketing by email, unless the status implies it. */
function recordEmailConsent(tx: Tx, member: MemberRow, status: ConsentStatus, source: string): void {
  removeEmailConsent(tx, member)
  const captured_at = isGiven(status) ? tx.now : 0
  const implied = impliedBy(member)
  if (status === implied.status && captured_at === implied.captured_at && source === implied.source) return
  const { contact_id, list_id } = member
  tx.insert(emailConsents, { contact_id, list_id, status, captured_at, source })
}
