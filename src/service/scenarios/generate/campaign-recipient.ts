import type { ListRow } from '../../model/lists/list.ts'
import { describeArrival, describeDeparture } from '../../model/list-reports/day.ts'
import type { MemberMove } from '../../rules/members/machine.ts'
import { members, type MemberRow } from '../../model/members/member.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'

/** A member as a recipient of campaigns. Reactions are collected here until the ledger is closed. */
export interface CampaignRecipient {
  readonly member: MemberRow
  /** The period in which the member is subscribed. */
  readonly from: Seconds
  until: Seconds
  /** How the member leaves the list, by an own action or a bounce. */
  leaving: { readonly move: MemberMove; readonly reason: string } | undefined
  sent: number
  opened: number
  clicked: number
  /** Whether the member opened each of the last campaigns that count for the rating. */
  recent: boolean[]
  /** The rating, if reactions determine it. */
  rating: number | undefined
  /** The mail program that the member uses. */
  email_client: string
  /** When the member last did something. */
  last: Seconds
}

/** The members of a list who were ever subscribed, in the order in which they subscribed. */
export function listCampaignRecipients(tx: ReadTx, list: ListRow): CampaignRecipient[] {
  const all = tx.range(members.onList, { list_id: list.id }).all()
  return all.toSorted((a, b) => a.created_at - b.created_at || a.seq - b.seq).flatMap(recipientOf)
}

function recipientOf(member: MemberRow): CampaignRecipient[] {
  const came = describeArrival(member)
  if (!came) return []
  return [
    {
      member,
      from: came.at,
      until: describeDeparture(member, came.at)?.at ?? Number.POSITIVE_INFINITY,
      leaving: undefined,
      sent: 0,
      opened: 0,
      clicked: 0,
      recent: [],
      rating: undefined,
      email_client: member.email_client,
      last: 0,
    },
  ]
}

/** The members who are subscribed at an instant. */
export function subscribedAt(readers: readonly CampaignRecipient[], at: Seconds): CampaignRecipient[] {
  return readers.filter(({ from, until }) => from <= at && at < until)
}
