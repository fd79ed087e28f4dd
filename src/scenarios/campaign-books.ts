import { amend } from '../resources/amend.ts'
import { isSent } from '../resources/campaigns/campaign.ts'
import { shareOf } from '../resources/campaigns/standing.ts'
import type { ListRow } from '../resources/lists/list.ts'
import { changeCounts, RECIPIENTS_OF_A_SEND_MIN } from '../resources/lists/stats.ts'
import { memberMachine } from '../resources/members/machine.ts'
import { members, type MemberStatus } from '../resources/members/member.ts'
import { outcomeOf } from '../resources/members/outcome.ts'
import type { Seconds } from '../support/time.ts'
import { take } from '../world/machine.ts'
import type { Tx } from '../world/tx.ts'
import type { Posting } from './campaign-posting.ts'
import type { Reader } from './campaign-reader.ts'

/** Brings a member up to date with the campaigns that he got. */
export function settleReader(tx: Tx, reader: Reader): void {
  const { member, sent, opened, clicked, rating = member.rating, email_client, leaving, until } = reader
  if (sent === 0) return
  const changes = { avg_open_rate: shareOf(opened, sent), avg_click_rate: shareOf(clicked, sent), rating, email_client }
  if (leaving === undefined) amend(tx, members, member, changes)
  else {
    const { move, reason: unsubscribe_reason } = leaving
    const outcome = { ...outcomeOf(move, member, until, ''), unsubscribe_reason, last_changed: until }
    take(tx, memberMachine, member, move, { ...outcome, ...changes })
  }
}

/** Counts the campaigns of a list for its stats. */
export function settleCounts(tx: Tx, list: ListRow, postings: readonly Posting[]): void {
  const sent = postings.filter(({ campaign }) => isSent(campaign))
  const latest = (some: readonly Posting[]) => some.reduce((last, { campaign }) => Math.max(last, campaign.send_time), 0)
  const sum = (count: (posting: Posting) => number) => sent.reduce((total, posting) => total + count(posting), 0)
  const since = changesSince(tx, list, latest(sent))
  changeCounts(tx, list, (counts) => ({
    campaigns: counts.campaigns + sent.length,
    campaign_last_sent: latest(sent.filter(({ audience }) => audience.length >= RECIPIENTS_OF_A_SEND_MIN)),
    emails_sent: counts.emails_sent + sum(({ audience }) => audience.length),
    emails_opened: counts.emails_opened + sum(({ opened }) => opened.size),
    emails_clicked: counts.emails_clicked + sum(({ clicked }) => clicked.size),
    subscribed_since_send: since('subscribed'),
    unsubscribed_since_send: since('unsubscribed'),
    cleaned_since_send: since('cleaned'),
  }))
}

function changesSince(tx: Tx, { id: list_id }: ListRow, at: Seconds): (status: MemberStatus) => number {
  return (status) =>
    tx
      .range(members.byStatus, { list_id, status })
      .all()
      .filter(({ status_at }) => status_at > at).length
}
