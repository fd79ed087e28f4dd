import type { Tx } from '../../world/tx.ts'
import { freshId } from '../fresh-id.ts'
import type { ListRow } from '../lists/list.ts'
import type { MemberRow } from '../members/member.ts'
import { campaigns, type CampaignRow, type RecipientRow } from './campaign.ts'

/** The fields of a new campaign: a subject, and optionally any other field of its row. */
export type NewCampaign = Pick<CampaignRow, 'subject_line'> & Partial<Omit<CampaignRow, 'seq' | 'list_id' | 'list_name'>>

/** Creates a campaign without sending or counting anything: see `sendCampaign`. */
export function makeCampaign(tx: Tx, list: ListRow, fields: NewCampaign): CampaignRow {
  return tx.insert(campaigns, {
    id: fields.id ?? freshId(tx, 'campaigns.id', (id) => !!tx.first(campaigns.key, { id })),
    web_id: fields.web_id ?? freeWebId(tx),
    list_id: list.id,
    list_name: list.name,
    type: 'regular',
    status: 'sent',
    title: fields.subject_line,
    preview_text: '',
    from_name: list.campaign_defaults.from_name,
    from_email: list.campaign_defaults.from_email,
    folder_id: '',
    segment_id: 0,
    parent_id: '',
    send_time: tx.now,
    emails_sent: 0,
    emails_canceled: 0,
    timewarp: false,
    shared: false,
    share_password: '',
    ...fields,
  })
}

/** The row of a recipient. `place` is the recipient's index among all recipients. */
export function newRecipient(campaign: CampaignRow, member: Omit<MemberRow, 'seq'>, place: number): Omit<RecipientRow, 'seq'> {
  const { contact_id, email_address, hash, location } = member
  return {
    campaign_id: campaign.id,
    contact_id,
    list_id: campaign.list_id,
    email_address,
    hash,
    split: campaign.type === 'ab_split' ? (place % 2 === 0 ? 'a' : 'b') : '',
    gmt_offset: location.gmtoff,
  }
}

/** Campaigns in scenarios may set their web ids, so taken ids are skipped. */
function freeWebId(tx: Tx): number {
  const web_id = tx.count('web_id', 100_001)
  return tx.first(campaigns.byWebId, { web_id }) ? freeWebId(tx) : web_id
}
