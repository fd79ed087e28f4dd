import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { checkAddress } from '../members/address.ts'
import { refuseForgotten } from '../members/change.ts'
import { moveTo, type MemberMove } from '../members/machine.ts'
import { confirmed, makeMember, signedUp } from '../members/make.ts'
import { hashOf, type MemberRow } from '../members/member.ts'
import { saveMember, tellOfMember } from '../members/save.ts'
import { touchMember } from '../members/touch.ts'
import type { Caller } from '../operation.ts'
import { FROM_API, memberStatusOf, statusAfter, type ConsentStatus } from './consent.ts'
import { emailConsentOf, keepEmailConsent } from './email-consent.ts'
import type { PhoneContactRow } from './phone-contact.ts'
import { removePhoneContact, type Profile } from './save-phone-contact.ts'

/** Changes a contact who has an address: the address itself, what he said to marketing over it, and his profile. */
export function saveAddress(
  tx: Tx,
  list: ListRow,
  member: MemberRow,
  { email = member.email_address, consent }: { readonly email: string | undefined; readonly consent: ConsentStatus | undefined },
  profile: Profile,
  by: Caller,
): MemberRow {
  if (hashOf(email) !== member.hash) admit(tx, list, email)
  const changes = { ...profile, email_address: email }
  const isNews = consent !== undefined && (member.archived || consent !== emailConsentOf(tx, member).status)
  if (!isNews) return saveMember(tx, list, member, changes, by)
  const saved = saveMember(tx, list, member, changes, by, moveFor(list, member, consent))
  keepEmailConsent(tx, saved, consent, FROM_API)
  return saved === member ? touchMember(tx, member) : saved
}

/** Makes a contact of an address, who is a member by that; he may have been known by his phone before. */
export function addAddress(
  tx: Tx,
  list: ListRow,
  known: PhoneContactRow | undefined,
  { email, consent, archived }: { readonly email: string; readonly consent: ConsentStatus; readonly archived: boolean },
  profile: Profile,
  by: Caller,
): MemberRow {
  admit(tx, list, email)
  const status = archived ? 'archived' : memberStatusOf[statusAfter(consent, list)]
  const opt = status === 'pending' ? signedUp(tx.now, by.ip) : confirmed(tx.now, by.ip)
  const { contact_id = tx.hex('contact.id', 32), created_at = tx.now, source = FROM_API } = known ?? {}
  if (known) removePhoneContact(tx, list, known)
  const came = { contact_id, created_at, source, status_at: tx.now, last_changed: tx.now }
  const member = makeMember(tx, list, { email_address: email, status, ...came, ...opt, ...profile }, known)
  keepEmailConsent(tx, member, consent, FROM_API)
  tellOfMember(tx, list, undefined, member, by)
  return member
}

function admit(tx: Tx, list: ListRow, address: string): void {
  checkAddress(tx, address)
  refuseForgotten(tx, list, address, hashOf(address))
}

/** The move that a consent asks for. Whoever was cleaned gets nothing already, and stays cleaned when he denies. */
function moveFor(list: ListRow, member: MemberRow, consent: ConsentStatus): MemberMove | undefined {
  const status = memberStatusOf[statusAfter(consent, list)]
  if (status === member.status || (status === 'unsubscribed' && member.status === 'cleaned')) return undefined
  return moveTo[status]
}
