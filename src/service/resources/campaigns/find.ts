import { escapeHtml } from '../../../kernel/support/escape.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { hashAddress } from '../../model/members/member.ts'
import { type Call, type Operations, slicePage, isWithin } from '../../rules/requests/operation.ts'
import {
  campaignOrThrow,
  type CampaignRow,
  campaigns,
  isHidden,
  isListed,
  recipients,
  findSends,
  TYPES_BY_NAME,
} from '../../model/campaigns/campaign.ts'
import { readCampaignContent } from '../../model/campaigns/content.ts'
import { shownContent } from '../../rules/campaigns/content/save.ts'
import { campaignView, isAutomationEmail, shownSendTime } from '../../rules/campaigns/view.ts'

/** Returns the campaign with an id. Throws a 404 if there is none, or if it is an email of an automation. */
export function shownCampaign(tx: ReadTx, id: string): CampaignRow {
  const campaign = campaignOrThrow(tx, id)
  if (isAutomationEmail(campaign)) throw errors.notFound(`there is no campaign ${id.slice(0, 64)}, but an email of an automation`)
  return campaign
}

type CampaignQuery = Call<'getCampaigns'>['query']

/** The campaigns of a page, and the number of matches. */
export function chooseCampaigns(
  tx: ReadTx,
  query: CampaignQuery,
): { readonly rows: readonly CampaignRow[]; readonly total: number } {
  const found = readCandidates(tx, query).filter((campaign) => matchesCampaignQuery(tx, campaign, query))
  const { sort_field = 'create_time', sort_dir = 'ASC' } = query
  const direction = sort_dir === 'DESC' ? -1 : 1
  const at = sort_field === 'create_time' ? ({ created_at }: CampaignRow) => created_at : shownSendTime
  const isMissing = (campaign: CampaignRow) => Number(sort_field === 'send_time' && shownSendTime(campaign) === 0)
  found.sort((a, b) => isMissing(a) - isMissing(b) || direction * (at(a) - at(b)) || direction * (a.web_id - b.web_id))
  return { rows: slicePage(found, query), total: found.length }
}

function readCandidates(tx: ReadTx, { list_id, folder_id }: CampaignQuery): CampaignRow[] {
  if (list_id !== undefined) return tx.range(campaigns.byList, { list_id }).all()
  if (folder_id !== undefined) return tx.range(campaigns.byFolder, { folder_id }).all()
  return tx.range(campaigns.byCreation).all()
}

function matchesCampaignQuery(tx: ReadTx, campaign: CampaignRow, query: CampaignQuery): boolean {
  const { type, status, list_id, folder_id, member_id, since_send_time, before_send_time } = query
  if (status === undefined ? !isListed(campaign) : isHidden(campaign) || campaign.status !== status) return false
  if (type !== undefined && campaign.type !== TYPES_BY_NAME[type]) return false
  if (list_id !== undefined && campaign.list_id !== list_id) return false
  if (folder_id !== undefined && campaign.folder_id !== folder_id) return false
  if (!isWithin(campaign.created_at, query.since_create_time, query.before_create_time)) return false
  if (since_send_time !== undefined || before_send_time !== undefined) {
    const at = shownSendTime(campaign)
    if (at === 0 || !isWithin(at, since_send_time, before_send_time)) return false
  }
  return member_id === undefined || wentTo(tx, campaign, member_id)
}

/** Whether a campaign, or one of its issues or versions, was sent to the member with an MD5, or a plain address. */
function wentTo(tx: ReadTx, campaign: CampaignRow, member_id: string): boolean {
  const hash = member_id.includes('@') ? hashAddress(member_id) : member_id.toLowerCase()
  return findSends(tx, campaign).some(({ id }) => tx.first(recipients.byHash, { campaign_id: id, hash }) !== undefined)
}

/** A campaign that a search found: which of its texts matched, and where. */
interface CampaignMatch {
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
        snippet: cutSnippet(match, text.length),
      })),
      total_items: found.length,
      _links: renderLinks(tx, 'CampaignSearch'),
    }
  },
} satisfies Partial<Operations>

function findCampaigns(tx: ReadTx, wanted: string): CampaignMatch[] {
  const found = tx
    .range(campaigns.byCreation)
    .all()
    .flatMap((campaign) => {
      if (isHidden(campaign)) return []
      const { title, subject_line, from_name } = campaign
      const texts = [title, subject_line, from_name, shownContent(tx, readCampaignContent(tx, campaign)).plain_text]
      const rank = texts.findIndex((text) => text.toLowerCase().includes(wanted))
      const text = texts[rank]
      return text === undefined ? [] : [{ campaign, rank, text, at: text.toLowerCase().indexOf(wanted) }]
    })
  const isNewer = (a: CampaignRow, b: CampaignRow) => b.created_at - a.created_at || b.web_id - a.web_id
  return found.toSorted((a, b) => a.rank - b.rank || isNewer(a.campaign, b.campaign))
}

/** The text around a match, which is strong. */
function cutSnippet({ text, at }: CampaignMatch, length: number): string {
  const shown = Math.min(length, SNIPPET_MAX)
  const from = Math.max(at - Math.floor((SNIPPET_MAX - shown) / 2), 0)
  const to = Math.min(from + SNIPPET_MAX, text.length)
  const [before, match, after] = [text.slice(from, at), text.slice(at, at + shown), text.slice(at + shown, to)]
  return `${escapeHtml(before)}<strong>${escapeHtml(match)}</strong>${escapeHtml(after)}`
}
