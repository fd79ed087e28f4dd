import type { Schemas } from '../../contract/service.ts'
import { countryName } from '../../support/country.ts'
import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { members, type MemberRow } from '../members/member.ts'

/** The email clients of the subscribed members, the most frequent first. */
export function clientsOf(tx: Tx, list: ListRow): Schemas['ListClient'][] {
  const { counts } = tally(tx, list, (member) => member.email_client)
  return counts.map(([client, number]) => ({ client, members: number }))
}

/** The countries of the subscribed members, the most frequent first. The share is one of all of them. */
export function locationsOf(tx: Tx, list: ListRow): Schemas['ListLocation'][] {
  const { counts, all } = tally(tx, list, (member) => member.location.country_code.toUpperCase())
  return counts.map(([cc, total]) => ({ country: countryName(cc), cc, percent: Math.round((10_000 * total) / all) / 100, total }))
}

/** How many subscribed members have each value; those without one count only among all. */
function tally(tx: Tx, list: ListRow, valueOf: (member: MemberRow) => string) {
  const subscribed = tx.range(members.byStatus, { list_id: list.id, status: 'subscribed' })
  const counts = new Map<string, number>()
  subscribed.each((member) => {
    const value = valueOf(member)
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  })
  const byFrequency = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return { counts: byFrequency, all: subscribed.count }
}
