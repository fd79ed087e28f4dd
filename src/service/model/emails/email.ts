import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { escapeHtml } from '../../../kernel/support/escape.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { EmailSubject } from '../automations/occasion.ts'
import type { MemberRow } from '../members/member.ts'

/** A paragraph of an email: a text, or a link with its text. */
export type Paragraph = string | { readonly words: string; readonly href: string }

/** The body of an email as text and HTML, with its links. */
export function emailBody(...paragraphs: readonly Paragraph[]): Pick<EmailRow, 'text' | 'html' | 'links'> {
  return {
    text: `${paragraphs.map(formatParagraph).join('\n\n')}\n`,
    html: paragraphs.map((paragraph) => `<p>${marked(paragraph)}</p>`).join('\n'),
    links: paragraphs.flatMap((paragraph) => (typeof paragraph === 'string' ? [] : [paragraph.href])),
  }
}

function formatParagraph(paragraph: Paragraph): string {
  return typeof paragraph === 'string' ? paragraph : `${paragraph.words}:\n${paragraph.href}`
}

function marked(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph)
  return `<a href="${escapeHtml(paragraph.href)}">${escapeHtml(paragraph.words)}</a>`
}

/** An email that the service sent. Its texts have no address of the world: `emailContent` shows them. */
export interface EmailRow extends Row {
  readonly id: number
  readonly at: Seconds
  readonly to: string
  readonly kind: ControlSchemas['EmailKind']
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The code that the recipient has to enter; empty if there is none. */
  readonly code: string
  readonly links: readonly string[]
  /** The mailing, and the recipient at that time. The texts of the email are made from them when it is read. */
  readonly mailing_id?: string
  readonly recipient?: MemberRow
  /** The cart, the product or the order that it is about, if there is one. */
  readonly about?: EmailSubject
  /** The journey and the step, if it is an email of a journey. */
  readonly journey?: { readonly id: number; readonly step_id: number }
  /** The kind, the order and the sender, if it is a notification about an order. */
  readonly notification?: {
    readonly kind: NonNullable<ControlSchemas['Email']['notification']>
    readonly store_id: string
    readonly order_id: string
    readonly from: string
  }
}

export const emails = defineTable<EmailRow>()('emails', {
  key: ['id'],
  word: 'email',
  shownBy: 'subject',
})

/** Maximum number of emails of a world; the oldest are evicted first. */
export const EMAILS_MAX = 2_000
