import { DAY_S } from '../../../../kernel/support/units-of-time.ts'
import { missingMessage } from '../../../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import type { Seconds } from '../../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import type { Purchases } from '../../../conditions/condition.ts'
import { errors } from '../../../model/errors.ts'
import { type ListRow, lists } from '../../../model/lists/list.ts'
import { type MemberRow, members } from '../../../model/members/member.ts'
import { countSegments, membersIn } from '../../segments/match.ts'
import { conditionChecks } from '../../segments/condition-checks.ts'
import { readOptions } from '../../segments/options.ts'
import { type SegmentRow, segments } from '../../../model/segments/segment.ts'
import { orders } from '../../../model/orders/order.ts'
import { isCounted } from '../../../model/orders/sums.ts'
import { findPurchases } from '../../purchases/purchases.ts'
import { campaignActions, type CampaignRow, type CampaignSegment } from '../../../model/campaigns/campaign.ts'

const AT = 'recipients.segment_opts'

/** Reads the segment of a body: `undefined` for the whole list. Rejects one that the list does not have. */
export function readSegment(tx: Tx, list: ListRow, sent: ServiceSchemas['CampaignSegmentInput']): CampaignSegment | undefined {
  const { saved_segment_id, prebuilt_segment_id, match, conditions } = sent ?? {}
  const own = match !== undefined || conditions !== undefined
  const given = [saved_segment_id !== undefined, prebuilt_segment_id !== undefined, own].filter(Boolean).length
  if (given === 0) return undefined
  if (saved_segment_id !== undefined) {
    const saved_id = Number(saved_segment_id)
    const segment = tx.first(segments.key, { list_id: list.id, id: saved_id })
    if (!segment) {
      const message = `The list ${list.id} has no segment ${saved_id}.`
      throw errors.invalid({ field: `${AT}.saved_segment_id`, message })
    }
    // A client sends back the answer that it got: the id together with the conditions of the segment.
    return { saved_id }
  }
  if (given > 1) {
    const message = 'Only one of saved_segment_id, prebuilt_segment_id and conditions may be given.'
    throw errors.invalid({ field: AT, message })
  }
  if (prebuilt_segment_id !== undefined) return { prebuilt_id: prebuilt_segment_id }
  if (conditions === undefined) throw errors.invalid({ field: AT, message: missingMessage(['conditions']) })
  if (match === undefined) throw errors.invalid({ field: AT, message: missingMessage(['match']) })
  const { Condition } = conditionChecks()
  return { options: readOptions(tx, list, { match, conditions }, { Condition }, AT) }
}

type AddressedCampaign = Pick<CampaignRow, 'list_id' | 'segment'>

/** The subscribed members whom a campaign would go to now, in the order in which they were created. */
export function findAudience(tx: Tx, { list_id, segment }: AddressedCampaign): MemberRow[] {
  const list = tx.first(lists.key, { id: list_id })
  if (!list) return []
  const rows = segment && findSegmentRows(tx, list, segment)
  if (!rows) return tx.range(members.byStatus, { list_id, status: 'subscribed' }).all()
  const [first, ...others] = rows.map((row) => membersIn(tx, list, row))
  const narrowed = others.map((some) => new Set(some.map(({ contact_id }) => contact_id)))
  const prebuilt = segment.prebuilt_id === undefined ? undefined : prebuiltTest(tx, list, segment.prebuilt_id)
  const all = first ?? tx.range(members.byStatus, { list_id, status: 'subscribed' }).all()
  const buyers = findBuyers(tx, segment.without_buyers_of)
  return all.filter(
    (member) =>
      narrowed.every((some) => some.has(member.contact_id)) && (!prebuilt || prebuilt(member)) && !buyers.has(member.contact_id),
  )
}

/** The number of members whom a campaign would go to now. */
export function countAudience(tx: Tx, { list_id, segment }: AddressedCampaign): number {
  if (!segment) return tx.range(members.byStatus, { list_id, status: 'subscribed' }).count
  const list = tx.first(lists.key, { id: list_id })
  if (!list) return 0
  const rows = findSegmentRows(tx, list, segment)
  const isByRow = segment.prebuilt_id === undefined && segment.without_buyers_of === undefined
  if (rows.length !== 1 || !isByRow) return findAudience(tx, { list_id, segment }).length
  return countSegments(tx, list, rows)[0] ?? 0
}

/** The saved segment of a campaign; `undefined` if it has none, or if it was deleted. */
export function findSavedSegment(tx: ReadTx, { list_id, segment }: AddressedCampaign): SegmentRow | undefined {
  return segment?.saved_id === undefined ? undefined : tx.first(segments.key, { list_id, id: segment.saved_id })
}

/** The contacts with a counted order that belongs to a campaign. */
function findBuyers(tx: ReadTx, campaign_id: string | undefined): ReadonlySet<string> {
  const buyers = new Set<string>()
  if (campaign_id === undefined) return buyers
  tx.range(orders.ofCampaign, { campaign_id }).each((order) => {
    if (isCounted(tx, order)) buyers.add(order.contact_id)
  })
  return buyers
}

/** The segments that a member must be in, as rows. A deleted one has no members. */
function findSegmentRows(tx: ReadTx, list: ListRow, segment: CampaignSegment): SegmentRow[] {
  const saved = segment.saved_id === undefined ? [] : [findSavedSegment(tx, { list_id: list.id, segment }) ?? NOBODY]
  const own = [segment.options, segment.also].flatMap((options) => (options ? [{ ...NOBODY, list_id: list.id, options }] : []))
  return [...saved, ...own]
}

const NOBODY: SegmentRow = { seq: 0, id: 0, list_id: '', name: '', type: 'saved', created_at: 0, updated_at: 0 }

/** How long a subscriber counts as new. */
const NEW_S = 30 * DAY_S
/** Ratings that count as active, and as inactive. */
const ACTIVE_MIN = 4
const INACTIVE_MAX = 2

/** How long a buyer counts as recent, and after which time without an order as lapsed. */
const RECENT_S = 30 * DAY_S
const LAPSED_S = 240 * DAY_S

/** The tests of the segments by purchases. The purchases of a member are `undefined` without orders. */
const byPurchases: { readonly [id: string]: (now: Seconds, purchases: Purchases | undefined) => boolean } = {
  'potential-customers': (_now, purchases) => purchases === undefined,
  'recent-customers': (now, purchases) => purchases !== undefined && purchases.last_at >= now - RECENT_S,
  'first-time-customers': (now, purchases) => purchases?.orders === 1 && purchases.last_at >= now - RECENT_S,
  'repeat-customers': (_now, purchases) => purchases !== undefined && purchases.orders > 1,
  'lapsed-customers': (now, purchases) => purchases !== undefined && purchases.last_at < now - LAPSED_S,
}

/** The test of a segment that the service offers; unknown ones have no members. */
function prebuiltTest(tx: Tx, list: ListRow, id: string): (member: MemberRow) => boolean {
  const test = Object.hasOwn(byPurchases, id) ? byPurchases[id] : undefined
  if (test) {
    const purchases = findPurchases(tx, list)
    return ({ contact_id }) => test(tx.now, purchases.get(contact_id))
  }
  if (id === 'new-subscribers') return ({ timestamp_opt }) => timestamp_opt > tx.now - NEW_S
  if (id === 'active-subscribers') return ({ rating }) => rating >= ACTIVE_MIN
  if (id === 'inactive-subscribers') return ({ rating }) => rating <= INACTIVE_MAX
  if (id !== 'never-opened') return () => false
  return ({ contact_id }) => tx.first(campaignActions.byContact, { contact_id, action: 'open' }) === undefined
}
