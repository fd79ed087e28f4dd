import { DAY_S } from '../../../kernel/support/units-of-time.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { isMoveAllowed } from '../../../kernel/world/machine.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { readAccount } from '../../model/root/account.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { campaignMachine } from '../../model/campaigns/machine.ts'

type DeliveryStatus = ServiceSchemas['ReportDeliveryStatus']

/**
 * The delivery of a campaign, as campaigns and reports show it. The progress of a send is tracked with the top plan, which a cancelled
 * campaign had.
 */
export function describeDeliveryStatus(tx: ReadTx, campaign: CampaignRow): DeliveryStatus {
  const { status, type, emails_sent, recipient_count } = campaign
  if (status === 'canceled') {
    return { enabled: true, can_cancel: false, status, emails_sent, emails_canceled: campaign.emails_canceled }
  }
  if (status === 'canceling') {
    return { enabled: true, can_cancel: false, status, emails_sent, emails_canceled: recipient_count - emails_sent }
  }
  if (status === 'sent' && tx.now < campaign.send_time + LATELY_S) {
    return { enabled: true, can_cancel: false, status: 'delivered', emails_sent, emails_canceled: 0 }
  }
  if (status !== 'sending' || !CANCELLABLE.has(type) || !readAccount(tx).pro_enabled) return { enabled: false }
  return { enabled: true, can_cancel: emails_sent < recipient_count, status: 'delivering', emails_sent, emails_canceled: 0 }
}

/** How long a sent campaign shows that it was delivered. */
const LATELY_S = 30 * DAY_S

/**
 * Rejects a campaign that is not being sent, and then one of a type that cannot be cancelled: a test, a feed, and their versions and
 * issues.
 */
export function assertCancellable(campaign: CampaignRow): void {
  if (!isMoveAllowed(campaignMachine, campaign, 'cancel')) throw campaignMachine.refuse(campaign, 'cancel')
  if (CANCELLABLE.has(campaign.type)) return
  throw errors.invalidAction('Only regular and plain-text campaigns can be cancelled while they are being sent.')
}

/** The types of campaigns that can be cancelled while they are being sent. */
const CANCELLABLE: ReadonlySet<CampaignRow['type']> = new Set(['regular', 'plain-text'])
