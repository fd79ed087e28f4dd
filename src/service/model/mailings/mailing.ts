import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { campaigns } from '../campaigns/campaign.ts'

/** The tracking of an email. */
export interface MailingTracking {
  readonly opens: boolean
  readonly html_clicks: boolean
  readonly text_clicks: boolean
  readonly ecomm360: boolean
  /** The slug for web analytics; empty if it is off. */
  readonly google_analytics: string
}

/** A merge field of the list when the mailing was sent. */
export interface MailingField {
  readonly tag: string
  readonly merge_id: number
  readonly name: string
  readonly default_value: string
}

/**
 * The content sent to each recipient, as it was when the send began. Emails keep the recipient with it, and their texts are made when they are read:
 * later changes of the campaign, the list or the member do not change emails that have gone out. Its texts have no address of the world.
 */
export interface MailingRow extends Row {
  /** The id of the campaign, or of the email of an automation. Later versions of such an email have another one. */
  readonly id: string
  /** The id of the first version, if this is a later one. */
  readonly version_of?: string
  readonly list_id: string
  readonly list_name: string
  readonly sent_at: Seconds
  readonly subject_line: string
  readonly preview_text: string
  readonly from_name: string
  readonly reply_to: string
  readonly to_name: string
  /** HTML and text with their merge tags. The HTML is empty for an email of plain text. */
  readonly html: string
  readonly text: string
  /** Whether there is nothing but a subject: the email then has no footer, and nothing in it is tracked. */
  readonly bare: boolean
  readonly auto_footer: boolean
  /** Whether recipients choose between HTML and plain text. */
  readonly email_type_option: boolean
  readonly tracking: MailingTracking
  readonly account_id: string
  /** Values of merge tags that are the same for all recipients, by tag. */
  readonly common: { readonly [tag: string]: string }
  readonly fields: readonly MailingField[]
  /** Names of the interests of the list, by id. */
  readonly interests: { readonly [id: string]: string }
  /** The URLs of its links, with their merge tags. */
  readonly hrefs: readonly string[]
}

export const mailings = defineTable<MailingRow>()('mailings', { key: ['id'] })

/** A link of a mailing whose clicks are tracked. */
export interface TrackedLinkRow extends Row {
  /** The campaign, or the email of an automation. */
  readonly mailing_id: string
  /** Ten hex digits, from the id of the mailing and the URL. */
  readonly id: string
  /** The URL as it is in the content, with merge tags that differ between recipients, and without the address of the world. */
  readonly url: string
}

export const trackedLinks = defineTable<TrackedLinkRow>()('tracked_links', {
  key: ['mailing_id', 'id'],
  indexes: { byId: ['id'], inOrder: ['mailing_id'] },
  ownedBy: [[campaigns, 'inOrder']],
})

/** The campaign, or the email of an automation, that a mailing belongs to. */
export function idOfSource({ id, version_of }: Pick<MailingRow, 'id' | 'version_of'>): string {
  return version_of ?? id
}

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
