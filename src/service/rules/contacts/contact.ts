import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { listOrThrow, type ListRow } from '../../model/lists/list.ts'
import { members, type MemberRow } from '../../model/members/member.ts'
import { phoneContacts, type ContactRow, holderOfPhone } from '../../model/contacts/contact.ts'

/** Whether a contact has an address, and therefore is a member. */
export function isMember(contact: ContactRow): contact is MemberRow {
  return 'email_address' in contact
}

/** The audience and the contact in it that a path names, or a 404. */
export function contactOfPath(
  tx: ReadTx,
  path: { readonly audience_id: string; readonly contact_id: string },
): { readonly list: ListRow; readonly contact: ContactRow } {
  const list = listOrThrow(tx, path.audience_id)
  const contact = findContact(tx, list, path.contact_id.toLowerCase())
  if (!contact) throw errors.notFound(`${path.contact_id.slice(0, 80)} is not a contact of the audience ${list.id}`)
  return { list, contact }
}

export function findAnyContact(tx: ReadTx, list: ListRow, contact_id: string): ContactRow | undefined {
  const contact = tx.first(members.key, { contact_id }) ?? tx.first(phoneContacts.key, { contact_id })
  return contact?.list_id === list.id ? contact : undefined
}

/** Finds a contact by id, by `email:` and the hash of the address, or by `sms:` and the hash of the phone. */
function findContact(tx: ReadTx, list: ListRow, key: string): ContactRow | undefined {
  if (key.startsWith('email:')) return tx.first(members.byHash, { hash: key.slice('email:'.length), list_id: list.id })
  const id = key.startsWith('sms:') ? holderOfPhone(tx, list, key.slice('sms:'.length))?.contact_id : key
  return id === undefined ? undefined : findAnyContact(tx, list, id)
}
