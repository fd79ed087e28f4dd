import { escapeHtml } from '../../support/escape.ts'
import type { EmailRow } from './email.ts'

/** A paragraph of an email: words, or a link that is named by its words. */
export type Paragraph = string | { readonly words: string; readonly href: string }

/** The body of an email in both of its forms, with the links in it. */
export function letter(...paragraphs: readonly Paragraph[]): Pick<EmailRow, 'text' | 'html' | 'links'> {
  return {
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html: paragraphs.map((paragraph) => `<p>${marked(paragraph)}</p>`).join('\n'),
    links: paragraphs.flatMap((paragraph) => (typeof paragraph === 'string' ? [] : [paragraph.href])),
  }
}

function plain(paragraph: Paragraph): string {
  return typeof paragraph === 'string' ? paragraph : `${paragraph.words}:\n${paragraph.href}`
}

function marked(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph)
  return `<a href="${escapeHtml(paragraph.href)}">${escapeHtml(paragraph.words)}</a>`
}
