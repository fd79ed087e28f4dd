import type { Tx } from '../../../kernel/world/tx.ts'
import { lists } from '../lists/list.ts'
import { changeCounts } from '../lists/stats.ts'
import { type CampaignRow, isHidden } from './campaign.ts'

/** Counts a campaign that a list gains (1) or loses (-1), in any state. Versions of a test and emails of automations do not count. */
export function countOnList(tx: Tx, campaign: CampaignRow, by: 1 | -1): void {
  const list = tx.first(lists.key, { id: campaign.list_id })
  if (!list || isHidden(campaign)) return
  changeCounts(tx, list, ({ campaigns }) => ({ campaigns: Math.max(campaigns + by, 0) }))
}
