import type { Tx } from '../../../kernel/world/tx.ts'
import type { MailingToSend } from '../mailings/prepare.ts'
import type { CampaignRow } from './campaign.ts'
import { type Content, contentOf } from './content.ts'
import { archiveUrl, shortArchiveUrl } from './record.ts'

/** The mailing of a campaign, which is rendered for each recipient; by default with its own content. */
export function mailingOf(
  tx: Tx,
  campaign: CampaignRow,
  { html, plain_text }: Pick<Content, 'html' | 'plain_text'> = contentOf(tx, campaign),
): MailingToSend {
  const { id, list_id, subject_line, preview_text, from_name, from_email, type, options, tracking } = campaign
  const { opens, html_clicks, text_clicks, ecomm360, google_analytics } = tracking
  return {
    id,
    list_id,
    subject_line,
    preview_text,
    from_name,
    reply_to: from_email,
    to_name: options.to_name,
    html: type === 'plain-text' ? '' : html,
    text: plain_text,
    auto_footer: options.auto_footer,
    tracking: { opens, html_clicks, text_clicks, ecomm360, google_analytics },
    archive_url: archiveUrl(tx, campaign),
    archive_url_short: shortArchiveUrl(tx, campaign),
  }
}
