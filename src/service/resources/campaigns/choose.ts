import type { Tx } from '../../../kernel/world/tx.ts'
import { hashOf } from '../members/member.ts'
import type { Call } from '../operation.ts'
import { sliceOf, within } from '../page.ts'
import { campaigns, type CampaignRow, isHidden, isListed, recipients, sendsOf } from './campaign.ts'
import { shownSendTime } from './record.ts'

type Query = Call<'getCampaigns'>['query']

/** The campaigns of a page, and the number of matches. */
export function chooseCampaigns(tx: Tx, query: Query): { readonly rows: readonly CampaignRow[]; readonly total: number } {
  const found = sourceOf(tx, query).filter((campaign) => matches(tx, campaign, query))
  const { sort_field = 'create_time', sort_dir = 'DESC' } = query
  const direction = sort_dir === 'DESC' ? -1 : 1
  const at = sort_field === 'create_time' ? ({ created_at }: CampaignRow) => created_at : shownSendTime
  const isMissing = (campaign: CampaignRow) => Number(sort_field === 'send_time' && shownSendTime(campaign) === 0)
  found.sort((a, b) => isMissing(a) - isMissing(b) || direction * (at(a) - at(b)) || direction * (a.web_id - b.web_id))
  return { rows: sliceOf(found, query), total: found.length }
}

function sourceOf(tx: Tx, { list_id, folder_id }: Query): CampaignRow[] {
  if (list_id !== undefined) return tx.range(campaigns.byList, { list_id }).all()
  if (folder_id !== undefined) return tx.range(campaigns.byFolder, { folder_id }).all()
  return tx.range(campaigns.byCreation).all()
}

/** The types of campaigns by their names in queries. */
const types: { readonly [Type in NonNullable<Query['type']>]: CampaignRow['type'] } = {
  regular: 'regular',
  plaintext: 'plain-text',
  absplit: 'ab_split',
  rss: 'rss',
  variate: 'variate',
}

function matches(tx: Tx, campaign: CampaignRow, query: Query): boolean {
  const { type, status, list_id, folder_id, member_id, since_send_time, before_send_time } = query
  if (status === undefined ? !isListed(campaign) : isHidden(campaign) || campaign.status !== status) return false
  if (type !== undefined && campaign.type !== types[type]) return false
  if (list_id !== undefined && campaign.list_id !== list_id) return false
  if (folder_id !== undefined && campaign.folder_id !== folder_id) return false
  if (!within(campaign.created_at, query.since_create_time, query.before_create_time)) return false
  if (since_send_time !== undefined || before_send_time !== undefined) {
    const at = shownSendTime(campaign)
    if (at === 0 || !within(at, since_send_time, before_send_time)) return false
  }
  return member_id === undefined || wentTo(tx, campaign, member_id)
}

/** Whether a campaign, or one of its issues or versions, was sent to the member with an MD5, or a plain address. */
function wentTo(tx: Tx, campaign: CampaignRow, member_id: string): boolean {
  const hash = member_id.includes('@') ? hashOf(member_id) : member_id.toLowerCase()
  return sendsOf(tx, campaign).some(({ id }) => tx.first(recipients.byHash, { campaign_id: id, hash }) !== undefined)
}
