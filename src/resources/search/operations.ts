import type { Schemas } from '../../contract/service.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import { listOrThrow, lists } from '../lists/list.ts'
import { memberRecord } from '../members/view.ts'
import type { Operations } from '../operation.ts'
import type { Rendered } from '../rendered.ts'
import { findMatches, type Matches } from './match.ts'

export const searchOperations = {
  searchMembers({ tx, query }) {
    const text = query.query?.trim() ?? ''
    if (text === '') throw errors.badRequest('The parameter `query` is needed: an address, or a part of an address or name.')
    const list = query.list_id === undefined ? undefined : listOrThrow(tx, query.list_id)
    const { exact, full } = findMatches(tx, text, list)
    const asked = `?query=${encodeURIComponent(text)}${list ? `&list_id=${list.id}` : ''}`
    return {
      exact_matches: matchesView(tx, exact, asked),
      full_search: matchesView(tx, full, asked),
      _links: searchLinks(tx, 'MemberSearch', asked),
    }
  },
} satisfies Partial<Operations>

interface MatchesView {
  readonly members: Rendered<Schemas['Member']>[]
  readonly total_items: number
  readonly _links: Schemas['Link'][]
}

function matchesView(tx: Tx, { rows, total }: Matches, asked: string): MatchesView {
  return {
    members: rows.flatMap((member) => {
      const list = tx.first(lists.key, { id: member.list_id })
      return list ? [memberRecord(tx, list, member)] : []
    }),
    total_items: total,
    _links: searchLinks(tx, 'MemberMatches', asked),
  }
}

/** `self` leads to the same search: without what was asked for, there is none. */
function searchLinks(tx: Tx, schema: 'MemberSearch' | 'MemberMatches', asked: string): Schemas['Link'][] {
  return linksOf(tx, schema).map((link) => (link.rel === 'self' ? { ...link, href: link.href + asked } : link))
}
