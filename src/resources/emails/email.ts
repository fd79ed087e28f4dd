import type { Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'

/** An email that the service sent to somebody. */
export interface EmailRow {
  readonly seq: number
  readonly id: number
  readonly at: Seconds
  readonly to: string
  readonly kind: 'domain_verification' | 'confirm_subscription' | 'campaign' | 'list_notification'
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What the recipient has to give back; empty where there is nothing. */
  readonly code: string
  readonly links: readonly string[]
}

export const emails = defineTable<EmailRow>()('emails', { key: ['id'] })

/** A world keeps so many emails; the oldest go first. */
export const EMAILS_MAX = 2_000

/** Sends an email: it is written down, since nobody is there to get it. */
export function sendEmail(tx: Tx, email: Omit<EmailRow, 'seq' | 'id' | 'at'>): EmailRow {
  const sent = tx.insert(emails, { id: tx.count('emails.id'), at: tx.now, ...email })
  const all = tx.range(emails.key)
  const oldest = all.count > EMAILS_MAX ? all.first() : undefined
  if (oldest) tx.remove(emails, oldest)
  return sent
}
