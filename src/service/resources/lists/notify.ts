import type { Tx } from '../../../kernel/world/tx.ts'
import { emailBody, sendEmail } from '../emails/email.ts'
import type { MemberEventType } from '../members/member.ts'
import type { ListRow } from './list.ts'

interface MemberChanged {
  readonly list: ListRow
  readonly before: { readonly email_address: string } | undefined
  readonly after: { readonly email_address: string } | undefined
  readonly diff: readonly MemberEventType[]
}

/** Emails the addresses that a list names for notifications about new and departed members. */
export function notifyOwner(tx: Tx, { list, before, after, diff }: MemberChanged): void {
  const { name, notify_on_subscribe, notify_on_unsubscribe } = list
  const contact = after?.email_address || before?.email_address || 'A contact without an address'
  if (notify_on_subscribe !== '' && diff.includes('subscribe')) {
    notify(tx, notify_on_subscribe, `New subscriber to ${name}`, `${contact} has subscribed to ${name}.`)
  }
  if (notify_on_unsubscribe !== '' && diff.includes('unsubscribe')) {
    notify(tx, notify_on_unsubscribe, `Unsubscribed from ${name}`, `${contact} is no longer subscribed to ${name}.`)
  }
}

function notify(tx: Tx, to: string, subject: string, message: string): void {
  sendEmail(tx, { to, kind: 'list_notification', subject, code: '', ...emailBody(message) })
}
