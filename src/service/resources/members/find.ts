import { keepWhileUnchanged } from '../../../kernel/world/keep-while-unchanged.ts'
import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { findLastCampaign } from '../../model/campaigns/campaign.ts'
import { errors } from '../../model/errors.ts'
import { interests } from '../../model/interests/interest.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type Call, selectPage, slicePage, isWithin } from '../../rules/requests/operation.ts'
import { type MemberRow, members } from '../../model/members/member.ts'

export type MemberQuery = Call<'getMembers'>['query']

/** The fields by which members can be sorted; `seq` is the order in which they were added. */
export type MemberOrder = 'seq' | NonNullable<MemberQuery['sort_field']>

/** Rows from an index. With `exact`, all of them pass the filter, and no other row does. */
export interface RowSource {
  readonly rows: Range<MemberRow>
  readonly order: MemberOrder
  readonly exact: boolean
}

export interface MemberFilter {
  /** Identifies the filter and its values. */
  readonly key: string
  readonly keep: (member: MemberRow) => boolean
  readonly source?: () => RowSource
}

/** The filters of a query, the most selective first. */
export function makeMemberFilters(tx: Tx, list: ListRow, query: MemberQuery): MemberFilter[] {
  refuseContradictions(query)
  return [uniqueId, byStatus, unsubscribedSince, confirmed, changed, vip, emailType, interested, sinceCampaign].flatMap((ask) => {
    const filter = ask(tx, list, query)
    return filter ? [filter] : []
  })
}

type MakeFilter = (tx: Tx, list: ListRow, query: MemberQuery) => MemberFilter | undefined

const uniqueId: MakeFilter = (tx, list, { unique_email_id }) =>
  unique_email_id === undefined
    ? undefined
    : {
        key: `unique_email_id=${JSON.stringify(unique_email_id)}`,
        keep: (member) => member.unique_email_id === unique_email_id && member.list_id === list.id,
        source: () => ({ rows: tx.range(members.byUniqueId, { unique_email_id }), order: 'seq', exact: false }),
      }

/**
 * Archived members are left out unless the query asks for them. This is not a separate filter, since every index separates them.
 */
const byStatus: MakeFilter = (tx, { id: list_id }, query) => {
  const wanted = query.status
  if (wanted === undefined) return undefined
  return {
    key: `status=${wanted}`,
    keep: (member) => member.status === wanted,
    source: () => ({ rows: tx.range(members.byStatus, { list_id, status: wanted }), order: 'seq', exact: true }),
  }
}

const unsubscribedSince: MakeFilter = (tx, { id: list_id }, { unsubscribed_since: since }) =>
  since === undefined
    ? undefined
    : {
        key: `unsubscribed_since=${since}`,
        keep: (member) => member.status === 'unsubscribed' && member.unsubscribed_at > since,
        source: () => ({ rows: tx.range(members.byStatus, { list_id, status: 'unsubscribed' }), order: 'seq', exact: false }),
      }

const confirmed: MakeFilter = (tx, list, { since_timestamp_opt: since, before_timestamp_opt: before }) =>
  makeInstantFilter(list, 'timestamp_opt', since, before, (probe) => tx.range(members.byOptIn, probe))

const changed: MakeFilter = (tx, list, { since_last_changed: since, before_last_changed: before }) =>
  makeInstantFilter(list, 'last_changed', since, before, (probe) => tx.range(members.byChange, probe))

/** Members with an instant between two exclusive bounds. Members without one never match. */
function makeInstantFilter(
  { id: list_id }: ListRow,
  field: 'timestamp_opt' | 'last_changed',
  since: number | undefined,
  before: number | undefined,
  range: (probe: { readonly list_id: string; readonly archived: boolean }) => Range<MemberRow>,
): MemberFilter | undefined {
  if (since === undefined && before === undefined) return undefined
  const after = Math.max(since ?? 0, 0)
  return {
    key: `${field}=${after}..${before ?? ''}`,
    keep: (member) => isWithin(member[field], after, before),
    source: () => {
      const all = range({ list_id, archived: false })
      const start = all.countWhile((member) => member[field] <= after)
      const end = before === undefined ? all.count : all.countWhile((member) => member[field] < before)
      return { rows: all.part(start, end), order: field, exact: true }
    },
  }
}

const vip: MakeFilter = (tx, { id: list_id }, { vip_only }) =>
  vip_only
    ? {
        key: 'vip',
        keep: (member) => member.vip,
        source: () => ({ rows: tx.range(members.byVip, { list_id, archived: false, vip: true }), order: 'seq', exact: true }),
      }
    : undefined

const emailType: MakeFilter = (tx, { id: list_id }, { email_type }) =>
  email_type
    ? {
        key: `email_type=${email_type}`,
        keep: (member) => member.email_type === email_type,
        source: () => ({
          rows: tx.range(members.byEmailType, { list_id, archived: false, email_type }),
          order: 'seq',
          exact: true,
        }),
      }
    : undefined

/** An interest counts only if it belongs to the category. */
const interested: MakeFilter = (tx, { id: list_id }, query) => {
  const { interest_category_id: category_id, interest_ids: ids, interest_match: match } = query
  if (category_id === undefined || ids === undefined || match === undefined) return undefined
  const ofCategory = tx.range(interests.byCategory, { list_id, category_id }).all()
  const idsOfCategory = new Set(ofCategory.map((interest) => interest.id))
  const has = (member: MemberRow) => (id: string) => idsOfCategory.has(id) && member.interests.includes(id)
  const keep = {
    any: (member: MemberRow) => ids.some(has(member)),
    all: (member: MemberRow) => ids.every(has(member)),
    none: (member: MemberRow) => !ids.some(has(member)),
  }[match]
  return { key: `interests=${match} of ${JSON.stringify(ids.map((id) => idsOfCategory.has(id) && id))}`, keep }
}

/** If no campaign was sent yet, all changes are since the last one. */
const sinceCampaign: MakeFilter = (tx, list, { since_last_campaign }) => {
  if (!since_last_campaign) return undefined
  const sent = findLastCampaign(tx, list)?.send_time ?? 0
  return { key: `since_campaign=${sent}`, keep: (member) => member.status_at > sent }
}

function refuseContradictions(query: MemberQuery): void {
  const partners = [query.interest_category_id, query.interest_ids, query.interest_match].filter((value) => value !== undefined)
  if (partners.length !== 0 && partners.length !== 3) {
    throw errors.badRequest('interest_category_id, interest_ids and interest_match must be given together.')
  }
  if (query.unsubscribed_since !== undefined && query.status !== undefined && query.status !== 'unsubscribed') {
    throw errors.badRequest('unsubscribed_since can only be combined with the status unsubscribed.')
  }
  if (query.since_last_campaign && query.status === undefined) {
    throw errors.badRequest('since_last_campaign needs a status.')
  }
}

/** A page of the members that match a query, and the number of matches. */
export interface FoundMembers {
  readonly rows: readonly MemberRow[]
  readonly total: number
}

const ORDERS = {
  seq: members.onList,
  timestamp_opt: members.byOptIn,
  timestamp_signup: members.bySignup,
  last_changed: members.byChange,
}

const keepScan = keepWhileUnchanged<MemberRow[]>([members], 16)

/** Finds members of a list, by an index if possible, and otherwise by a scan. */
export function findMembers(tx: Tx, list: ListRow, query: MemberQuery): FoundMembers {
  const filters = makeMemberFilters(tx, list, query)
  const order = query.sort_field ?? 'seq'
  const source = chooseMemberSource(tx, list, filters, order)
  if (source.exact && source.order === order && filters.length <= 1) {
    return { rows: selectPage(source.rows, query, query.sort_dir), total: source.rows.count }
  }
  const name = [list.id, ...filters.map(({ key }) => key), order].join('&')
  const matching = keepScan(tx, name, () => scan(source, filters, order, query))
  const { count, offset } = query
  if (query.sort_dir !== 'DESC') return { rows: slicePage(matching, query), total: matching.length }
  const end = Math.max(matching.length - offset, 0)
  return { rows: matching.slice(Math.max(end - count, 0), end).toReversed(), total: matching.length }
}

/** The index of the first filter that has one, or all members in the requested order. */
function chooseMemberSource(
  tx: ReadTx,
  { id: list_id }: ListRow,
  filters: readonly MemberFilter[],
  order: MemberOrder,
): RowSource {
  for (const { source } of filters) if (source) return source()
  return { rows: tx.range(ORDERS[order], { list_id, archived: false }), order, exact: filters.length === 0 }
}

function scan(source: RowSource, filters: readonly MemberFilter[], order: MemberOrder, { status }: MemberQuery): MemberRow[] {
  const matching: MemberRow[] = []
  source.rows.each((member) => {
    const shown = status === undefined ? !member.archived : true
    if (shown && filters.every(({ keep }) => keep(member))) matching.push(member)
  })
  return source.order === order ? matching : matching.toSorted((a, b) => a[order] - b[order] || a.seq - b.seq)
}
