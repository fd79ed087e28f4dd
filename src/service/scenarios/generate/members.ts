import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { countNewMembers } from '../../rules/list-reports/day.ts'
import type { ListRow, ListCounts } from '../../model/lists/list.ts'
import { changeCounts } from '../../rules/list-reports/stats.ts'
import { countArrival } from '../../rules/members/machine.ts'
import { newMemberRow } from '../../rules/members/make.ts'
import type { MemberRow, MemberStatus } from '../../model/members/member.ts'
import type { Pausable } from '../../../kernel/world/pausable.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { makeChance, type Chance, peopleFrom, type Pools } from './people.ts'
import { readPlantedInstant } from '../plant/instants.ts'

/** The row of a new member. The table of members is loaded with all of them at once. */
export type GeneratedMember = MemberRow

/** Default age of the first member. */
const SINCE = '-P365D'

/** The populations of a list that were generated before. */
export interface EarlierPopulations {
  readonly populations: number
  readonly members: number
}

/** Number of members between two pauses. */
const MEMBERS_AT_ONCE = 256

/**
 * Generates the members of a list, in the order in which they subscribed. They are counted, but not inserted yet. Each population of a list has
 * other people.
 */
export function* generateMembers(
  tx: Tx,
  list: ListRow,
  data: ScenarioSchemas['Population'],
  pools: Pools,
  earlier: EarlierPopulations = { populations: 0, members: 0 },
): Pausable<GeneratedMember[]> {
  const { count, statuses = { subscribed: 1 } } = data
  const further = earlier.populations === 0 ? '' : `, ${earlier.populations + 1}`
  const chance = makeChance(tx.world.seed, `members of ${list.id}${further}`)
  const begin = readPlantedInstant(tx, data.since ?? SINCE, 'since')
  const person = peopleFrom(pools, chance)
  const statusOf = chooser(statuses, chance)
  const generate = (i: number): GeneratedMember => {
    const status = statusOf()
    const created_at = begin + Math.floor(((i + chance.share()) * (tx.now - begin)) / count)
    const status_at = STAYED.has(status) ? created_at : created_at + Math.floor(chance.share() * (tx.now - created_at))
    // Ascending, so that the rows need no sorting.
    const contact_id = chance.hex(16, Math.floor(((i + chance.share()) * 2 ** 32) / count))
    const { local, domain, merge_fields, location } = person()
    return newMemberRow(tx, list, {
      email_address: `${local}${earlier.members + i + 1}@${domain}`,
      contact_id,
      unique_email_id: chance.hex(5),
      status,
      status_at,
      merge_fields,
      location,
      rating: 1 + chance.below(5),
      created_at,
    })
  }
  const rows: GeneratedMember[] = []
  for (let i = 0; i < count; i++) {
    rows.push(generate(i))
    if (i % MEMBERS_AT_ONCE === MEMBERS_AT_ONCE - 1) yield
  }
  countGenerated(tx, list, rows)
  return rows
}

/** Counts members of a list that will be loaded. */
export function countGenerated(tx: Tx, list: ListRow, rows: readonly GeneratedMember[]): void {
  changeCounts(tx, list, (counts) => countsWith(counts, rows))
  countNewMembers(tx, list.id, rows)
}

/** Statuses that members can have from the start. The others follow another status. */
const STAYED: ReadonlySet<MemberStatus> = new Set(['subscribed', 'pending', 'transactional'])

/** Picks statuses by their weights. */
function chooser(weights: NonNullable<ScenarioSchemas['Population']['statuses']>, chance: Chance): () => MemberStatus {
  const entries = Object.entries(weights) as [MemberStatus, number][]
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  return () => {
    let left = chance.share() * total
    const found = entries.find(([, weight]) => (left -= weight) < 0)
    return (found ?? entries.at(-1))?.[0] ?? 'subscribed'
  }
}

/** The counts of a list with further members. */
function countsWith(counts: ListCounts, rows: readonly GeneratedMember[]): ListCounts {
  const after = { ...counts }
  for (const row of rows) countArrival(after, row)
  return after
}
