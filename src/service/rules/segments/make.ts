import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { segments, type SegmentRow, staticNamed, taggings } from '../../model/segments/segment.ts'
import { memberAt, type MemberRow } from '../../model/members/member.ts'
import { touchMember } from '../members/save.ts'
import { emit } from '../resource-events.ts'

/** The fields of a new segment: a name and a type, options if it is a saved one, and optionally any other field of its row. */
export type NewSegment = Pick<SegmentRow, 'name' | 'type'> & Partial<Omit<SegmentRow, 'seq' | 'list_id'>>

/** Creates a segment of a list. A static one has no members yet. Throws 400 if another static one has its name. */
export function makeSegment(tx: Tx, list: Pick<ListRow, 'id'>, fields: NewSegment): SegmentRow {
  if (fields.type === 'static') refuseTakenName(tx, list, fields.name)
  const created_at = fields.created_at ?? tx.now
  return tx.insert(segments, {
    ...fields,
    id: fields.id ?? nextId(tx),
    list_id: list.id,
    created_at,
    updated_at: fields.updated_at ?? created_at,
  })
}

const FIRST_ID = 10_001

/** The next id that no segment of any list has: scenarios may have set some. */
function nextId(tx: Tx): number {
  const id = tx.count('segments.id', FIRST_ID)
  return tx.first(segments.byId, { id }) ? nextId(tx) : id
}

/** A static segment is the tag with its name, so names are unique in a list. */
export function refuseTakenName(tx: ReadTx, list: Pick<ListRow, 'id'>, name: string): void {
  if (staticNamed(tx, list.id, name)) throw errors.invalid({ field: 'name', message: 'The list has a tag of this name already.' })
}

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
