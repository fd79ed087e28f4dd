import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { month, readInstant, type Seconds } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../answers/errors.ts'
import { linksOf } from '../answers/links.ts'
import type { ListRow } from '../lists/list.ts'
import { members, type MemberRow } from '../members/member.ts'
import { pastMembers, pendingTime, type Stay, stayOf } from './presence.ts'

type Month = ServiceSchemas['ListGrowthMonth']

/** The changes in a month: subscriptions, departures, and the growth of pending and transactional contacts. */
type Changes = Record<'imports' | 'optins' | 'unsubscribed' | 'cleaned' | 'deleted' | 'pending' | 'transactional', number>
type Count = (at: Seconds, changes: Partial<Changes>) => void

/** A row for each month since the list was created, oldest first. */
export function monthlyGrowth(tx: Tx, list: ListRow): Month[] {
  const first = month(list.date_created)
  const changes = new Map<string, Changes>()
  const count: Count = (at, change) => {
    const name = month(at)
    const key = name < first ? BEFORE : name
    const sum = changes.get(key) ?? NOTHING
    changes.set(key, add(sum, change))
  }
  tx.range(members.onList, { list_id: list.id }).each((member) => countMember(member, count))
  tx.range(pastMembers.key, { list_id: list.id }).each((stay) => countStay(stay, count))

  const before = changes.get(BEFORE) ?? NOTHING
  let subscribed = netOf(before)
  let { pending, transactional } = before
  return monthsFrom(list.date_created, tx.now).map((name) => {
    const change = changes.get(name) ?? NOTHING
    const existing = subscribed
    subscribed += netOf(change)
    pending += change.pending
    transactional += change.transactional
    const { imports, optins, unsubscribed, cleaned, deleted } = change
    const came = { existing, imports, optins, subscribed }
    const left = { unsubscribed, reconfirm: 0, cleaned, pending, deleted, transactional }
    return {
      list_id: list.id,
      month: name,
      ...came,
      ...left,
      _links: linksOf(tx, 'ListGrowthMonth', { list_id: list.id, month: name }),
    }
  })
}

/** The growth in one month, or a 404. */
export function monthOrThrow(tx: Tx, list: ListRow, name: string): Month {
  const found = monthlyGrowth(tx, list).find((each) => each.month === name)
  if (!found) throw errors.notFound(`the list has no growth in ${name.slice(0, 64)}`)
  return found
}

/** All months before the list was created. Members of a scenario may have subscribed earlier. */
const BEFORE = ''
const NOTHING: Changes = { imports: 0, optins: 0, unsubscribed: 0, cleaned: 0, deleted: 0, pending: 0, transactional: 0 }

function countMember(member: MemberRow, count: Count): void {
  const stay = stayOf(member)
  if (stay) countStay(stay, count)
  const pending = pendingTime(member)
  if (pending) count(pending.from, { pending: 1 })
  if (pending && Number.isFinite(pending.until)) count(pending.until, { pending: -1 })
  if (member.status === 'transactional') count(member.status_at, { transactional: 1 })
}

function countStay({ coming, leaving }: Stay, count: Count): void {
  count(coming.at, coming.byPerson ? { optins: 1 } : { imports: 1 })
  if (leaving) count(leaving.at, { [leaving.how]: 1 })
}

function add(sum: Changes, change: Partial<Changes>): Changes {
  const total = { ...sum }
  for (const name of COUNTERS) total[name] += change[name] ?? 0
  return total
}

const COUNTERS = ['imports', 'optins', 'unsubscribed', 'cleaned', 'deleted', 'pending', 'transactional'] as const

function netOf({ imports, optins, unsubscribed, cleaned, deleted }: Changes): number {
  return imports + optins - unsubscribed - cleaned - deleted
}

const LONGEST_MONTH_S = 31 * 86_400

function monthsFrom(first: Seconds, last: Seconds): string[] {
  const names = [month(first)]
  while ((names.at(-1) ?? '') < month(last)) {
    const start = readInstant(`${names.at(-1)}-01`) ?? last
    names.push(month(start + LONGEST_MONTH_S))
  }
  return names
}
