import { makeMove } from '../../../../kernel/world/machine.ts'
import type { Tx } from '../../../../kernel/world/tx.ts'
import { prepareVersion } from '../../mailings/prepare.ts'
import type { MemberRow } from '../../../model/members/member.ts'
import { type CampaignRow, findRecipient } from '../../../model/campaigns/campaign.ts'
import { makeMailing } from '../../../model/campaigns/content.ts'
import { campaignMachine } from '../../../model/campaigns/machine.ts'
import { type DeliveredAs, deliverAgain, deliverEmails } from './send.ts'

/**
 * Sends an email of an automation or a journey to members: such an email goes out for as long as its automation runs. A recipient who gets it
 * again stays one recipient, and each email counts.
 */
export function deliverOngoing(
  tx: Tx,
  campaign: CampaignRow,
  audience: readonly MemberRow[],
  as: Omit<DeliveredAs, 'mailing_id'>,
): void {
  const { id: mailing_id } = prepareVersion(tx, makeMailing(tx, campaign))
  const begun = beginReport(tx, campaign)
  const again = audience.filter(({ contact_id }) => findRecipient(tx, campaign, contact_id))
  const first = again.length === 0 ? audience : audience.filter((member) => !again.includes(member))
  const after = deliverEmails(tx, begun, first, { ...as, mailing_id })
  deliverAgain(tx, after, again, { ...as, mailing_id })
}

/** The report of an automation, or of an email of one, exists from its first email on. */
export function beginReport(tx: Tx, campaign: CampaignRow): CampaignRow {
  return campaign.status === 'save' ? makeMove(tx, campaignMachine, campaign, 'send', { send_time: tx.now }) : campaign
}
