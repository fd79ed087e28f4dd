import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { MemberRow } from '../members/member.ts'
import type { Paging } from '../requests/call.ts'
import { segments, taggings } from '../segments/segment.ts'

/** A member's tag: the static segment with that id. */
export interface MemberTag {
  readonly id: number
  readonly name: string
  readonly added_at: Seconds
}

/** The owner of tags: a member, or a contact without an address. */
export type Tagged = Pick<MemberRow, 'contact_id' | 'list_id'>

/** A tag to add (`active`) or to remove. */
export interface TagChange {
  readonly name: string
  readonly status: 'active' | 'inactive'
}

/** The tags of a member, those that were added last first; all of them, or a page. */
export function findMemberTags(tx: ReadTx, member: Tagged, page: Paging = ALL): MemberTag[] {
  const memberTaggings = tx.range(taggings.byMember, { contact_id: member.contact_id })
  return memberTaggings.sliceFromEnd(page.offset, page.count).flatMap(({ segment_id: id, added_at }) => {
    const segment = tx.first(segments.key, { list_id: member.list_id, id })
    return segment ? [{ id, name: segment.name, added_at }] : []
  })
}

const ALL: Paging = { offset: 0, count: Infinity }

export function countTags(tx: ReadTx, member: MemberRow): number {
  return tx.range(taggings.byMember, { contact_id: member.contact_id }).count
}
