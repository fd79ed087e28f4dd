import type { ServiceSchemas } from '../../contract/service.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import { listOrThrow, type ListRow, lists } from '../lists/list.ts'
import { type MemberRow, members } from '../members/member.ts'
import { memberRecord } from '../members/view.ts'
import type { Operations } from '../operation.ts'
import type { Rendered } from '../rendered.ts'

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

/** Maximum number of cached searches for one version of the members. */
const SEARCHES_KEPT_MAX = 16

interface SearchCache {
  /** The version of the lists, which determine the order of the members found. */
  readonly lists: object
  readonly searches: Map<string, SearchResult>
}

const findings = new WeakMap<object, SearchCache>()

/** Searches one list, or all of them, without archived members. Only for reads, since the result is cached. */
export function findMatches(tx: Tx, text: string, list: ListRow | undefined): SearchResult {
  const { searches } = findingsFor(tx)
  const key = JSON.stringify([text, list?.id, tx.settings.search_limit])
  const cached = searches.get(key)
  if (cached) return cached
  const found = search(tx, text, list)
  const oldest = searches.size < SEARCHES_KEPT_MAX ? undefined : searches.keys().next().value
  if (oldest !== undefined) searches.delete(oldest)
  searches.set(key, found)
  return found
}

function findingsFor(tx: Tx): SearchCache {
  const version = tx.version(members)
  const cached = findings.get(version)
  if (cached?.lists === tx.version(lists)) return cached
  const fresh: SearchCache = { lists: tx.version(lists), searches: new Map() }
  findings.set(version, fresh)
  return fresh
}

function search(tx: Tx, text: string, list: ListRow | undefined): SearchResult {
  const exact = new Collector(tx.settings.search_limit)
  const full = new Collector(tx.settings.search_limit)
  const wanted = text.toLowerCase()
  for (const { id } of list ? [list] : tx.range(lists.byCreation).all()) {
    tx.range(members.onList, { list_id: id, archived: false }).each((member) => {
      const address = member.email_address.toLowerCase()
      if (address === wanted) exact.add(member)
      if (address.includes(wanted) || isInName(member, wanted)) full.add(member)
    })
  }
  return { exact, full }
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
    const { exact, full } = findMatches(tx, text, list)
    const parameters = `?query=${encodeURIComponent(text)}${list ? `&list_id=${list.id}` : ''}`
    return {
      exact_matches: matchesView(tx, exact, parameters),
      full_search: matchesView(tx, full, parameters),
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

function matchesView(tx: Tx, { rows, total }: Matches, parameters: string): MatchesView {
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
function searchLinks(tx: Tx, schema: 'MemberSearch' | 'MemberMatches', parameters: string): ServiceSchemas['Link'][] {
  return linksOf(tx, schema).map((link) => (link.rel === 'self' ? { ...link, href: link.href + parameters } : link))
}
