import type { Schemas } from '../../contract/service.ts'
import type { Tx } from '../../world/tx.ts'
import { amend } from '../amend.ts'
import { errors } from '../errors.ts'
import { instantIn } from '../instants.ts'
import type { ListRow } from '../lists/list.ts'
import { FROM_API, statusAfter } from './consent.ts'
import type { ContactRow } from './contact.ts'
import { hashOfPhone, smsChannelOf, smsChannels, type SmsChannelRow } from './sms-channel.ts'

type Given = Schemas['ContactSmsChannelInput']

const CONSENT = 'sms_channel.marketing_consent'

/**
 * Takes over what a request says of a contact's phone. `anew` says that the contact is made, or comes back, by it. Answers
 * whether anything has changed.
 */
export function saveSmsChannel(
  tx: Tx,
  list: ListRow,
  contact: ContactRow,
  given: Given,
  { anew }: { readonly anew: boolean },
): boolean {
  const before = smsChannelOf(tx, contact)
  const { sms_phone: phone = before?.phone, marketing_consent: consent = {} } = given
  if (phone === undefined) return false
  if (consent.status === 'denied' && (anew || !before)) {
    throw errors.invalid({ field: `${CONSENT}.status`, message: 'A new phone cannot come with a denied consent.' })
  }
  const { contact_id } = contact
  const after = { phone, hash: hashOfPhone(phone), ...consentAfter(tx, list, before, consent) }
  if (before) return amend(tx, smsChannels, before, after) !== before
  tx.insert(smsChannels, { contact_id, list_id: list.id, ...after, source: FROM_API })
  return true
}

type Kept = Pick<SmsChannelRow, 'consent' | 'effective' | 'captured_at' | 'consent_source'>

function consentAfter(
  tx: Tx,
  list: ListRow,
  before: SmsChannelRow | undefined,
  { status = before?.consent ?? 'unknown', captured_at = '', source }: NonNullable<Given['marketing_consent']>,
): Kept {
  const same = before?.consent === status ? before : undefined
  const stored = before?.captured_at ?? 0
  const supplied = captured_at === '' ? 0 : instantIn(`${CONSENT}.captured_at`, captured_at)
  const captured = supplied > stored ? supplied : same ? stored : tx.now
  return {
    consent: status,
    effective: same?.effective ?? statusAfter(status, list),
    captured_at: status === 'confirmed' ? captured : stored,
    consent_source: source?.name ?? same?.consent_source ?? FROM_API,
  }
}
