import type { Tx } from '../../../kernel/world/tx.ts'
import { amend } from '../amend.ts'
import { members, type MemberRow } from '../members/member.ts'
import { campaignActions, campaignActionsOf, recipients, type CampaignActionKind, type RecipientRow } from './campaign.ts'

/** A member's average open and click rate, from 0 to 1. */
type Engagement = Pick<MemberRow, 'avg_open_rate' | 'avg_click_rate'>

/** Computes the engagement of a member from the received campaigns. */
export function engagementOf(tx: Tx, contact_id: string): Engagement {
  const sent = tx.range(recipients.byContact, { contact_id }).count
  const share = (action: CampaignActionKind) => shareOf(campaignsWith(tx, contact_id, action), sent)
  return { avg_open_rate: share('open'), avg_click_rate: share('click') }
}

/** A share as a fraction with four decimals; 0 if the whole is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000
}

/** Updates a member's averages together with other changes, without touching `last_changed`. */
export function refreshEngagement(
  tx: Tx,
  { contact_id }: Pick<MemberRow, 'contact_id'>,
  changes: Partial<Pick<MemberRow, 'rating'>> = {},
): void {
  // The caller's row may be outdated.
  const current = tx.first(members.key, { contact_id })
  if (current) amend(tx, members, current, { ...engagementOf(tx, contact_id), ...changes })
}

/** The rating after an open: one more for each of the last three campaigns that was opened, up to four. It never decreases. */
export function ratingAfterOpen(tx: Tx, { contact_id, rating }: Pick<MemberRow, 'contact_id' | 'rating'>): number {
  const last = tx.range(recipients.byContact, { contact_id }).sliceFromEnd(0, CAMPAIGNS_RATED)
  return ratingFor(rating, last.filter((recipient: RecipientRow) => campaignActionsOf(tx, recipient, 'open').length > 0).length)
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

/** The number of campaigns that the member took an action in. The index sorts the actions by campaign, so those of one are adjacent. */
function campaignsWith(tx: Tx, contact_id: string, action: CampaignActionKind): number {
  let count = 0
  let last: string | undefined
  tx.range(campaignActions.byContact, { contact_id, action }).each(({ campaign_id }) => {
    if (campaign_id !== last) count++
    last = campaign_id
  })
  return count
}
