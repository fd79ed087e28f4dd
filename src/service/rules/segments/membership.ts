import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { memberAt, type MemberRow } from '../../model/members/member.ts'
import { touchMember } from '../members/touch.ts'
import { emit } from '../resource-events.ts'
import { taggings, type SegmentRow } from '../../model/segments/segment.ts'

/** Returns the member with an address. An archived member is not on the list any more. */
export function memberListed(tx: ReadTx, list: ListRow, address: string): MemberRow | undefined {
  const member = memberAt(tx, list, address)
  return member?.archived ? undefined : member
}

/** Whether a member is in a static segment. */
export function isInSegment(tx: ReadTx, segment: SegmentRow, member: MemberRow): boolean {
  return tx.first(taggings.key, { contact_id: member.contact_id, segment_id: segment.id }) !== undefined
}

/** Whether automations react to a tag. */
export interface TaggingTerms {
  readonly quiet: boolean
}

/** Adds a member to a static segment, which gives the tag. Does nothing if the member is in it already. */
export function joinSegment(
  tx: Tx,
  segment: SegmentRow,
  member: MemberRow,
  { quiet }: TaggingTerms = { quiet: false },
): MemberRow {
  if (isInSegment(tx, segment, member)) return member
  tx.insert(taggings, { segment_id: segment.id, contact_id: member.contact_id, list_id: segment.list_id, added_at: tx.now })
  const touched = touchMember(tx, member)
  if (!quiet) emit(tx, 'member.tagged', { member: touched, segment })
  return touched
}

/** Removes a member from a static segment, which removes the tag. Does nothing if the member is not in it. */
export function leaveSegment(tx: Tx, segment: SegmentRow, member: MemberRow): MemberRow {
  const tagging = tx.first(taggings.key, { contact_id: member.contact_id, segment_id: segment.id })
  if (!tagging) return member
  tx.remove(taggings, tagging)
  return touchMember(tx, member)
}
