import type { Seconds } from '../../../kernel/support/time.ts'
import type { Row } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { memberMachine } from './machine.ts'
import { hashAddress, type MemberRow, type MemberStatus } from '../../model/members/member.ts'

/** The fields of a new member: an address, and optionally any other field of its row. */
export type NewMember = Pick<MemberRow, 'email_address'> & Partial<Omit<MemberRow, 'seq' | 'list_id' | 'archived'>>

/** Adds a member to a list, by default subscribed as through the API. A contact that had no address until now becomes this member. */
export function makeMember(tx: Tx, list: ListRow, fields: NewMember, continued?: Row): MemberRow {
  return createInState(tx, memberMachine, newMemberRow(tx, list, fields), continued)
}

/** The row of a new member, which gets its `seq` when it is inserted or loaded. */
export function newMemberRow(tx: Tx, list: ListRow, fields: NewMember): MemberRow {
  const { status = 'subscribed', created_at = tx.now, status_at = created_at } = fields
  const opt =
    status === 'pending'
      ? makeSignUpOrigin(created_at, tx.settings.caller_address)
      : makeOptIn(created_at, tx.settings.caller_address)
  return {
    seq: 0,
    contact_id: fields.contact_id ?? tx.hex('contact.id', 32),
    list_id: list.id,
    hash: fields.hash ?? hashAddress(fields.email_address),
    unique_email_id: fields.unique_email_id ?? tx.hex('unique_email.id', 10),
    web_id: fields.web_id ?? tx.count('web_id', 100_001),
    email_type: fields.email_type ?? 'html',
    status,
    status_at,
    archived: status === 'archived',
    unsubscribed_by: fields.unsubscribed_by ?? leaving[status].unsubscribed_by,
    unsubscribe_reason: fields.unsubscribe_reason ?? leaving[status].unsubscribe_reason,
    unsubscribed_at: fields.unsubscribed_at ?? (status === 'unsubscribed' ? status_at : 0),
    merge_fields: fields.merge_fields ?? NO_VALUES,
    interests: fields.interests ?? NOTHING,
    permissions: fields.permissions ?? NOTHING,
    language: fields.language ?? '',
    vip: fields.vip ?? false,
    rating: fields.rating ?? FIRST_RATING,
    location: fields.location ?? NOWHERE,
    email_client: fields.email_client ?? '',
    source: fields.source ?? 'API - Generic',
    ip_signup: fields.ip_signup ?? opt.ip_signup ?? '',
    timestamp_signup: fields.timestamp_signup ?? opt.timestamp_signup ?? 0,
    ip_opt: fields.ip_opt ?? opt.ip_opt,
    timestamp_opt: fields.timestamp_opt ?? opt.timestamp_opt,
    created_at,
    last_changed: fields.last_changed ?? status_at,
    avg_open_rate: fields.avg_open_rate ?? 0,
    avg_click_rate: fields.avg_click_rate ?? 0,
    email_address: fields.email_address,
  }
}

/** The location of a member if nothing is known. */
export const NOWHERE: MemberRow['location'] = Object.freeze({
  latitude: 0,
  longitude: 0,
  gmtoff: 0,
  dstoff: 0,
  country_code: '',
  timezone: '',
  region: '',
})

/** The reason that the service records when the API or an administrator unsubscribes a member. */
export const UNSUBSCRIBED_BY_ADMIN = 'N/A (Unsubscribed by admin)'

/** The source of members who used the list's form. */
export const SIGNUP_FORM = 'Hosted Signup Form'

const FIRST_RATING = 2
const NO_VALUES: MemberRow['merge_fields'] = Object.freeze({})
const NOTHING: readonly string[] = Object.freeze([])

/** When and from where a member signed up, and confirmed. */
type OptIn = Pick<MemberRow, 'ip_opt' | 'timestamp_opt'> & Partial<Pick<MemberRow, 'ip_signup' | 'timestamp_signup'>>

/** A member who is subscribed by the API counts as confirmed. */
export function makeOptIn(at: Seconds, ip: string): OptIn {
  return { ip_opt: ip, timestamp_opt: at }
}

/** A pending member has signed up and not confirmed yet. */
export function makeSignUpOrigin(
  at: Seconds,
  ip: string,
): Pick<MemberRow, 'ip_signup' | 'timestamp_signup' | 'ip_opt' | 'timestamp_opt'> {
  return { ip_signup: ip, timestamp_signup: at, ip_opt: '', timestamp_opt: 0 }
}

const STAYS = { unsubscribed_by: '', unsubscribe_reason: '' } as const

/** The source and reason of a subscription that was over from the start. */
const leaving: { readonly [Status in MemberStatus]: Pick<MemberRow, 'unsubscribed_by' | 'unsubscribe_reason'> } = {
  subscribed: STAYS,
  pending: STAYS,
  transactional: STAYS,
  archived: STAYS,
  unsubscribed: { unsubscribed_by: 'admin', unsubscribe_reason: UNSUBSCRIBED_BY_ADMIN },
  cleaned: { unsubscribed_by: 'bounce', unsubscribe_reason: '' },
}
