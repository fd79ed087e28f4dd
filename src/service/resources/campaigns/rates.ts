import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { lists } from '../lists/list.ts'
import { changeCounts } from '../lists/stats.ts'
import { type CampaignRow, isAutomated, isVersion } from './campaign.ts'

/** What the open and click rates of a campaign are computed from. */
export interface SendTotals {
  readonly sent: number
  readonly bounced: number
  /** Number of recipients who opened, and who clicked. */
  readonly opened: number
  readonly clicked: number
  /** Number of those who opened for whom only a mail proxy did; none if it is missing. */
  readonly proxied?: number
}

/** The totals of a campaign that counts for the rates of its list. They outlive a deleted campaign, like the rates. */
interface SendTotalsRow extends SendTotals {
  readonly seq: number
  readonly campaign_id: string
  readonly list_id: string
}

export const sendTotals = defineTable<SendTotalsRow>()('send_totals', { key: ['campaign_id'], byList: ['list_id'] })

const NOTHING: SendTotals = { sent: 0, bounced: 0, opened: 0, clicked: 0, proxied: 0 }

/** The fields of a campaign that decide where its emails count. */
type Counted = Pick<CampaignRow, 'id' | 'type' | 'parent_id' | 'list_id' | 'workflow'>

/**
 * Counts what was sent, or what recipients did, for the rates of a list: they are the means of the rates of its sent campaigns. The versions of a
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
    open_rates: open_rates + billionthsOf(after.opened, after) - billionthsOf(before.opened, before),
    click_rates: click_rates + billionthsOf(after.clicked, after) - billionthsOf(before.clicked, before),
    proxied_rates: proxied_rates + proxiedBillionthsOf(after) - proxiedBillionthsOf(before),
  }))
}

/** Removes the totals of the campaigns to a deleted list. */
export function dropTotalsOf(tx: Tx, { id: list_id }: { readonly id: string }): void {
  tx.removeAll(sendTotals.byList, { list_id })
}

/** A rate of delivered emails, not rounded. Recipients can open an email that bounced first, so it is at most 1. */
export function rateOf(part: number, delivered: number): number {
  return delivered <= 0 ? 0 : Math.min(part / delivered, 1)
}

/** The part of an open rate that only mail proxies contribute. */
export function proxiedBillionthsOf(totals: SendTotals): number {
  const { opened, proxied = 0 } = totals
  return billionthsOf(opened, totals) - billionthsOf(opened - proxied, totals)
}

/** A rate as a whole number, so that the sum of many rates does not depend on the order in which they changed. */
export function billionthsOf(part: number, { sent, bounced }: SendTotals): number {
  return Math.round(1e9 * rateOf(part, sent - bounced))
}
