import { equal } from '../../support/equal.ts'
import { begin, take } from '../../world/machine.ts'
import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { changeCounts } from '../lists/stats.ts'
import { FROM_API } from './consent.ts'
import { phoneContactMachine } from './machine.ts'
import { phoneContacts, type PhoneContactRow } from './phone-contact.ts'

/** What is known of a contact besides his channels. */
export type Profile = Pick<PhoneContactRow, 'merge_fields' | 'language'>

/** Makes a contact without an address. The phone is kept apart. */
export function makePhoneContact(tx: Tx, list: ListRow, profile: Profile): PhoneContactRow {
  changeCounts(tx, list, (counts) => ({ phone_contacts: counts.phone_contacts + 1 }))
  return begin(tx, phoneContactMachine, {
    contact_id: tx.hex('contact.id', 32),
    list_id: list.id,
    status: 'active',
    ...profile,
    source: FROM_API,
    created_at: tx.now,
    last_changed: tx.now,
  })
}

/** Changes a contact without an address, and brings him back from the archive if asked to. What changes nothing is not written. */
export function savePhoneContact(
  tx: Tx,
  contact: PhoneContactRow,
  profile: Profile,
  { restore }: { readonly restore: boolean },
): PhoneContactRow {
  const changes = { ...profile, last_changed: tx.now }
  if (restore) return take(tx, phoneContactMachine, contact, 'restore', changes)
  return equal({ ...contact, ...profile }, contact) ? contact : tx.put(phoneContacts, { ...contact, ...changes })
}

/** Takes a contact without an address out of the world: he has become a member, or is deleted for good. */
export function removePhoneContact(tx: Tx, list: ListRow, contact: PhoneContactRow): void {
  tx.remove(phoneContacts, contact)
  changeCounts(tx, list, (counts) => ({ phone_contacts: counts.phone_contacts - 1 }))
}
