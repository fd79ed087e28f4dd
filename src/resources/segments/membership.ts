import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { memberAt, type MemberRow } from '../members/member.ts'
import { touchMember } from '../members/touch.ts'
import { taggings, type SegmentRow } from './segment.ts'

/** The member of an address; one that is archived is not on the list any more. */
export function memberListed(tx: Tx, list: ListRow, address: string): MemberRow | undefined {
  const member = memberAt(tx, list, address)
  return member?.archived ? undefined : member
}

/** Whether a member is in a static segment. */
export function isInSegment(tx: Tx, segment: SegmentRow, member: MemberRow): boolean {
  return tx.first(taggings.key, { contact_id: member.contact_id, segment_id: segment.id }) !== undefined
}

/** Puts a member into a static segment, which gives the tag. Who is in it already stays as he is. */
export function joinSegment(tx: Tx, segment: SegmentRow, member: MemberRow): MemberRow {
  if (isInSegment(tx, segment, member)) return member
  tx.insert(taggings, { segment_id: segment.id, contact_id: member.contact_id, list_id: segment.list_id, added_at: tx.now })
  return touchMember(tx, member)
}

/** Takes a member out of a static segment, which takes the tag away. Who is not in it stays as he is. */
export function leaveSegment(tx: Tx, segment: SegmentRow, member: MemberRow): MemberRow {
  const tagging = tx.first(taggings.key, { contact_id: member.contact_id, segment_id: segment.id })
  if (!tagging) return member
  tx.remove(taggings, tagging)
  return touchMember(tx, member)
}
