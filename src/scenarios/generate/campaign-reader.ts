import type { ListRow } from '../../resources/lists/list.ts'
import { comingOf, leavingOf } from '../../resources/list-reports/presence.ts'
import type { MemberMove } from '../../resources/members/machine.ts'
import { members, type MemberRow } from '../../resources/members/member.ts'
import type { Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'

/** A member as campaigns meet him. What he does with them is added up here until the ledger is closed. */
export interface Reader {
  readonly member: MemberRow
  /** From when until when he is subscribed. */
  readonly from: Seconds
  until: Seconds
  /** How he leaves the list by what he does, or what his mailbox does. */
  leaving: { readonly move: MemberMove; readonly reason: string } | undefined
  sent: number
  opened: number
  clicked: number
  /** Whether he opened each of the last campaigns that count for his rating. */
  recent: boolean[]
  /** His rating, where it follows from what he does. */
  rating: number | undefined
  /** The mail program in which he opens. */
  email_client: string
  /** When he last did something. */
  last: Seconds
}

/** The members of a list who were ever subscribed, in the order in which they came. */
export function readersOf(tx: Tx, list: ListRow): Reader[] {
  const all = tx.range(members.onList, { list_id: list.id }).all()
  return all.toSorted((a, b) => a.created_at - b.created_at || a.seq - b.seq).flatMap(readerOf)
}

function readerOf(member: MemberRow): Reader[] {
  const coming = comingOf(member)
  if (!coming) return []
  return [
    {
      member,
      from: coming.at,
      until: leavingOf(member, coming)?.at ?? Number.POSITIVE_INFINITY,
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

/** Who is subscribed at an instant. */
export function subscribedAt(readers: readonly Reader[], at: Seconds): Reader[] {
  return readers.filter(({ from, until }) => from <= at && at < until)
}
