import type { Schemas } from '../../contract/service.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import type { ListRow } from '../lists/list.ts'
import { memberAt } from '../members/member.ts'
import { mergeValues } from '../members/merge-values.ts'
import { touchMember } from '../members/touch.ts'
import type { Caller } from '../operation.ts'
import { shapeOf } from '../shapes/shape.ts'
import { giveTags } from '../tags/tag.ts'
import { contactOf, isMember, type ContactRow } from './contact.ts'
import { phoneContacts } from './phone-contact.ts'
import { addAddress, saveAddress } from './save-address.ts'
import { makePhoneContact, savePhoneContact, type Profile } from './save-phone-contact.ts'
import { saveSmsChannel } from './save-sms.ts'
import { hashOfPhone, holderOfPhone, smsChannelOf } from './sms-channel.ts'

/** How a request is to be taken: `strict` asks for values of all required merge fields. */
export interface Terms {
  readonly by: Caller
  readonly strict: boolean
}

/** The same, and whether the contact is made, or comes back from the archive, by the request. */
interface Taking extends Terms {
  readonly anew: boolean
}

type Request = Schemas['UpdateContact']

/** Makes a contact, or brings an archived one back; one that is there is updated if the request says so. */
export function createContact(tx: Tx, list: ListRow, request: Request, terms: Terms): ContactRow {
  const { email_channel: { email } = {}, sms_channel: { sms_phone } = {}, update_existing = false } = request
  if (email === undefined && sms_phone === undefined) {
    throw errors.invalid({ field: '', message: 'An email_channel with an email or an sms_channel with an sms_phone is needed.' })
  }
  const { byAddress, byPhone } = holdersOf(tx, list, request)
  const known = byAddress ?? byPhone
  refuseOthers(known, [byAddress, byPhone])
  const isBack = known?.status === 'archived'
  if (known && !isBack && !update_existing) throw errors.conflict('The audience has this contact already. Use update_existing.')
  return save(tx, list, known, request, { ...terms, anew: !known || isBack })
}

/** Changes what a request names of a contact. */
export function updateContact(tx: Tx, list: ListRow, contact: ContactRow, request: Request, terms: Terms): ContactRow {
  const { byAddress, byPhone } = holdersOf(tx, list, request)
  refuseOthers(contact, [byAddress, byPhone])
  // An empty request is none, and asks for nothing.
  const strict = terms.strict && Object.keys(request).length > 0
  return save(tx, list, contact, request, { ...terms, strict, anew: false })
}

/** Who has the address and the phone of a request. */
function holdersOf(tx: Tx, list: ListRow, { email_channel: { email } = {}, sms_channel: { sms_phone } = {} }: Request) {
  const channel = sms_phone === undefined ? undefined : holderOfPhone(tx, list, hashOfPhone(sms_phone))
  return {
    byAddress: email === undefined ? undefined : memberAt(tx, list, email),
    byPhone: channel && contactOf(tx, list, channel.contact_id),
  }
}

function refuseOthers(contact: ContactRow | undefined, holders: readonly (ContactRow | undefined)[]): void {
  if (holders.every((holder) => !holder || holder.contact_id === contact?.contact_id)) return
  throw errors.conflict('The address or the phone belongs to another contact of the audience.')
}

function save(tx: Tx, list: ListRow, known: ContactRow | undefined, request: Request, taking: Taking): ContactRow {
  refuseConsentForNothing(tx, known, request)
  const { sms_channel = {}, tags = [] } = request
  const contact = saveItself(tx, list, known, request, taking)
  const hasPhoneNews = saveSmsChannel(tx, list, contact, sms_channel, taking)
  const hasTagNews = giveTags(tx, contact, namesIn(tags))
  return known && (hasPhoneNews || hasTagNews) ? touchContact(tx, contact) : contact
}

/** A consent is for an address or a phone that the request gives, or that the contact has. */
function refuseConsentForNothing(tx: Tx, known: ContactRow | undefined, { email_channel, sms_channel }: Request): void {
  const message = 'A consent needs what it is for.'
  if (email_channel?.marketing_consent?.status && email_channel.email === undefined && !(known && isMember(known))) {
    throw errors.invalid({ field: 'email_channel.email', message })
  }
  if (sms_channel?.marketing_consent?.status && sms_channel.sms_phone === undefined && !(known && smsChannelOf(tx, known))) {
    throw errors.invalid({ field: 'sms_channel.sms_phone', message })
  }
}

/** Takes over all but the phone and the tags: these are for any contact, whatever becomes of him. */
function saveItself(
  tx: Tx,
  list: ListRow,
  known: ContactRow | undefined,
  { email_channel: { email, marketing_consent: { status: given } = {} } = {}, ...request }: Request,
  { by, strict, anew }: Taking,
): ContactRow {
  const { language = known?.language ?? '', merge_fields } = request
  const fields = shapeOf(tx, list.id).merge_fields
  const values = mergeValues(fields, known?.merge_fields ?? {}, merge_fields ?? undefined, { strict })
  const profile: Profile = { language, merge_fields: values }
  if (known && isMember(known)) {
    return saveAddress(tx, list, known, { email, consent: given ?? (anew ? 'unknown' : undefined) }, profile, by)
  }
  if (email !== undefined) {
    // Who is archived stays so until there is a consent.
    const archived = known?.status === 'archived' && !anew && given === undefined
    return addAddress(tx, list, known, { email, consent: given ?? 'unknown', archived }, profile, by)
  }
  if (!known) return makePhoneContact(tx, list, profile)
  const isAsked = anew || request.sms_channel?.marketing_consent?.status !== undefined
  return savePhoneContact(tx, known, profile, { restore: known.status === 'archived' && isAsked })
}

/** The tags that a request gives; inactive ones are not given, and nothing is taken. */
function namesIn(tags: Schemas['ContactTagsInput']): string[] {
  return tags.flatMap((tag) => (typeof tag === 'string' ? [tag] : tag.status === 'inactive' ? [] : [tag.name]))
}

function touchContact(tx: Tx, contact: ContactRow): ContactRow {
  return isMember(contact) ? touchMember(tx, contact) : tx.put(phoneContacts, { ...contact, last_changed: tx.now })
}
