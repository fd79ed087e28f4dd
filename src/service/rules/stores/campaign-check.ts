import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { type CampaignRow, campaigns } from '../../model/campaigns/campaign.ts'
import type { StoreRow } from '../../model/stores/store.ts'

/**
 * The campaign of a store's list with an id, in any status: also a version, an issue, a workflow, or an email of a workflow or journey.
 * Returns `undefined` if the list has none.
 */
export function campaignFor(tx: ReadTx, { list_id }: Pick<StoreRow, 'list_id'>, id: string): CampaignRow | undefined {
  const campaign = tx.first(campaigns.key, { id })
  return campaign?.list_id === list_id ? campaign : undefined
}

/**
 * Throws 400 if the `campaign_id` of a cart or an order names no campaign of the store's list. An empty id stands for none, and an id that is
 * stored already is not checked again.
 */
export function checkCampaign(
  tx: ReadTx,
  store: Pick<StoreRow, 'list_id'>,
  campaign_id: string,
  stored: readonly string[] = [],
): void {
  if (campaign_id === '' || stored.includes(campaign_id) || campaignFor(tx, store, campaign_id)) return
  throw errors.unknownInOrder('A campaign with the provided ID')
}
