import type { Tx } from '../../../kernel/world/tx.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import { type EmailRow, emailBody, sendEmail } from '../emails/email.ts'
import { lists, type ListRow } from '../lists/list.ts'
import { omit } from '../omissions.ts'
import type { Caller } from '../requests/operation.ts'
import { members, type MemberRow, type MemberEventType } from './member.ts'

/** A pending confirmation. A client with the token has read the email that was sent to the member. */
export interface ConfirmationRow {
  readonly seq: number
  readonly token: string
  readonly contact_id: string
  readonly list_id: string
  /** MD5 of the address that the email was sent to: the token is invalid for another address. */
  readonly hash: string
}

export const confirmations = defineTable<ConfirmationRow>()('confirmations', {
  key: ['token'],
  byContact: ['contact_id'],
  onList: ['list_id'],
})

interface Change {
  readonly list: ListRow
  readonly before: MemberRow | undefined
  readonly after: MemberRow | undefined
  readonly diff: readonly MemberEventType[]
  readonly by: Pick<Caller, 'source'>
}

/** Sends a confirmation request if the member has become pending, or is pending and has a new address. */
export function requestConfirmationIfPending(tx: Tx, { list, before, after, diff, by }: Change): void {
  if (!after) return
  const about = { list_id: list.id, contact_id: after.contact_id }
  if (after.status !== 'pending') {
    // Whether a person who signs up has to confirm is up to the list: see `signUp`.
    const mayHaveAsked = diff.includes('subscribe') && before?.status !== 'pending' && by.source !== 'user'
    if (mayHaveAsked) omit(tx, { code: 'not_pending', ...about, status: after.status })
    return
  }
  if (before?.status === 'pending' && !diff.includes('upemail')) return omit(tx, { code: 'asked_before', ...about })
  // Earlier links, and links to another address, become invalid.
  dropConfirmationsAbout(tx, after)
  requestConfirmation(tx, list, after)
}

/** Sends a member the confirmation link. A second request sends the same link again. */
export function requestConfirmation(tx: Tx, list: ListRow, member: MemberRow): EmailRow {
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

/** The token that was sent to the member's current address, or a new one. */
function tokenFor(tx: Tx, list: ListRow, member: MemberRow): string {
  const { contact_id, hash } = member
  const confirmation = tx.first(confirmations.byContact, { contact_id })
  if (confirmation?.hash === hash) return confirmation.token
  dropConfirmationsAbout(tx, member)
  return tx.insert(confirmations, { token: tx.secret('confirmation'), contact_id, list_id: list.id, hash }).token
}

/** Returns the member of a confirmation link with the list, or `undefined` if the link is invalid or no longer valid. */
export function memberByToken(tx: Tx, token: string): { readonly list: ListRow; readonly member: MemberRow } | undefined {
  const confirmation = tx.first(confirmations.key, { token })
  if (!confirmation) return undefined
  const { contact_id, list_id: id, hash } = confirmation
  const member = tx.first(members.key, { contact_id })
  const list = tx.first(lists.key, { id })
  // The member may have changed the address without having been asked again.
  return list && member?.hash === hash ? { list, member } : undefined
}

/** Invalidates the links that a member was sent. */
export function dropConfirmationsAbout(tx: Tx, { contact_id }: MemberRow): void {
  tx.removeAll(confirmations.byContact, { contact_id })
}

/** Invalidates the links that members of a list were sent. */
export function dropConfirmationsOf(tx: Tx, list: { readonly id: string }): void {
  tx.removeAll(confirmations.onList, { list_id: list.id })
}
