import type { ResourceEvents } from '../resource-events.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { type EmailRow, emailBody } from '../../model/emails/email.ts'
import { sendEmail } from '../emails/send.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { omit } from '../omissions.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { removeConfirmationsAbout, confirmations } from '../../model/members/confirmation.ts'

/** Sends a confirmation request if the member has become pending, or is pending and has a new address. */
export function requestConfirmationIfPending(tx: Tx, { list, before, after, diff, by }: ResourceEvents['member.changed']): void {
  if (!after) return
  const about = { list_id: list.id, contact_id: after.contact_id }
  if (after.status !== 'pending') {
    // Whether a person who signs up has to confirm is up to the list: see `signUpMember`.
    const mayHaveAsked = diff.includes('subscribe') && before?.status !== 'pending' && by.source !== 'user'
    if (mayHaveAsked) omit(tx, { code: 'not_pending', ...about, status: after.status })
    return
  }
  if (before?.status === 'pending' && !diff.includes('upemail')) return omit(tx, { code: 'asked_before', ...about })
  // Earlier links, and links to another address, become invalid.
  removeConfirmationsAbout(tx, after)
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
  removeConfirmationsAbout(tx, member)
  return tx.insert(confirmations, { token: tx.secret('confirmation'), contact_id, list_id: list.id, hash }).token
}
