import type { Seconds } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { makeSegment, joinSegment, leaveSegment, type TaggingTerms } from '../segments/make.ts'
import { staticNamed, taggings } from '../../model/segments/segment.ts'
import { type TagChange, type Tagged, findMemberTags } from '../../model/tags/tag.ts'

/** Adds and removes tags. If a name is repeated, the last one counts. Touches the member if anything changed. */
export function changeTags(
  tx: Tx,
  list: ListRow,
  member: MemberRow,
  changes: readonly TagChange[],
  terms?: TaggingTerms,
): MemberRow {
  let changed = member
  for (const [name, status] of new Map(changes.map((change) => [change.name, change.status]))) {
    const tag = staticNamed(tx, list.id, name)
    if (status === 'active') changed = joinSegment(tx, tag ?? makeSegment(tx, list, { name, type: 'static' }), changed, terms)
    else if (tag) changed = leaveSegment(tx, tag, changed)
  }
  return changed
}

/** Adds tags to a member. Missing tags are created. */
export function addTags(tx: Tx, list: ListRow, member: MemberRow, names: readonly string[]): MemberRow {
  return changeTags(
    tx,
    list,
    member,
    names.map((name) => ({ name, status: 'active' })),
  )
}

/**
 * Adds tags to a member, or to a contact without an address, without touching its row. By default they are added now, else at `at`, or with the
 * segment if that is younger. Returns whether any was new.
 */
export function assignTags(tx: Tx, { contact_id, list_id }: Tagged, names: readonly string[], at: Seconds = tx.now): boolean {
  let isNews = false
  for (const name of names) {
    const known = staticNamed(tx, list_id, name)
    const { id: segment_id, created_at } = known ?? makeSegment(tx, { id: list_id }, { name, type: 'static', created_at: at })
    if (tx.first(taggings.key, { contact_id, segment_id })) continue
    tx.insert(taggings, { segment_id, contact_id, list_id, added_at: Math.max(at, created_at) })
    isNews = true
  }
  return isNews
}

export function replaceTags(tx: Tx, list: ListRow, member: MemberRow, names: readonly string[]): MemberRow {
  const wanted = new Set(names)
  const others = findMemberTags(tx, member).filter(({ name }) => !wanted.has(name))
  return changeTags(tx, list, member, [
    ...others.map(({ name }) => ({ name, status: 'inactive' as const })),
    ...names.map((name) => ({ name, status: 'active' as const })),
  ])
}
