import { dependsOnNow } from '../../conditions/dates.ts'
import { compileAll } from '../../conditions/index.ts'
import { dependsOnOrders } from '../../conditions/purchases.ts'
import { matchesNone, type MemberPredicate } from '../../conditions/condition.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { Range } from '../../../kernel/world/range.ts'
import type { Snapshot } from '../../../kernel/world/snapshot.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { members, type MemberRow, type MemberStatus } from '../../model/members/member.ts'
import { contactsChanged } from '../purchases/changed.ts'
import { purchaseTables, purchaseVersions } from '../purchases/purchases.ts'
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

/** The number of members in each of several segments of a list. Only for reads, since the result is cached with the world. */
export function countSegments(tx: Tx, list: ListRow, segments: readonly SegmentRow[], include: Include): number[] {
  const cache = cacheFor(tx)
  const key = packInclude(include)
  const ofSegments = segments.map((segment) => countsIn(cache, segment, readBasis(tx, segment)))
  const unknown = segments.filter((_segment, place) => ofSegments[place]?.[key] === undefined)
  const found = countsSince(tx, list, unknown, include, cache)
  unknown.forEach((segment, place) => {
    const ofSegment = ofSegments[segments.indexOf(segment)]
    if (ofSegment) ofSegment[key] = found[place]
  })
  return ofSegments.map((counts) => counts[key] ?? 0)
}

/** The number of subscribed members in a segment, not cached: for callers that have just written. */
export function countNow(tx: Tx, list: ListRow, segment: SegmentRow): number {
  return count(tx, list, [segment], SUBSCRIBED)[0] ?? 0
}

/** The subscribed members in a segment in the order of their creation, not cached: for callers that also write. */
export function membersIn(tx: Tx, list: ListRow, segment: SegmentRow): MemberRow[] {
  const rows: MemberRow[] = []
  visitMembers(tx, list, [segment], SUBSCRIBED, (member) => rows.push(member))
  return rows
}

/** A page of the members in a segment in the order of their creation, and their total number. Only for reads. */
export function pageOfSegment(
  tx: Tx,
  list: ListRow,
  segment: SegmentRow,
  include: Include,
  paging: Paging,
): { readonly members: readonly MemberRow[]; readonly total: number } {
  const caches = cacheFor(tx)
  const key = packInclude(include)
  const basis = readBasis(tx, segment)
  if (caches.last?.segment !== segment || caches.last.key !== key || !areSameVersions(caches.last.basis, basis)) {
    const rows: MemberRow[] = []
    visitMembers(tx, list, [segment], include, (member) => rows.push(member))
    caches.last = { segment, key, basis, rows }
  }
  return { members: slicePage(caches.last.rows, paging), total: caches.last.rows.length }
}

/** The last count of a saved segment, with the members and everything else that it depends on. */
interface LastCount {
  readonly members: Range<MemberRow>
  /** The tables of purchases, if the segment depends on them. */
  readonly buyers: Snapshot | undefined
  readonly versions: readonly object[]
  readonly moment: Seconds
  readonly key: number
  readonly count: number
}

const lastCounts = new WeakMap<SegmentRow, LastCount>()

/**
 * The number of members in each segment. If only members and purchases have changed since a saved segment was last counted, only the members
 * concerned are counted, and not the whole list.
 */
function countsSince(tx: Tx, list: ListRow, segments: readonly SegmentRow[], include: Include, cache: SegmentCache): number[] {
  const everyone = tx.range(members.onList, { list_id: list.id, archived: false })
  const { versions } = cache
  const key = packInclude(include)
  const counts = segments.map((segment) => {
    const last = lastCounts.get(segment)
    if (!last || last.key !== key || last.moment !== nowIfNeeded(tx, segment) || !areSameVersions(last.versions, versions))
      return undefined
    const changed = changedSince(tx, everyone, last)
    if (!changed) return undefined
    const counting = listStatuses(include)
    const isIn = compileSegment(segment, new ListAudience(tx, list, tx))
    const wasIn = last.buyers ? compileSegment(segment, new ListAudience(tx, list, last.buyers)) : isIn
    const isCounted = (member: MemberRow) => member.list_id === list.id && counting.has(member.status)
    const come = changed.come.filter((member) => isCounted(member) && isIn(member))
    const gone = changed.gone.filter((member) => isCounted(member) && wasIn(member))
    return last.count + come.length - gone.length
  })
  const unknown = segments.filter((_segment, place) => counts[place] === undefined)
  const found = count(tx, list, unknown, include)
  return segments.map((segment, place) => {
    const ofSegment = counts[place] ?? found[unknown.indexOf(segment)] ?? 0
    // What has been written in this transaction may still change.
    if (segment.type === 'saved' && !tx.hasWritten) {
      const buyers = readsOrders(segment) ? tx.snapshot(purchaseTables) : undefined
      lastCounts.set(segment, { members: everyone, buyers, versions, moment: nowIfNeeded(tx, segment), key, count: ofSegment })
    }
    return ofSegment
  })
}

/**
 * The members to count anew since a last count: as they are now, and as they were. Those with other purchases are in both. Returns `undefined` if they are
 * too many.
 */
function changedSince(
  tx: ReadTx,
  everyone: Range<MemberRow>,
  last: LastCount,
): { readonly come: readonly MemberRow[]; readonly gone: readonly MemberRow[] } | undefined {
  const { come, gone } = everyone.differenceFrom(last.members)
  const contacts = last.buyers ? contactsChanged(tx, last.buyers) : NO_CONTACTS
  if (!contacts || come.length + gone.length + contacts.size > CHANGED_MAX) return undefined
  const changed = new Set(come)
  const buyers = [...contacts].flatMap((contact_id) => tx.first(members.key, { contact_id }) ?? [])
  const unchanged = buyers.filter((member) => !changed.has(member))
  return { come: [...come, ...unchanged], gone: [...gone, ...unchanged] }
}

const NO_CONTACTS: ReadonlySet<string> = new Set()

/** Maximum number of members to count alone; with more, counting all of them is as fast. */
const CHANGED_MAX = 1_000

function count(tx: Tx, list: ListRow, segments: readonly SegmentRow[], include: Include): number[] {
  const counts = segments.map(() => 0)
  visitMembers(tx, list, segments, include, (_member, place) => (counts[place] = (counts[place] ?? 0) + 1))
  return counts
}

/** Visits the members of several segments in one scan of the list; `place` is the index of the segment. */
function visitMembers(
  tx: Tx,
  list: ListRow,
  segments: readonly SegmentRow[],
  include: Include,
  onMember: (member: MemberRow, place: number) => void,
): void {
  const counting = listStatuses(include)
  const everyone = tx.range(members.onList, { list_id: list.id, archived: false })
  const audience = new ListAudience(tx, list)
  const tests: { readonly place: number; readonly isIn: MemberPredicate }[] = []
  for (const [place, segment] of segments.entries()) {
    const contacts = segment.type === 'saved' ? undefined : audience.inSegment(segment.id, segment.type)
    const few = contacts && contacts.size * LOOK_UP_SHARE < everyone.count
    if (!few)
      tests.push({ place, isIn: contacts ? (member) => contacts.has(member.contact_id) : compileSegment(segment, audience) })
    else for (const member of lookUp(tx, contacts)) if (counting.has(member.status)) onMember(member, place)
  }
  if (tests.length === 0) return
  everyone.each((member) => {
    if (!counting.has(member.status)) return
    for (const { place, isIn } of tests) if (isIn(member)) onMember(member, place)
  })
}

/** Looking up one member takes as long as scanning this many. */
const LOOK_UP_SHARE = 16

function lookUp(tx: ReadTx, contacts: ReadonlySet<string>): MemberRow[] {
  const found = [...contacts].flatMap((contact_id) => tx.first(members.key, { contact_id }) ?? [])
  return found.toSorted((a, b) => a.seq - b.seq)
}

function compileSegment({ options }: SegmentRow, audience: ListAudience): MemberPredicate {
  return options ? compileAll(options.match, options.conditions, audience) : matchesNone
}

function listStatuses(include: Include): ReadonlySet<MemberStatus> {
  const statuses = new Set<MemberStatus>(['subscribed'])
  if (include.include_cleaned) statuses.add('cleaned')
  if (include.include_transactional) statuses.add('transactional')
  if (include.include_unsubscribed) statuses.add('unsubscribed')
  return statuses
}

/** Results for one version of the members and of the tables that all segments depend on. */
interface SegmentCache {
  readonly versions: readonly object[]
  /** A count for each combination of included statuses, and the basis on which they are right. */
  readonly counts: WeakMap<SegmentRow, { readonly basis: readonly unknown[]; readonly counts: SegmentCounts }>
  /** Paging through a segment requests the same members repeatedly. */
  last:
    | {
        readonly segment: SegmentRow
        readonly key: number
        readonly basis: readonly unknown[]
        readonly rows: readonly MemberRow[]
      }
    | undefined
}

type SegmentCounts = (number | undefined)[]

/** The counts of a segment that are right on a basis. */
function countsIn({ counts: known }: SegmentCache, segment: SegmentRow, basis: readonly unknown[]): SegmentCounts {
  const found = known.get(segment)
  if (found && areSameVersions(found.basis, basis)) return found.counts
  const counts: SegmentCounts = []
  known.set(segment, { basis, counts })
  return counts
}

/** What the members of some segments depend on besides the cache: the current instant, and purchases. */
function readBasis(tx: ReadTx, segment: SegmentRow): readonly unknown[] {
  return [nowIfNeeded(tx, segment), ...(readsOrders(segment) ? purchaseVersions(tx) : [])]
}

/** The current instant if a segment's members depend on it, otherwise 0. */
function nowIfNeeded(tx: ReadTx, { options }: SegmentRow): Seconds {
  return options?.conditions.some(dependsOnNow) ? tx.now : 0
}

function readsOrders({ options }: SegmentRow): boolean {
  return options?.conditions.some(dependsOnOrders) ?? false
}

const findings = new WeakMap<object, SegmentCache>()

/** At most one cache for each version of the members. */
function cacheFor(tx: ReadTx): SegmentCache {
  const version = tx.version(members)
  const versions = audienceTables.map((table) => tx.version(table))
  const cached = findings.get(version)
  if (cached && areSameVersions(cached.versions, versions)) return cached
  const fresh: SegmentCache = { versions, counts: new WeakMap(), last: undefined }
  findings.set(version, fresh)
  return fresh
}

function areSameVersions(versions: readonly unknown[], others: readonly unknown[]): boolean {
  return versions.every((each, i) => each === others[i])
}

function packInclude(include: Include): number {
  return Number(include.include_cleaned) + 2 * Number(include.include_transactional) + 4 * Number(include.include_unsubscribed)
}
