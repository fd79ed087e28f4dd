import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listOrThrow, type ListRow } from '../../model/lists/list.ts'
import { refreshMemberSchema } from '../../rules/members/save.ts'
import { memberOrThrow, type MemberRow, members } from '../../model/members/member.ts'
import { segmentMemberRecord, segmentMemberRecords } from '../../rules/members/view.ts'
import { type Call, type Operations, slicePage, isWithin } from '../../rules/requests/operation.ts'
import { removeWithOwned } from '../../rules/remove-owned.ts'
import { makeSegment, refuseTakenName, isInSegment, joinSegment, leaveSegment, memberListed } from '../../rules/segments/make.ts'
import { countSegments, pageOfSegment } from '../../rules/segments/match.ts'
import { readOptions } from '../../rules/segments/options.ts'
import { segmentOrThrow, type SegmentRow, segments, taggings } from '../../model/segments/segment.ts'

/** Renders a segment. The caller decides which members count for `member_count`. */
function segmentView(tx: ReadTx, segment: SegmentRow, member_count: number): ServiceSchemas['Segment'] {
  const { id, list_id, name, type, options, created_at, updated_at } = segment
  return {
    id,
    name,
    member_count,
    type,
    created_at: timestamp(created_at),
    updated_at: timestamp(updated_at),
    ...(options ? { options } : {}),
    list_id,
    _links: renderLinks(tx, 'Segment', { list_id, segment_id: id }),
  }
}

/** The result of changes to a static segment. Failed addresses are grouped by error. */
export interface MembershipChanges {
  readonly added: readonly MemberRow[]
  readonly removed: readonly MemberRow[]
  readonly failures: ReadonlyMap<string, readonly string[]>
}

/** Adds members to a static segment, then removes others. Adding a member again is not an error and changes nothing. */
function changeMembers(
  tx: Tx,
  list: ListRow,
  segment: SegmentRow,
  { members_to_add: toAdd = [], members_to_remove: toRemove = [] }: ServiceSchemas['BatchSegmentMembers'],
): MembershipChanges {
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

/** Replaces the members of a static segment by the listed ones among some addresses. Returns whether anything changed. */
function replaceMembers(tx: Tx, list: ListRow, segment: SegmentRow, addresses: readonly string[]): boolean {
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

export const segmentOperations = {
  getSegments({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const matching = tx
      .range(segments.onList, { list_id: list.id })
      .all()
      .filter((segment) => matchesSegmentQuery(segment, query))
    const shown = slicePage(matching, query)
    const counts = countSegments(tx, list, shown, query)
    return {
      segments: shown.map((segment, place) => segmentView(tx, segment, counts[place] ?? 0)),
      list_id: list.id,
      total_items: matching.length,
      _links: renderLinks(tx, 'SegmentCollection', { list_id: list.id }),
    }
  },

  createSegment({ tx, path, body, checks }) {
    const list = listOrThrow(tx, path.list_id)
    const { name, options, static_segment: addresses } = body
    if (options && addresses) throw errors.invalid({ field: '', message: 'Only one of options, static_segment may be given.' })
    if (options) {
      return viewNow(tx, list, makeSegment(tx, list, { name, type: 'saved', options: readOptions(tx, list, options, checks) }))
    }
    if (!addresses) throw errors.invalid({ field: '', message: 'One of options, static_segment must be given.' })
    const segment = makeSegment(tx, list, { name, type: 'static' })
    replaceMembers(tx, list, segment, addresses)
    return viewNow(tx, list, segment)
  },

  getSegment({ tx, path, query }) {
    const { list, segment } = findSegmentInPath(tx, path)
    const [count = 0] = countSegments(tx, list, [segment], query)
    return segmentView(tx, segment, count)
  },

  updateSegment({ tx, path, body, checks }) {
    const { list, segment } = findSegmentInPath(tx, path)
    const { name = segment.name, options, static_segment: addresses } = body
    if (options && segment.type !== 'saved') {
      throw errors.invalid({ field: 'options', message: `A ${segment.type} segment has no options.` })
    }
    if (addresses && segment.type !== 'static') {
      throw errors.invalid({ field: 'static_segment', message: `The members of a ${segment.type} segment cannot be given.` })
    }
    if (segment.type === 'static' && name !== segment.name) refuseTakenName(tx, list, name)
    const changes = { name, ...(options ? { options: readOptions(tx, list, options, checks) } : {}) }
    const moved = addresses ? replaceMembers(tx, list, segment, addresses) : false
    const changed = tx.amend(segments, segment, changes)
    if (segment.type === 'static' && name !== segment.name) refreshMemberSchema(tx, list.id)
    return viewNow(tx, list, moved || changed !== segment ? tx.amend(segments, changed, { updated_at: tx.now }) : segment)
  },

  deleteSegment({ tx, path }) {
    const { list, segment } = findSegmentInPath(tx, path)
    removeWithOwned(tx, segments, segment)
    if (segment.type === 'static') refreshMemberSchema(tx, list.id)
  },

  batchSegmentMembers({ tx, path, body }) {
    refuseTooMany(body)
    const { list, segment } = findSegmentInPath(tx, path)
    refuseUnlessStatic(segment)
    const { added, removed, failures } = changeMembers(tx, list, segment, body)
    return {
      members_added: segmentMemberRecords(tx, list, added),
      members_removed: segmentMemberRecords(tx, list, removed),
      errors: [...failures].map(([error, email_addresses]) => ({ email_addresses, error })),
      total_added: added.length,
      total_removed: removed.length,
      error_count: [...failures.values()].flat().length,
      _links: renderLinks(tx, 'SegmentBatchResult', { list_id: list.id, segment_id: segment.id }),
    }
  },

  getSegmentMembers({ tx, path, query }) {
    const { list, segment } = findSegmentInPath(tx, path)
    const page = pageOfSegment(tx, list, segment, query, query)
    return {
      members: segmentMemberRecords(tx, list, page.members),
      total_items: page.total,
      _links: renderLinks(tx, 'SegmentMembers', { list_id: list.id, segment_id: segment.id }),
    }
  },

  addSegmentMember({ tx, path, body }) {
    const { list, segment } = findSegmentInPath(tx, path)
    refuseUnlessStatic(segment)
    const member = memberListed(tx, list, body.email_address)
    if (!member) throw errors.notFound(`${body.email_address.slice(0, 254)} is not on the list ${list.id}`)
    return segmentMemberRecord(tx, list, joinSegment(tx, segment, member))
  },

  removeSegmentMember({ tx, path }) {
    const { list, segment } = findSegmentInPath(tx, path)
    refuseUnlessStatic(segment)
    const member = memberOrThrow(tx, list, path.subscriber_hash)
    if (!isInSegment(tx, segment, member)) throw errors.notFound(`${member.email_address} is not in the segment ${segment.id}`)
    leaveSegment(tx, segment, member)
  },
} satisfies Partial<Operations>

/** Maximum number of addresses to add, and to remove, in a call. */
const BULK_MAX = 500

/** Rejects a bulk call with too many addresses. Both arrays have the limit, so the error names both. */
function refuseTooMany(body: ServiceSchemas['BatchSegmentMembers']): void {
  const arrays = ['members_to_add', 'members_to_remove'] as const
  const beyond = arrays.filter((name) => (body[name]?.length ?? 0) > BULK_MAX)
  if (beyond.length > 0) throw errors.tooManyItems(BULK_MAX, arrays, beyond)
}

function findSegmentInPath(
  tx: ReadTx,
  path: { readonly list_id: string; readonly segment_id: string },
): { readonly list: ListRow; readonly segment: SegmentRow } {
  const list = listOrThrow(tx, path.list_id)
  return { list, segment: segmentOrThrow(tx, list.id, path.segment_id) }
}

function viewNow(tx: Tx, list: ListRow, segment: SegmentRow) {
  return segmentView(tx, segment, countSegments(tx, list, [segment])[0] ?? 0)
}

function matchesSegmentQuery(segment: SegmentRow, query: Call<'getSegments'>['query']): boolean {
  if (query.type !== undefined && segment.type !== query.type) return false
  if (query.exclude_type !== undefined && segment.type === query.exclude_type) return false
  if (!isWithin(segment.created_at, query.since_created_at, query.before_created_at)) return false
  return isWithin(segment.updated_at, query.since_updated_at, query.before_updated_at)
}

function refuseUnlessStatic({ type }: SegmentRow): void {
  if (type !== 'static') throw errors.badRequest(`Only the members of static segments can be changed; this segment is ${type}.`)
}
