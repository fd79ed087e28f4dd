import type { Tx } from '../../../../kernel/world/tx.ts'
import { lists } from '../../../model/lists/list.ts'
import { changeCounts } from '../../list-reports/stats.ts'
import { isAutomated, isVersion, type CampaignRow } from '../../../model/campaigns/campaign.ts'
import { type SendTotals, sendTotals, calculateBillionths, calculateProxiedBillionths } from '../../../model/campaigns/rates.ts'

const NOTHING: SendTotals = { sent: 0, bounced: 0, opened: 0, clicked: 0, proxied: 0 }

/** The fields of a campaign that decide where its emails count. */
type Counted = Pick<CampaignRow, 'id' | 'type' | 'parent_id' | 'list_id' | 'workflow'>

/**
 * Counts emails, or actions of recipients, for the rates of a list: the means of the rates of its sent campaigns. The versions of a
 * test are one campaign, and emails of automations are none.
 */
export function countForRates(tx: Tx, campaign: Counted, more: Partial<SendTotals>): void {
  const { list_id } = campaign
  const list = tx.first(lists.key, { id: list_id })
  if (!list || isAutomated(campaign)) return
  const campaign_id = isVersion(campaign) ? campaign.parent_id : campaign.id
  const row = tx.first(sendTotals.key, { campaign_id })
  const before = row ?? NOTHING
  const after: SendTotals = {
    sent: before.sent + (more.sent ?? 0),
    bounced: before.bounced + (more.bounced ?? 0),
    opened: before.opened + (more.opened ?? 0),
    clicked: before.clicked + (more.clicked ?? 0),
    proxied: (before.proxied ?? 0) + (more.proxied ?? 0),
  }
  if (row) tx.put(sendTotals, { ...row, ...after })
  else tx.insert(sendTotals, { campaign_id, list_id, ...after })
  changeCounts(tx, list, ({ campaigns_sent, open_rates, click_rates, proxied_rates = 0 }) => ({
    campaigns_sent: campaigns_sent + (row ? 0 : 1),
    open_rates: open_rates + calculateBillionths(after.opened, after) - calculateBillionths(before.opened, before),
    click_rates: click_rates + calculateBillionths(after.clicked, after) - calculateBillionths(before.clicked, before),
    proxied_rates: proxied_rates + calculateProxiedBillionths(after) - calculateProxiedBillionths(before),
  }))
}
