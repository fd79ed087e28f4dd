import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { members, type MemberRow } from '../members/member.ts'
import { campaignActions, hasActed, recipients, type CampaignActionRow } from './campaign.ts'
import { lists } from '../lists/list.ts'

/** The totals from which the open and click rates of a campaign are computed. */
export interface SendTotals {
  readonly sent: number
  readonly bounced: number
  /** Number of recipients who opened, and who clicked. */
  readonly opened: number
  readonly clicked: number
  /** Number of recipients for whom only a mail proxy opened the campaign; 0 if missing. */
  readonly proxied?: number
}

/** The totals of a campaign that counts for the rates of its list. They outlive a deleted campaign, like the rates. */
export interface SendTotalsRow extends Row, SendTotals {
  readonly campaign_id: string
  readonly list_id: string
}

export const sendTotals = defineTable<SendTotalsRow>()('send_totals', {
  key: ['campaign_id'],
  indexes: { byList: ['list_id'] },
  ownedBy: [[lists, 'byList']],
})

/** A rate of delivered emails, not rounded. Recipients can open an email that bounced first, so it is at most 1. */
export function calculateRate(part: number, delivered: number): number {
  return delivered <= 0 ? 0 : Math.min(part / delivered, 1)
}

/** The part of an open rate that only mail proxies contribute. */
export function calculateProxiedBillionths(totals: SendTotals): number {
  const { opened, proxied = 0 } = totals
  return calculateBillionths(opened, totals) - calculateBillionths(opened - proxied, totals)
}

/** A rate as a whole number, so that the sum of many rates does not depend on the order in which they changed. */
export function calculateBillionths(part: number, { sent, bounced }: SendTotals): number {
  return Math.round(1e9 * calculateRate(part, sent - bounced))
}

/** A share as a fraction with four decimals; 0 if the whole is 0. */
export function calculateShare(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000
}

/** The numbers of campaigns that a member was sent, opened, and clicked in. */
interface MemberTotals {
  readonly sent: number
  readonly opened: number
  readonly clicked: number
}

/**
 * The totals behind the averages in a row of a member, as of the transaction that made the row. Counting them visits all emails and actions
 * of the member, which took a third of a year of `newsletter-live`. Emails and actions are never removed, and the averages are refreshed
 * after each new one: either they change, and so does the row, or the totals of the row are forgotten.
 */
const totalsByRow = new WeakMap<MemberRow, MemberTotals>()

/**
 * Refreshes a member's averages together with other changes, without touching `last_changed`. `added` is what has been added since the
 * last refresh; without it, everything is counted.
 */
export function refreshEngagement(
  tx: Tx,
  { contact_id }: Pick<MemberRow, 'contact_id'>,
  added?: Partial<MemberTotals>,
  changes: Partial<Pick<MemberRow, 'rating'>> = {},
): void {
  // The caller's row may be outdated.
  const current = tx.first(members.key, { contact_id })
  if (!current) return
  const before = added && totalsByRow.get(current)
  const totals = before ? addTotals(before, added) : countTotals(tx, contact_id)
  const { sent, opened, clicked } = totals
  const averages = { avg_open_rate: calculateShare(opened, sent), avg_click_rate: calculateShare(clicked, sent) }
  const row = tx.amend(members, current, { ...averages, ...changes })
  if (row !== current) {
    if (hasAverages(row)) totalsByRow.set(row, totals)
  } else if (before !== totals) totalsByRow.delete(row)
}

/** Refreshes the averages of a member who was sent another email. */
export function refreshAfterSend(tx: Tx, member: MemberRow): void {
  // A member who never opened anything has no average to lower.
  if (hasAverages(member)) refreshEngagement(tx, member, { sent: 1 })
}

function hasAverages({ avg_open_rate, avg_click_rate }: MemberRow): boolean {
  return avg_open_rate > 0 || avg_click_rate > 0
}

/** The rating after an open: one more for each of the last three campaigns that was opened, up to four. It never decreases. */
export function ratingAfterOpen(tx: ReadTx, { contact_id, rating }: Pick<MemberRow, 'contact_id' | 'rating'>): number {
  if (rating >= RATING_OPENED_MAX) return rating
  const last = tx.range(recipients.byContact, { contact_id }).sliceFromEnd(0, CAMPAIGNS_RATED)
  return ratingFor(rating, last.filter((recipient) => hasActed(tx, recipient, 'open')).length)
}

/** The rating of a member who opened some of the last three campaigns. */
export function ratingFor(rating: number, opened: number): number {
  return Math.max(rating, Math.min(RATING_BEGUN + opened, RATING_OPENED_MAX))
}

/** The rating of members who click, and of members whose mailbox rejected a campaign. */
export const RATING_CLICKED = 5
export const RATING_BOUNCED = 1

/** The number of campaigns that count for a rating, and the initial rating. */
export const CAMPAIGNS_RATED = 3
export const RATING_BEGUN = 2

const RATING_OPENED_MAX = 4

/** Totals with what has been added to them; the same object if that is nothing. */
function addTotals(totals: MemberTotals, { sent = 0, opened = 0, clicked = 0 }: Partial<MemberTotals>): MemberTotals {
  if (sent + opened + clicked === 0) return totals
  return { sent: totals.sent + sent, opened: totals.opened + opened, clicked: totals.clicked + clicked }
}

function countTotals(tx: ReadTx, contact_id: string): MemberTotals {
  const sent = tx.range(recipients.byContact, { contact_id }).count
  let [opened, clicked] = [0, 0]
  let last: CampaignActionRow | undefined
  tx.range(campaignActions.byContact, { contact_id }).each((row) => {
    const { action, campaign_id } = row
    // The index sorts by action and campaign, so the actions of one kind in one campaign are adjacent.
    if (last?.campaign_id !== campaign_id || last.action !== action) {
      if (action === 'open') opened++
      else if (action === 'click') clicked++
    }
    last = row
  })
  return { sent, opened, clicked }
}
