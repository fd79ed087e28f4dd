import type { MemberRow } from '../members/member.ts'
import type { PhoneContactRow } from './phone-contact.ts'

/** A contact of an audience: a member of the list, or a contact with only a phone. */
export type ContactRow = MemberRow | PhoneContactRow
