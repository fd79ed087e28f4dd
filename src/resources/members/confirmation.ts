import type { Tx } from '../../world/tx.ts'
import { defineTable } from '../../world/table.ts'
import { type EmailRow, emailBody, sendEmail } from '../emails/email.ts'
import { lists, type ListRow } from '../lists/list.ts'
import type { MemberEventType } from './member-diff.ts'
import { members, type MemberRow } from './member.ts'

/** That a member was asked to confirm: whoever has the token has read the email that was sent to his address. */
export interface ConfirmationRow {
  readonly seq: number
  readonly token: string
  readonly contact_id: string
  readonly list_id: string
  /** MD5 of the address that the email went to: for another one, the token proves nothing. */
  readonly hash: string
}

export const confirmations = defineTable<ConfirmationRow>()('confirmations', {
  key: ['token'],
  byContact: ['contact_id'],
  onList: ['list_id'],
})

/** What became of a member, as far as he may have to be asked. */
interface Change {
  readonly list: ListRow
  readonly before: MemberRow | undefined
  readonly after: MemberRow | undefined
  readonly diff: readonly MemberEventType[]
}

/** Asks a member to confirm when he has become pending, or is and has another address now. */
export function askIfPending(tx: Tx, { list, before, after, diff }: Change): void {
  if (after?.status !== 'pending' || (before?.status === 'pending' && !diff.includes('upemail'))) return
  // A link that went out on another occasion, or to another address, is worth nothing any more.
  dropConfirmationsAbout(tx, after)
  askToConfirm(tx, list, after)
}

/** Sends a member the link by which he confirms; one who is asked again gets the same one. */
export function askToConfirm(tx: Tx, list: ListRow, member: MemberRow): EmailRow {
  const token = tokenFor(tx, list, member)
  return sendEmail(tx, {
    to: member.email_address,
    kind: 'confirm_subscription',
    subject: `Please confirm your subscription: ${list.name}`,
    code: '',
    ...emailBody(
      `Please confirm that you want to get ${list.name}.`,
      { words: 'Yes, subscribe me to this list', href: `${tx.world.base_url}/_public/confirm/${token}` },
      'If you received this email by mistake, simply delete it. You will not be subscribed unless you open the link.',
    ),
  })
}

/** The token that was sent to the address of a member, or a new one; what was sent to another address is worth nothing any more. */
function tokenFor(tx: Tx, list: ListRow, member: MemberRow): string {
  const { contact_id, hash } = member
  const asked = tx.first(confirmations.byContact, { contact_id })
  if (asked?.hash === hash) return asked.token
  dropConfirmationsAbout(tx, member)
  return tx.insert(confirmations, { token: tx.secret('confirmation'), contact_id, list_id: list.id, hash }).token
}

/** The member that a link of an email was sent to, with his list; nothing for a link that is worth nothing (any more). */
export function memberByToken(tx: Tx, token: string): { readonly list: ListRow; readonly member: MemberRow } | undefined {
  const confirmation = tx.first(confirmations.key, { token })
  if (!confirmation) return undefined
  const { contact_id, list_id: id, hash } = confirmation
  const member = tx.first(members.key, { contact_id })
  const list = tx.first(lists.key, { id })
  // He may have another address by now without having been asked anew.
  return list && member?.hash === hash ? { list, member } : undefined
}

/** Creates the links worthless that a member was sent. */
export function dropConfirmationsAbout(tx: Tx, { contact_id }: MemberRow): void {
  tx.removeAll(confirmations.byContact, { contact_id })
}

/** Creates the links worthless that members of a list were sent. */
export function dropConfirmationsOf(tx: Tx, list: { readonly id: string }): void {
  tx.removeAll(confirmations.onList, { list_id: list.id })
}
