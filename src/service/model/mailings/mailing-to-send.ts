import type { MailingRow } from './mailing.ts'

/** Content to send: the emails of a campaign, or of an automation. */
export interface MailingToSend extends Pick<
  MailingRow,
  | 'id'
  | 'list_id'
  | 'subject_line'
  | 'preview_text'
  | 'from_name'
  | 'reply_to'
  | 'to_name'
  | 'html'
  | 'text'
  | 'auto_footer'
  | 'tracking'
> {
  readonly archive_url: string
  readonly archive_url_short: string
}
