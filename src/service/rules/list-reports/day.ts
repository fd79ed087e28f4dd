import { type Seconds, startOfDay } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { MemberRow } from '../../model/members/member.ts'
import {
  type DayCounter,
  LEFT_AS,
  isWaiting,
  NO_CHANGES,
  listDays,
  addDayChanges,
  describeArrival,
  hasConfirmed,
  describeDeparture,
} from '../../model/list-reports/day.ts'

type Count = (at: Seconds, counter: DayCounter, by?: number) => void

/** Counts new members of a list, with the past that their rows tell. */
export function countNewMembers(tx: Tx, list_id: string, rows: readonly MemberRow[]): void {
  writeDays(tx, list_id, (count) => {
    for (const row of rows) countNewMember(row, count)
  })
}

/** Counts another status of a member; `after` is undefined for a permanently deleted one. */
export function countStatusChange(
  tx: Tx,
  before: MemberRow,
  after: MemberRow | undefined,
  { byPerson }: { readonly byPerson: boolean },
): void {
  const from = before.status
  const { status: to = 'archived', status_at: at = tx.now } = after ?? {}
  if (from === to) return
  writeDays(tx, before.list_id, (count) => {
    if (to === 'subscribed') count(at, byPerson ? 'optins' : 'imports')
    else if (from === 'subscribed') count(at, LEFT_AS[to])
    if (isWaiting(from)) count(at, from, -1)
    if (isWaiting(to)) count(at, to)
  })
}

function writeDays(tx: Tx, list_id: string, change: (count: Count) => void): void {
  const days = new Map<Seconds, { -readonly [Counter in DayCounter]: number }>()
  change((at, counter, by = 1) => {
    // Requests may name instants that have not come.
    const day = startOfDay(Math.min(at, tx.now))
    const known = days.get(day)
    const changes = known ?? { ...NO_CHANGES }
    if (!known) days.set(day, changes)
    changes[counter] += by
  })
  for (const [day, changes] of days) {
    const row = tx.first(listDays.key, { list_id, day })
    if (row) tx.put(listDays, { ...row, ...addDayChanges(row, changes) })
    else tx.insert(listDays, { list_id, day, ...changes })
  }
}

function countNewMember(member: MemberRow, count: Count): void {
  const { status, status_at, timestamp_signup, timestamp_opt } = member
  if (status === 'transactional') return count(status_at, status)
  if (status === 'pending') return count(Math.max(status_at, timestamp_signup), status)
  const came = describeArrival(member)
  if (!came) return
  if (hasConfirmed(member)) {
    count(timestamp_signup, 'pending')
    count(timestamp_opt, 'pending', -1)
  }
  count(came.at, came.how)
  const left = describeDeparture(member, came.at)
  if (left) count(left.at, left.how)
}
