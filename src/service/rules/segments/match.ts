import { dependsOnNow } from '../../conditions/dates.ts'
import { compileAll } from '../../conditions/index.ts'
import { matchesNone, type MemberPredicate } from '../../conditions/condition.ts'
import { keepWhileUnchanged } from '../../../kernel/world/keep-while-unchanged.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { members, type MemberRow, type MemberStatus } from '../../model/members/member.ts'
import { slicePage } from '../requests/operation.ts'
import type { Paging } from '../../model/requests/call.ts'
import { audienceTables, ListAudience } from './audience.ts'
import type { SegmentRow } from '../../model/segments/segment.ts'

/** Which members count besides the subscribed ones. */
export interface Include {
  readonly include_cleaned: boolean
  readonly include_transactional: boolean
  readonly include_unsubscribed: boolean
}

const SUBSCRIBED: Include = { include_cleaned: false, include_transactional: false, include_unsubscribed: false }

const keepCount = keepWhileUnchanged<number>([members, ...audienceTables], 1_000)
const keepMembers = keepWhileUnchanged<readonly MemberRow[]>([members, ...audienceTables], 1)

/** The number of members in each of several segments of a list. */
export function countSegments(tx: Tx, list: ListRow, segments: readonly SegmentRow[], include: Include = SUBSCRIBED): number[] {
  let counts: number[] | undefined
  return segments.map((segment, place) =>
    keepCount(tx, makeScanKey(tx, list, segment, include), () => {
      counts ??= countTogether(tx, list, segments, include)
      return counts[place] ?? 0
    }),
  )
}

/** Counts in one scan: ten segments of 100,000 members take 70 ms instead of 140 (2026-11-30). */
function countTogether(tx: Tx, list: ListRow, segments: readonly SegmentRow[], include: Include): number[] {
  const counts = segments.map(() => 0)
  visitMembers(tx, list, segments, include, (_member, place) => (counts[place] = (counts[place] ?? 0) + 1))
  return counts
}

/** A page of the members in a segment in the order of their creation, and their total number. */
export function pageOfSegment(
  tx: Tx,
  list: ListRow,
  segment: SegmentRow,
  include: Include,
  paging: Paging,
): { readonly members: readonly MemberRow[]; readonly total: number } {
  const found = keepMembers(tx, makeScanKey(tx, list, segment, include), () => membersIn(tx, list, segment, include))
  return { members: slicePage(found, paging), total: found.length }
}

/** What the members in a segment depend on besides the tables of its audience. */
function makeScanKey(tx: ReadTx, { id: list_id }: ListRow, { id, options }: SegmentRow, include: Include): string {
  const now = options?.conditions.some(dependsOnNow) ? tx.now : 0
  return JSON.stringify([list_id, options ?? id, listStatuses(include), now, tx.settings.commerce.counts])
}

/** The members in a segment in the order of their creation. */
export function membersIn(tx: Tx, list: ListRow, segment: SegmentRow, include: Include = SUBSCRIBED): MemberRow[] {
  const rows: MemberRow[] = []
  visitMembers(tx, list, [segment], include, (member) => rows.push(member))
  return rows
}

/** Visits the members of several segments; `place` is the index of the segment. */
function visitMembers(
  tx: Tx,
  list: ListRow,
  segments: readonly SegmentRow[],
  include: Include,
  visit: (member: MemberRow, place: number) => void,
): void {
  const statuses = new Set(listStatuses(include))
  const everyone = tx.range(members.onList, { list_id: list.id, archived: false })
  const audience = new ListAudience(tx, list)
  const tests: { readonly place: number; readonly isIn: MemberPredicate }[] = []
  for (const [place, segment] of segments.entries()) {
    const contacts = segment.type === 'saved' ? undefined : audience.inSegment(segment.id, segment.type)
    const areFew = contacts && contacts.size * LOOK_UP_SHARE < everyone.count
    if (areFew) {
      for (const member of lookUp(tx, contacts)) if (statuses.has(member.status)) visit(member, place)
    } else
      tests.push({ place, isIn: contacts ? ({ contact_id }) => contacts.has(contact_id) : compileSegment(segment, audience) })
  }
  if (tests.length === 0) return
  everyone.each((member) => {
    if (!statuses.has(member.status)) return
    for (const { place, isIn } of tests) if (isIn(member)) visit(member, place)
  })
}

/**
 * Looking up one member takes as long as scanning this many: of a list of 100,000, a tag of 500 members is read in 1 ms instead of 10 (2026-11-30).
 */
const LOOK_UP_SHARE = 16

function lookUp(tx: ReadTx, contacts: ReadonlySet<string>): MemberRow[] {
  const found = [...contacts].flatMap((contact_id) => tx.first(members.key, { contact_id }) ?? [])
  return found.toSorted((a, b) => a.seq - b.seq)
}

function compileSegment({ options }: SegmentRow, audience: ListAudience): MemberPredicate {
  return options ? compileAll(options.match, options.conditions, audience) : matchesNone
}

function listStatuses(include: Include): MemberStatus[] {
  const statuses: MemberStatus[] = ['subscribed']
  if (include.include_cleaned) statuses.push('cleaned')
  if (include.include_transactional) statuses.push('transactional')
  if (include.include_unsubscribed) statuses.push('unsubscribed')
  return statuses
}
