import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { lists, type ListRow } from '../lists/list.ts'
import { members, type MemberRow } from './member.ts'

/** A pending confirmation. A client with the token has read the email that was sent to the member. */
export interface ConfirmationRow extends Row {
  readonly token: string
  readonly contact_id: string
  readonly list_id: string
  /** MD5 of the address that the email was sent to: the token is invalid for another address. */
  readonly hash: string
}

export const confirmations = defineTable<ConfirmationRow>()('confirmations', {
  key: ['token'],
  indexes: { byContact: ['contact_id'], onList: ['list_id'] },
  secrets: { token: { kind: 'confirmation', counter: 'confirmation', digits: 64 } },
  ownedBy: [
    [lists, 'onList'],
    [members, 'byContact'],
  ],
})

/** Returns the member of a confirmation link with the list, or `undefined` if the link is invalid or no longer valid. */
export function memberByToken(tx: ReadTx, token: string): { readonly list: ListRow; readonly member: MemberRow } | undefined {
  const confirmation = tx.first(confirmations.key, { token })
  if (!confirmation) return undefined
  const { contact_id, list_id: id, hash } = confirmation
  const member = tx.first(members.key, { contact_id })
  const list = tx.first(lists.key, { id })
  // The member may have changed the address without having been asked again.
  return list && member?.hash === hash ? { list, member } : undefined
}

/** Invalidates the links that a member was sent. */
export function removeConfirmationsAbout(tx: Tx, { contact_id }: MemberRow): void {
  tx.removeAll(confirmations.byContact, { contact_id })
}
