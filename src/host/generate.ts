import type { Schemas } from '../contract/scenario.ts'
import type { ListRow } from '../resources/lists/list.ts'
import { changeCounts, type ListCounts } from '../resources/lists/stats.ts'
import { newMemberRow } from '../resources/members/make.ts'
import { hashOf, type MemberRow, type MemberStatus } from '../resources/members/member.ts'
import type { Tx } from '../world/tx.ts'
import { chanceOf, type Chance } from './chance.ts'
import { instants } from './plant-instants.ts'
import { peopleFrom } from './people.ts'
import type { Pools } from './pools.ts'

/** The row of a member to be; the table of members is filled with all of them in one go. */
export type Recruit = Omit<MemberRow, 'seq'>

const DAY_S = 86_400

/** How long ago the first member came when nothing is said. */
const SINCE_DAYS = 365

/** The rows of a list's generated members, in the order in which they came. They are counted, but not on the list yet. */
export function recruit(tx: Tx, list: ListRow, data: Schemas['Population'], pools: Pools): Recruit[] {
  const { count, statuses = { subscribed: 1 } } = data
  const chance = chanceOf(tx.world.seed, `members of ${list.id}`)
  const begin = instants(tx, data, 'since').since ?? tx.now - SINCE_DAYS * DAY_S
  const person = peopleFrom(pools, chance)
  const statusOf = chooser(statuses, chance)
  const blanks = blanksFor(tx, list, Object.keys(statuses) as MemberStatus[])
  const rows = Array.from({ length: count }, (_, i) => {
    const status = statusOf()
    const created_at = begin + Math.floor(((i + chance.share()) * (tx.now - begin)) / count)
    const status_at = STAYED.has(status) ? created_at : created_at + Math.floor(chance.share() * (tx.now - created_at))
    // Ascending, so that the table is filled without being sorted.
    const contact_id = chance.hex(16, Math.floor(((i + chance.share()) * 2 ** 32) / count))
    const { local, domain, merge_fields, location } = person()
    const email_address = `${local}${i + 1}@${domain}`
    const unique_email_id = chance.hex(5)
    const web_id = tx.count('web_id', 100_001)
    const rating = 1 + chance.below(5)
    return rowOf(blanks[status], { email_address, contact_id, unique_email_id, web_id, merge_fields, location, rating, created_at, status_at })
  })
  changeCounts(tx, list, (counts) => added(counts, rows))
  return rows
}

type Particulars = Pick<
  Recruit,
  'email_address' | 'contact_id' | 'unique_email_id' | 'web_id' | 'merge_fields' | 'location' | 'rating' | 'created_at' | 'status_at'
>

/**
 * One row from what is the same for a status and what is not. Every field is spelled out: rows that are pieced together by
 * spreading have a hidden class each, which takes three times the room of the row itself.
 */
function rowOf(blank: Recruit, own: Particulars): Recruit {
  return {
    contact_id: own.contact_id,
    list_id: blank.list_id,
    email_address: own.email_address,
    hash: hashOf(own.email_address),
    unique_email_id: own.unique_email_id,
    web_id: own.web_id,
    email_type: blank.email_type,
    status: blank.status,
    archived: blank.archived,
    status_at: own.status_at,
    unsubscribed_by: blank.unsubscribed_by,
    unsubscribe_reason: blank.unsubscribe_reason,
    unsubscribed_at: blank.status === 'unsubscribed' ? own.status_at : 0,
    merge_fields: own.merge_fields,
    interests: blank.interests,
    permissions: blank.permissions,
    language: blank.language,
    vip: blank.vip,
    rating: own.rating,
    location: own.location,
    email_client: blank.email_client,
    source: blank.source,
    ip_signup: blank.ip_signup,
    timestamp_signup: blank.timestamp_signup && own.created_at,
    ip_opt: blank.ip_opt,
    timestamp_opt: blank.timestamp_opt && own.created_at,
    created_at: own.created_at,
    last_changed: own.status_at,
    avg_open_rate: blank.avg_open_rate,
    avg_click_rate: blank.avg_click_rate,
  }
}

/** What a member of each status is like of whom nothing is known. */
function blanksFor(tx: Tx, list: ListRow, statuses: readonly MemberStatus[]): Record<MemberStatus, Recruit> {
  const nobody = { email_address: '', hash: '', contact_id: '', unique_email_id: '', web_id: 0 }
  const blanks = statuses.map((status) => [status, newMemberRow(tx, list, { ...nobody, status })])
  return Object.fromEntries(blanks) as Record<MemberStatus, Recruit>
}

/** Who has one of these came with it; the others have been something else before. */
const STAYED: ReadonlySet<MemberStatus> = new Set(['subscribed', 'pending', 'transactional'])

/** Shares the statuses out by their weights. */
function chooser(weights: NonNullable<Schemas['Population']['statuses']>, chance: Chance): () => MemberStatus {
  const entries = Object.entries(weights) as [MemberStatus, number][]
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  return () => {
    let left = chance.share() * total
    const found = entries.find(([, weight]) => (left -= weight) < 0)
    return (found ?? entries.at(-1))?.[0] ?? 'subscribed'
  }
}

function added(counts: ListCounts, rows: readonly Recruit[]): ListCounts {
  const after = { ...counts }
  for (const { status, status_at } of rows) {
    after[status] += 1
    if (status === 'subscribed') {
      after.subscribed_since_send += 1
      after.last_sub_date = Math.max(after.last_sub_date, status_at)
    } else if (status === 'unsubscribed') {
      after.unsubscribed_since_send += 1
      after.last_unsub_date = Math.max(after.last_unsub_date, status_at)
    } else if (status === 'cleaned') after.cleaned_since_send += 1
  }
  return after
}
