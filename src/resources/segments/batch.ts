import type { Schemas } from '../../contract/service.ts'
import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { members, type MemberRow } from '../members/member.ts'
import { isInSegment, joinSegment, leaveSegment, memberListed } from './membership.ts'
import { taggings, type SegmentRow } from './segment.ts'

/** What came of changes to a static segment; the addresses that failed stand under what is wrong with them. */
export interface Outcome {
  readonly added: readonly MemberRow[]
  readonly removed: readonly MemberRow[]
  readonly failures: ReadonlyMap<string, readonly string[]>
}

/** Puts members into a static segment, then takes others out. To add who is in it already is no failure, and changes nothing. */
export function changeMembers(
  tx: Tx,
  list: ListRow,
  segment: SegmentRow,
  { members_to_add: toAdd = [], members_to_remove: toRemove = [] }: Schemas['BatchSegmentMembers'],
): Outcome {
  const added: MemberRow[] = []
  const removed: MemberRow[] = []
  const failures = new Map<string, string[]>()
  const fail = (error: string, address: string) => failures.set(error, [...(failures.get(error) ?? []), address])
  for (const address of toAdd) {
    const member = memberListed(tx, list, address)
    if (!member) fail('Not on the list.', address)
    else if (!isInSegment(tx, segment, member)) added.push(joinSegment(tx, segment, member))
  }
  for (const address of toRemove) {
    const member = memberListed(tx, list, address)
    if (!member) fail('Not on the list.', address)
    else if (!isInSegment(tx, segment, member)) fail('Not in the segment.', address)
    else removed.push(leaveSegment(tx, segment, member))
  }
  return { added, removed, failures }
}

/** Leaves the listed ones among some addresses in a static segment and nobody else. Whether anybody came or went. */
export function replaceMembers(tx: Tx, list: ListRow, segment: SegmentRow, addresses: readonly string[]): boolean {
  const wanted = new Map<string, MemberRow>()
  for (const address of addresses) {
    const member = memberListed(tx, list, address)
    if (member) wanted.set(member.contact_id, member)
  }
  let moved = false
  for (const { contact_id } of tx.range(taggings.bySegment, { segment_id: segment.id }).all()) {
    const member = wanted.delete(contact_id) ? undefined : tx.first(members.key, { contact_id })
    if (!member) continue
    leaveSegment(tx, segment, member)
    moved = true
  }
  for (const member of wanted.values()) joinSegment(tx, segment, member)
  return moved || wanted.size > 0
}
