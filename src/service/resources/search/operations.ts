import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { keepWhileUnchanged } from '../../../kernel/world/keep-while-unchanged.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
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

const keepSearch = keepWhileUnchanged<SearchResult>([members, lists], 16)

/** Searches one list, or all of them, without archived members. */
export function findMatches(tx: ReadTx, text: string, list: ListRow | undefined): SearchResult {
  const key = JSON.stringify([text, list?.id, tx.settings.search_limit])
  return keepSearch(tx, key, () => search(tx, text, list ? [list] : tx.range(lists.byCreation).all()))
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
