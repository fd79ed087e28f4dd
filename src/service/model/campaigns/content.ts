import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { MailingToSend } from '../mailings/mailing.ts'
import { type CampaignRow, campaigns } from './campaign.ts'
import { readAccount } from '../root/account.ts'

/** HTML and plain text as they were put in, with their merge tags. Rows hold them without the address of the world. */
export interface Content {
  /** Empty if there is none. */
  readonly html: string
  readonly plain_text: string
  /** Whether the plain text was given; otherwise it follows the HTML. */
  readonly own_text: boolean
}

/** The content of one version of a campaign that tests several. */
export interface LabelledContent extends Content {
  readonly content_label: string
}

/** The content of a campaign. Campaigns without content have no row. */
export interface CampaignContentRow extends Row, Content {
  readonly campaign_id: string
  /** Whether the HTML is that of its template, unchanged. */
  readonly is_template: boolean
  /** The contents of a campaign that tests several; otherwise empty. */
  readonly variates: readonly LabelledContent[]
}

export const campaignContents = defineTable<CampaignContentRow>()('campaign_contents', {
  key: ['campaign_id'],
  ownedBy: [[campaigns, 'key']],
})

/** No content at all. */
export const NO_CONTENT: Omit<CampaignContentRow, 'seq' | 'campaign_id'> = {
  html: '',
  plain_text: '',
  own_text: false,
  is_template: false,
  variates: [],
}

/** The content of a campaign; empty if it has none. */
export function readCampaignContent(tx: ReadTx, { id: campaign_id }: Pick<CampaignRow, 'id'>): Omit<CampaignContentRow, 'seq'> {
  return tx.first(campaignContents.key, { campaign_id }) ?? { campaign_id, ...NO_CONTENT }
}

/** The mailing of a campaign, which is rendered for each recipient; by default with its own content. */
export function makeMailing(
  tx: ReadTx,
  campaign: CampaignRow,
  { html, plain_text }: Pick<Content, 'html' | 'plain_text'> = readCampaignContent(tx, campaign),
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

/** A combination of the variables of a test. */
export type Combination = NonNullable<ServiceSchemas['VariateSettings']['combinations']>[number]

/** The fields and the content in which a version of a test differs. */
interface ContentVersion {
  readonly fields: Pick<CampaignRow, 'subject_line' | 'from_name' | 'from_email'>
  readonly content: Content
}

/** The subject, the sender and the content of a version. Variables that the test leaves out have the values of the campaign. */
export function versionWith(tx: ReadTx, campaign: CampaignRow, combination: Combination): ContentVersion {
  const { subject_lines = [], from_names = [], reply_to_addresses = [] } = campaign.variate ?? {}
  const { variates, html, plain_text, own_text } = readCampaignContent(tx, campaign)
  return {
    fields: {
      subject_line: subject_lines[combination.subject_line] ?? campaign.subject_line,
      from_name: from_names[combination.from_name] ?? campaign.from_name,
      from_email: reply_to_addresses[combination.reply_to] ?? campaign.from_email,
    },
    content: variates[combination.content_description] ?? { html, plain_text, own_text },
  }
}

export function archiveUrl(tx: ReadTx, { id }: Pick<CampaignRow, 'id'>): string {
  return `${tx.world.base_url}/_public/campaign?u=${encodeURIComponent(readAccount(tx).account_id)}&id=${id}`
}

export function shortArchiveUrl(tx: ReadTx, { id }: Pick<CampaignRow, 'id'>): string {
  return `${tx.world.base_url}/_public/s/${id}`
}
