import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { campaigns, type CampaignRow, findChildren, deletedCampaigns, isSent } from '../../model/campaigns/campaign.ts'
import { countOnList } from './make.ts'
import { removeOwned } from '../remove-owned.ts'
import { removeCampaignParts } from './send/send.ts'
import { removeOldTests } from '../../model/campaigns/test-emails.ts'

/** Deletes a campaign with its content and its report. Emails, and what recipients did, stay. */
export function deleteCampaign(tx: Tx, campaign: CampaignRow): void {
  const { id, status, type } = campaign
  if (status === 'sending' || status === 'canceling') {
    const first = type === 'rss' ? 'Pause it first.' : 'Wait until it has ended, or cancel it.'
    throw errors.badRequest(`The campaign ${id} is being sent and cannot be deleted. ${first}`)
  }
  removeCampaignParts(tx, campaign)
  tx.unschedule(campaign.job)
  if (campaign.type === 'variate') for (const version of findChildren(tx, campaign)) removeCampaign(tx, version)
  removeCampaign(tx, campaign)
}

/**
 * Removes a campaign, whatever its state is: with everything that it owns (content, feedback, links, the request for its feed), and with tests that no
 * longer count.
 */
export function removeCampaign(tx: Tx, campaign: CampaignRow): void {
  removeOwned(tx, campaigns, campaign)
  removeOldTests(tx, campaign)
  countOnList(tx, campaign, -1)
  tx.remove(campaigns, campaign)
  if (isSent(campaign)) tx.insert(deletedCampaigns, campaign, campaign)
}
