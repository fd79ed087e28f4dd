import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { campaigns, type CampaignRow, findChildren, deletedCampaigns, isSent } from '../../model/campaigns/campaign.ts'
import { countOnList } from './make.ts'
import { removeOwned } from '../remove-owned.ts'
import { dropParts } from './send/send.ts'
import { dropTests } from '../../model/campaigns/test-emails.ts'

/** Deletes a campaign with its content and its report. Emails, and what recipients did, stay. */
export function dropCampaign(tx: Tx, campaign: CampaignRow): void {
  const { id, status, type } = campaign
  if (status === 'sending' || status === 'canceling') {
    const first = type === 'rss' ? 'Pause it first.' : 'Wait until it has ended, or cancel it.'
    throw errors.badRequest(`The campaign ${id} is being sent and cannot be deleted. ${first}`)
  }
  dropParts(tx, campaign)
  tx.unschedule(campaign.job)
  if (campaign.type === 'variate') for (const version of findChildren(tx, campaign)) removeCampaign(tx, version)
  removeCampaign(tx, campaign)
}

/** Removes a campaign with its content, feedback, tests and links, whatever its state is. */
export function removeCampaign(tx: Tx, campaign: CampaignRow): void {
  removeOwned(tx, campaigns, campaign)
  dropTests(tx, campaign)
  countOnList(tx, campaign, -1)
  tx.remove(campaigns, campaign)
  if (isSent(campaign)) tx.insert(deletedCampaigns, campaign, campaign)
}
