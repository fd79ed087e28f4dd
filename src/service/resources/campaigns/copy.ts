import type { Tx } from '../../../kernel/world/tx.ts'
import { lists } from '../lists/list.ts'
import { campaigns, type CampaignRow } from './campaign.ts'
import { contentOf, saveContent } from './content.ts'
import { countOnList } from './counts.ts'
import { makeCampaign, type NewCampaign } from './make.ts'

/** Makes a draft with the recipients, settings, tracking and content of a campaign, and with the given changes. */
export function copyCampaign(tx: Tx, from: CampaignRow, changes: NewCampaign): CampaignRow {
  const { type, title, subject_line, preview_text, from_name, from_email, folder_id, segment } = from
  const { options, tracking, social_card, variate, rss } = from
  const made = makeCampaign(tx, tx.first(lists.key, { id: from.list_id }), {
    type,
    title,
    subject_line,
    preview_text,
    from_name,
    from_email,
    folder_id,
    segment,
    options,
    tracking,
    social_card,
    variate,
    rss,
    ...changes,
  })
  // The list may have been deleted.
  const copy = tx.put(campaigns, { ...made, list_id: from.list_id, list_name: made.list_name || from.list_name })
  countOnList(tx, copy, 1)
  const { html, plain_text, own_text, is_template, variates } = contentOf(tx, from)
  if (html !== '' || plain_text !== '' || variates.length > 0)
    saveContent(tx, copy, { html, plain_text, own_text, is_template, variates })
  return copy
}
