import type { Tx } from '../../../kernel/world/tx.ts'
import type { EmailRow } from '../emails/email.ts'
import { withOwnAddress } from '../urls/own-address.ts'
import { mailings, sourceOf } from './mailing.ts'
import { renderEmail } from './render.ts'

/** What an email says. Emails of a mailing also have a sender and headers. */
export interface EmailContent extends Pick<EmailRow, 'subject' | 'text' | 'html' | 'links'> {
  /** The campaign, or the email of an automation, that it is an email of. */
  readonly campaign_id?: string
  readonly to_name?: string
  readonly from?: string
  readonly reply_to?: string
  readonly headers?: { readonly [name: string]: string }
}

/** The content of an email as the world shows it. That of a mailing is made now. */
export function emailContent(tx: Tx, email: EmailRow): EmailContent {
  const shown = (text: string): string => withOwnAddress(tx.world, text)
  const { subject, text, html, links, ...others } = storedContent(tx, email)
  return { ...others, subject: shown(subject), text: shown(text), html: shown(html), links: links.map(shown) }
}

function storedContent(tx: Tx, { subject, text, html, links, mailing_id, recipient }: EmailRow): EmailContent {
  const mailing = mailing_id === undefined ? undefined : tx.first(mailings.key, { id: mailing_id })
  if (!mailing || !recipient) return { subject, text, html, links }
  const { from_name, reply_to, ...rendered } = renderEmail(tx.world.base_url, mailing, recipient)
  return {
    ...rendered,
    campaign_id: sourceOf(mailing),
    from: from_name === '' ? reply_to : `${from_name} <${reply_to}>`,
    reply_to,
  }
}
