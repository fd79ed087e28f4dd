import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../errors.ts'
import { campaignOrThrow, campaigns, type CampaignRow } from './campaign.ts'
import { isAutomationEmail } from './record.ts'

/** Returns the campaign with an id. Throws a 404 if there is none, or if it is an email of an automation. */
export function shownCampaign(tx: Tx, id: string): CampaignRow {
  const campaign = campaignOrThrow(tx, id)
  if (isAutomationEmail(campaign)) throw errors.notFound(`there is no campaign ${id.slice(0, 64)}, but an email of an automation`)
  return campaign
}

/** Rejects a new campaign if the account has the maximum number of them. */
export function assertRoom(tx: Tx): void {
  const { max } = tx.settings.campaigns
  if (tx.range(campaigns.key).count >= max)
    throw errors.badRequest(`The account has ${max} campaigns, the maximum. Delete some first.`)
}
