import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { pageOf, sliceOf } from '../page.ts'
import { filtersOf, type Filter, type MemberQuery, type Order, type Source } from './filters.ts'
import { members, type MemberRow } from './member.ts'

/** A page of the members that a query asks for, and how many there are on all pages. */
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

/** Finds members of a list. What an index can answer is read from it; anything else is found by one scan, which is kept. */
export function findMembers(tx: Tx, list: ListRow, query: MemberQuery): FoundMembers {
  const filters = filtersOf(tx, list, query)
  const order = query.sort_field ?? 'seq'
  const source = sourceOf(tx, list, filters, order)
  if (source.exact && source.order === order && filters.length <= 1) {
    return { rows: pageOf(source.rows, query, query.sort_dir), total: source.rows.count }
  }
  const question = [list.id, ...filters.map(({ key }) => key), order].join('&')
  const matching = kept(tx, question, () => scan(source, filters, order, query))
  const { count, offset } = query
  if (query.sort_dir !== 'DESC') return { rows: sliceOf(matching, query), total: matching.length }
  const end = Math.max(matching.length - offset, 0)
  return { rows: matching.slice(Math.max(end - count, 0), end).toReversed(), total: matching.length }
}

/** Where to look: the index of the first filter that has one, or all members in the order that is wanted. */
function sourceOf(tx: Tx, { id: list_id }: ListRow, filters: readonly Filter[], order: Order): Source {
  for (const { source } of filters) if (source) return source()
  return { rows: tx.range(ORDERS[order], { list_id, archived: false }), order, exact: filters.length === 0 }
}

function scan(source: Source, filters: readonly Filter[], order: Order, { status }: MemberQuery): MemberRow[] {
  const matching: MemberRow[] = []
  source.rows.each((member) => {
    const shown = status === undefined ? !member.archived : true
    if (shown && filters.every(({ keep }) => keep(member))) matching.push(member)
  })
  return source.order === order ? matching : matching.toSorted((a, b) => a[order] - b[order] || a.seq - b.seq)
}

/** So many scans of one version of the members are kept. */
const SCANS_KEPT_MAX = 16

const scans = new WeakMap<object, Map<string, MemberRow[]>>()

function kept(tx: Tx, key: string, find: () => MemberRow[]): MemberRow[] {
  const version = tx.version(members)
  let ofVersion = scans.get(version)
  if (!ofVersion) scans.set(version, (ofVersion = new Map()))
  const known = ofVersion.get(key)
  if (known) return known
  if (ofVersion.size >= SCANS_KEPT_MAX) ofVersion.clear()
  const found = find()
  ofVersion.set(key, found)
  return found
}
