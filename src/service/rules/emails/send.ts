import type { Tx } from '../../../kernel/world/tx.ts'
import { withoutOwnAddress } from '../urls/own-address.ts'
import { type EmailRow, emails, EMAILS_MAX } from '../../model/emails/email.ts'

/** Sends an email: it is only recorded. */
export function sendEmail(tx: Tx, email: Omit<EmailRow, 'seq' | 'id' | 'at'>): EmailRow {
  const stored = (text: string): string => withoutOwnAddress(tx.world, text)
  const sent = tx.insert(emails, {
    id: tx.count('emails.id'),
    at: tx.now,
    ...email,
    text: stored(email.text),
    html: stored(email.html),
    links: email.links.length === 0 ? email.links : email.links.map(stored),
  })
  const all = tx.range(emails.key)
  const oldest = all.count > EMAILS_MAX ? all.first() : undefined
  if (oldest) tx.remove(emails, oldest)
  return sent
}
