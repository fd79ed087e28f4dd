import type { Tx } from '../../world/tx.ts'
import { EMAILS_MAX, emailBody, sendEmail } from '../emails/email.ts'
import type { ListRow } from '../lists/list.ts'
import { countCampaign } from '../lists/stats.ts'
import { members, type MemberRow } from '../members/member.ts'
import { emit } from '../resource-events.ts'
import { membersIn } from '../segments/match.ts'
import { segmentOrThrow } from '../segments/segment.ts'
import { recipients, type CampaignRow } from './campaign.ts'
import { makeCampaign, newRecipient, type NewCampaign } from './make.ts'
import { refreshEngagement } from './engagement.ts'

/** The fields of a campaign to send: its subject, and what differs from the list's defaults. */
export type CampaignToSend = Omit<NewCampaign, 'status' | 'send_time' | 'emails_sent' | 'emails_canceled'>

/** Sends a campaign to the subscribed members of a list, or of a segment of it. */
export function sendCampaign(tx: Tx, list: ListRow, fields: CampaignToSend): CampaignRow {
  const audience = audienceOf(tx, list, fields)
  const campaign = makeCampaign(tx, list, { ...fields, emails_sent: audience.length })
  deliver(tx, list, campaign, audience)
  emit(tx, 'campaign.ended', { list, campaign })
  return campaign
}

/** Cancels a campaign while it is sent; `after` recipients have received it already. */
export function cancelCampaign(
  tx: Tx,
  list: ListRow,
  { after = 0, ...fields }: CampaignToSend & { readonly after?: number },
): CampaignRow {
  const audience = audienceOf(tx, list, fields)
  const reached = audience.slice(0, after)
  const campaign = makeCampaign(tx, list, {
    ...fields,
    status: 'canceled',
    send_time: reached.length > 0 ? tx.now : 0,
    emails_sent: reached.length,
    emails_canceled: audience.length - reached.length,
  })
  if (reached.length > 0) deliver(tx, list, campaign, reached)
  emit(tx, 'campaign.ended', { list, campaign })
  return campaign
}

function audienceOf(tx: Tx, list: ListRow, { segment_id = 0 }: CampaignToSend): MemberRow[] {
  if (segment_id === 0) return tx.range(members.byStatus, { list_id: list.id, status: 'subscribed' }).all()
  return membersIn(tx, list, segmentOrThrow(tx, list.id, String(segment_id)))
}

function deliver(tx: Tx, list: ListRow, campaign: CampaignRow, audience: readonly MemberRow[]): void {
  countCampaign(tx, list, audience.length)
  for (const [place, member] of audience.entries()) {
    tx.insert(recipients, newRecipient(campaign, member, place))
    // A member who never opened anything has no average to lower.
    if (member.avg_open_rate > 0 || member.avg_click_rate > 0) refreshEngagement(tx, member)
  }
  // Earlier emails would be evicted at once.
  for (const { email_address } of audience.slice(-EMAILS_MAX)) sendEmail(tx, { to: email_address, ...emailOf(campaign) })
}

/** A campaign as its recipients get it; the world does not hold its design. */
function emailOf({ subject_line, preview_text }: CampaignRow) {
  const lines = [subject_line, preview_text].filter((line) => line !== '')
  return { kind: 'campaign', subject: subject_line, code: '', ...emailBody(...lines) } as const
}
