import type { Tx } from '../../../kernel/world/tx.ts'
import { emailBody } from '../../model/emails/email.ts'
import { sendEmail } from '../../rules/emails/send.ts'
import { omit } from '../../rules/omissions.ts'
import type { ResourceEvents } from '../../rules/resource-events.ts'

/** Emails the addresses that a list names for notifications about new and departed members. */
export function notifyOwner(tx: Tx, { list, before, after, diff }: ResourceEvents['member.changed']): void {
  const { id: list_id, name, notify_on_subscribe, notify_on_unsubscribe } = list
  const member = after ?? before
  const contact = after?.email_address || before?.email_address || 'A contact without an address'
  const notices = [
    ['subscribe', notify_on_subscribe, `New subscriber to ${name}`, `${contact} has subscribed to ${name}.`],
    ['unsubscribe', notify_on_unsubscribe, `Unsubscribed from ${name}`, `${contact} is no longer subscribed to ${name}.`],
  ] as const
  for (const [event, address, subject, message] of notices) {
    if (!diff.includes(event)) continue
    if (address !== '') sendEmail(tx, { to: address, kind: 'list_notification', subject, code: '', ...emailBody(message) })
    else omit(tx, { code: 'no_notification', list_id, contact_id: member?.contact_id ?? '', event })
  }
}
