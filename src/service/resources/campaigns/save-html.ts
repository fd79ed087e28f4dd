import type { Tx } from '../../../kernel/world/tx.ts'
import { plainTextOf } from '../mailings/plain-text.ts'
import { campaigns, type CampaignOptions, type CampaignRow } from './campaign.ts'
import { contentOf, saveContent } from './content.ts'
import { hasLogo } from './template-content.ts'

/**
 * Replaces the HTML of a campaign, and its plain text if none was given. Campaigns of plain text keep no HTML. Throws `NeedsLoad` until the HTML
 * parser is loaded.
 */
export function saveHtml(
  tx: Tx,
  campaign: CampaignRow,
  { html, is_template = false }: { readonly html: string; readonly is_template?: boolean },
  options: Partial<CampaignOptions> = {},
): CampaignRow {
  if (campaign.type === 'plain-text') return campaign
  const { own_text } = contentOf(tx, campaign)
  saveContent(tx, campaign, { html, is_template, ...(own_text ? {} : { plain_text: plainTextOf(html) }) })
  return tx.put(campaigns, { ...campaign, options: { ...campaign.options, ...options, has_logo_merge_tag: hasLogo(html) } })
}
