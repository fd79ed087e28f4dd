import { escapeHtml } from '../../../kernel/support/escape.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import type { Operations } from '../operation.ts'
import { campaigns, type CampaignRow, isHidden } from './campaign.ts'
import { contentOf, shownContent } from './content.ts'
import { campaignView } from './record.ts'

/** A campaign that a search found: which of its texts matched, and where. */
interface Match {
  readonly campaign: CampaignRow
  /** The place of the text among those that are searched. */
  readonly rank: number
  readonly text: string
  readonly at: number
}

/** Maximum number of characters of a snippet. */
const SNIPPET_MAX = 120

export const campaignSearchOperations = {
  searchCampaigns({ tx, query }) {
    const text = query.query?.trim() ?? ''
    if (text === '') throw errors.badRequest('The parameter query is missing or blank.')
    const found = findCampaigns(tx, text.toLowerCase())
    return {
      results: found.slice(0, tx.settings.search_limit).map((match) => ({
        campaign: campaignView(tx, match.campaign),
        snippet: snippetOf(match, text.length),
      })),
      total_items: found.length,
      _links: linksOf(tx, 'CampaignSearch'),
    }
  },
} satisfies Partial<Operations>

function findCampaigns(tx: Tx, wanted: string): Match[] {
  const found = tx
    .range(campaigns.byCreation)
    .all()
    .flatMap((campaign) => {
      if (isHidden(campaign)) return []
      const { title, subject_line, from_name } = campaign
      const texts = [title, subject_line, from_name, shownContent(tx, contentOf(tx, campaign)).plain_text]
      const rank = texts.findIndex((text) => text.toLowerCase().includes(wanted))
      const text = texts[rank]
      return text === undefined ? [] : [{ campaign, rank, text, at: text.toLowerCase().indexOf(wanted) }]
    })
  const isNewer = (a: CampaignRow, b: CampaignRow) => b.created_at - a.created_at || b.web_id - a.web_id
  return found.toSorted((a, b) => a.rank - b.rank || isNewer(a.campaign, b.campaign))
}

/** The text around a match, which is strong. */
function snippetOf({ text, at }: Match, length: number): string {
  const shown = Math.min(length, SNIPPET_MAX)
  const from = Math.max(at - Math.floor((SNIPPET_MAX - shown) / 2), 0)
  const to = Math.min(from + SNIPPET_MAX, text.length)
  const [before, match, after] = [text.slice(from, at), text.slice(at, at + shown), text.slice(at + shown, to)]
  return `${escapeHtml(before)}<strong>${escapeHtml(match)}</strong>${escapeHtml(after)}`
}
