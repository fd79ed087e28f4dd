import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listOrThrow, type ListRow, lists } from '../../model/lists/list.ts'
import { type MemberRow, members } from '../../model/members/member.ts'
import { memberRecord } from '../../rules/members/view.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import type { Rendered } from '../../rules/answers/rendered.ts'

/** The first members found, and the total number. */
export interface Matches {
  readonly rows: readonly MemberRow[]
  readonly total: number
}

/** Members whose address equals the text, and members whose address or name contains it. */
export interface SearchResult {
  readonly exact: Matches
  readonly full: Matches
}

/** Maximum number of cached searches for one version of the lists. */
const SEARCHES_KEPT_MAX = 16

/** A search, and the members that it found its result in. */
interface CachedSearch {
  readonly members: Range<MemberRow>
  readonly result: SearchResult
}

/** By the version of the lists, since their order is the order of the results, and then by the query. */
const findings = new WeakMap<object, Map<string, CachedSearch>>()

/** Searches one list, or all of them, without archived members. Only for reads, since the result is cached. */
export function findMatches(tx: Tx, text: string, list: ListRow | undefined): SearchResult {
  const searched = list ? [list] : tx.range(lists.byCreation).all()
  // What has been written in this transaction may still change.
  if (tx.hasWritten) return search(tx, text, searched)
  const searches = findingsFor(tx)
  const key = JSON.stringify([text, list?.id, tx.settings.search_limit])
  const everyone = tx.range(members.onList)
  const cached = searches.get(key)
  const result = (cached && resultSince(cached, everyone, text, searched, tx.settings.search_limit)) ?? search(tx, text, searched)
  const oldest = searches.size < SEARCHES_KEPT_MAX || cached ? undefined : searches.keys().next().value
  if (oldest !== undefined) searches.delete(oldest)
  searches.set(key, { members: everyone, result })
  return result
}

function findingsFor(tx: ReadTx): Map<string, CachedSearch> {
  const version = tx.version(lists)
  const cached = findings.get(version)
  if (cached) return cached
  const fresh = new Map<string, CachedSearch>()
  findings.set(version, fresh)
  return fresh
}

/** Maximum number of changed members with which a result is brought up to date; with more, a new search is as fast. */
const CHANGED_MAX = 1_000

/** The result of an earlier search after some members have changed, or `undefined` if they do not suffice to tell. */
function resultSince(
  { members: before, result }: CachedSearch,
  everyone: Range<MemberRow>,
  text: string,
  searched: readonly ListRow[],
  limit: number,
): SearchResult | undefined {
  const changed = everyone.differenceFrom(before)
  if (changed.come.length + changed.gone.length > CHANGED_MAX) return undefined
  if (changed.come.length + changed.gone.length === 0) return result
  const places = new Map(searched.map(({ id }, place) => [id, place]))
  const inOrder = (a: MemberRow, b: MemberRow) => (places.get(a.list_id) ?? 0) - (places.get(b.list_id) ?? 0) || a.seq - b.seq
  const isFoundBy = (test: (member: MemberRow) => boolean) => (member: MemberRow) =>
    !member.archived && places.has(member.list_id) && test(member)
  const since = (old: Matches, test: (member: MemberRow) => boolean): Matches | undefined => {
    const [come, gone] = [changed.come.filter(isFoundBy(test)), changed.gone.filter(isFoundBy(test))]
    const total = old.total + come.length - gone.length
    const last = old.total > old.rows.length ? old.rows.at(-1) : undefined
    // Members behind the last one shown are not known, so new ones can't be placed among them.
    const known = last ? come.filter((member) => inOrder(member, last) <= 0) : come
    const rows = [...old.rows.filter((member) => !gone.includes(member)), ...known].toSorted(inOrder).slice(0, limit)
    return rows.length < Math.min(limit, total) ? undefined : { rows, total }
  }
  const wanted = text.toLowerCase()
  const exact = since(result.exact, (member) => compareMember(member, wanted) === 'exact')
  const full = since(result.full, (member) => compareMember(member, wanted) !== undefined)
  return exact && full && { exact, full }
}

function search(tx: ReadTx, text: string, searched: readonly ListRow[]): SearchResult {
  const exact = new Collector(tx.settings.search_limit)
  const full = new Collector(tx.settings.search_limit)
  const wanted = text.toLowerCase()
  for (const { id } of searched) {
    tx.range(members.onList, { list_id: id, archived: false }).each((member) => {
      const match = compareMember(member, wanted)
      if (match === 'exact') exact.add(member)
      if (match) full.add(member)
    })
  }
  return { exact, full }
}

/** How a member matches a text: by the whole address, or by a part of the address or name. */
function compareMember(member: MemberRow, wanted: string): 'exact' | 'part' | undefined {
  const address = member.email_address.toLowerCase()
  if (address === wanted) return 'exact'
  return address.includes(wanted) || isInName(member, wanted) ? 'part' : undefined
}

function isInName({ merge_fields: { FNAME, LNAME } }: MemberRow, wanted: string): boolean {
  const first = typeof FNAME === 'string' ? FNAME.toLowerCase() : ''
  const last = typeof LNAME === 'string' ? LNAME.toLowerCase() : ''
  return first.includes(wanted) || last.includes(wanted) || (wanted.includes(' ') && `${first} ${last}`.includes(wanted))
}

class Collector implements Matches {
  readonly rows: MemberRow[] = []
  readonly #limit: number
  total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(member: MemberRow): void {
    this.total++
    if (this.rows.length < this.#limit) this.rows.push(member)
  }
}

export const searchOperations = {
  searchMembers({ tx, query }) {
    const text = query.query?.trim() ?? ''
    if (text === '') throw errors.badRequest('The parameter `query` is needed: an address, or a part of an address or name.')
    const list = query.list_id === undefined ? undefined : listOrThrow(tx, query.list_id)
    const result = findMatches(tx, text, list)
    const parameters = `?query=${encodeURIComponent(text)}${list ? `&list_id=${list.id}` : ''}`
    return {
      exact_matches: matchesView(tx, result.exact, parameters),
      full_search: matchesView(tx, result.full, parameters),
      _links: searchLinks(tx, 'MemberSearch', parameters),
    }
  },
} satisfies Partial<Operations>

/** Matching members, with their number. */
export interface MatchesView {
  readonly members: Rendered<ServiceSchemas['Member']>[]
  readonly total_items: number
  readonly _links: ServiceSchemas['Link'][]
}

function matchesView(tx: ReadTx, { rows, total }: Matches, parameters: string): MatchesView {
  return {
    members: rows.flatMap((member) => {
      const list = tx.first(lists.key, { id: member.list_id })
      return list ? [memberRecord(tx, list, member)] : []
    }),
    total_items: total,
    _links: searchLinks(tx, 'MemberMatches', parameters),
  }
}

/** `self` leads to the same search, so it includes the query. */
function searchLinks(tx: ReadTx, schema: 'MemberSearch' | 'MemberMatches', parameters: string): ServiceSchemas['Link'][] {
  return renderLinks(tx, schema).map((link) => (link.rel === 'self' ? { ...link, href: link.href + parameters } : link))
}
