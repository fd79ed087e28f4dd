import type { Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import type { MemberRow } from '../members/member.ts'
import { touchMember } from '../members/touch.ts'
import type { Paging } from '../page.ts'
import { makeSegment } from '../segments/make.ts'
import { segments, taggings, type SegmentRow } from '../segments/segment.ts'

/** A tag that a member has: the static segment of that id. */
export interface MemberTag {
  readonly id: number
  readonly name: string
  readonly added_at: Seconds
}

/** A tag to give (`active`) or to take away. */
export interface TagChange {
  readonly name: string
  readonly status: 'active' | 'inactive'
}

/** The tags of a member in the order in which they were given; all of them, or those of a page. */
export function tagsOf(tx: Tx, member: MemberRow, page: Paging = ALL): MemberTag[] {
  const given = tx.range(taggings.byMember, { contact_id: member.contact_id })
  return given.slice(page.offset, page.count).flatMap(({ segment_id: id, added_at }) => {
    const segment = tx.first(segments.key, { list_id: member.list_id, id })
    return segment ? [{ id, name: segment.name, added_at }] : []
  })
}

const ALL: Paging = { offset: 0, count: Infinity }

/** How many tags a member has. */
export function countTags(tx: Tx, member: MemberRow): number {
  return tx.range(taggings.byMember, { contact_id: member.contact_id }).count
}

/** Gives a member a tag, which is made if the list does not have it yet. */
export function tagMember(tx: Tx, list: ListRow, member: MemberRow, name: string): MemberRow {
  return changeTags(tx, list, member, [{ name, status: 'active' }])
}

/** Takes a tag away from a member. */
export function untagMember(tx: Tx, list: ListRow, member: MemberRow, name: string): MemberRow {
  return changeTags(tx, list, member, [{ name, status: 'inactive' }])
}

/** Gives and takes tags in the order given. The member's row is renewed if that changed anything. */
export function changeTags(tx: Tx, list: ListRow, member: MemberRow, changes: readonly TagChange[]): MemberRow {
  let changed = false
  for (const { name, status } of changes) {
    if (status === 'active' ? give(tx, list, member, name) : take(tx, list, member, name)) changed = true
  }
  return changed ? touchMember(tx, member) : member
}

/** Gives a member several tags. */
export function addTags(tx: Tx, list: ListRow, member: MemberRow, names: readonly string[]): MemberRow {
  return names.length === 0
    ? member
    : changeTags(
        tx,
        list,
        member,
        names.map((name) => ({ name, status: 'active' })),
      )
}

/** Leaves a member with these tags and no others. */
export function replaceTags(tx: Tx, list: ListRow, member: MemberRow, names: readonly string[]): MemberRow {
  const wanted = new Set(names)
  const others = tagsOf(tx, member).filter(({ name }) => !wanted.has(name))
  return changeTags(tx, list, member, [
    ...others.map(({ name }) => ({ name, status: 'inactive' as const })),
    ...names.map((name) => ({ name, status: 'active' as const })),
  ])
}

function give(tx: Tx, list: ListRow, { contact_id }: MemberRow, name: string): boolean {
  const { id: segment_id } = findTag(tx, list, name) ?? makeSegment(tx, list, { name, type: 'static' })
  if (tx.first(taggings.key, { contact_id, segment_id })) return false
  tx.insert(taggings, { segment_id, contact_id, list_id: list.id, added_at: tx.now })
  return true
}

function take(tx: Tx, list: ListRow, { contact_id }: MemberRow, name: string): boolean {
  const segment = findTag(tx, list, name)
  const tagging = segment && tx.first(taggings.key, { contact_id, segment_id: segment.id })
  if (tagging) tx.remove(taggings, tagging)
  return tagging !== undefined
}

function findTag(tx: Tx, list: ListRow, name: string): SegmentRow | undefined {
  return tx.first(segments.byName, { list_id: list.id, type: 'static', name })
}

/** Removes what was tagged on a list that is deleted. */
export function dropTaggingsOf(tx: Tx, list: ListRow): void {
  const gone = tx
    .range(taggings.key)
    .all()
    .filter(({ list_id }) => list_id === list.id)
  for (const tagging of gone) tx.remove(taggings, tagging)
}

/** Removes the tags of a member who is deleted for good. */
export function dropTaggingsAbout(tx: Tx, member: MemberRow): void {
  for (const tagging of tx.range(taggings.byMember, { contact_id: member.contact_id }).all()) tx.remove(taggings, tagging)
}
