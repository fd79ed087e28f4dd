import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMatches } from '../../src/service/resources/search/operations.ts'
import type { AnyCondition } from '../../src/service/conditions/condition.ts'
import { listOrThrow, lists, type ListRow } from '../../src/service/model/lists/list.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { members } from '../../src/service/model/members/member.ts'
import { BLANK_ORDER } from '../../src/service/rules/orders/fields.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { countSegments, membersIn, pageOfSegment } from '../../src/service/rules/segments/match.ts'
import { segments } from '../../src/service/model/segments/segment.ts'
import { rehearse, transact, type Tx } from '../../src/kernel/world/tx.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { buildWorld } from '../../src/service/scenarios/scenarios.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { worldOptions } from '../scenarios/scenario-world.ts'
import { changeShop, makeShop, SHOP_CHANGES } from './changing-shop.ts'

const EVERYONE = { offset: 0, count: 1_000 }
const SUBSCRIBED = { include_cleaned: false, include_transactional: false, include_unsubscribed: false }

const MEMBER_CHANGES = ['add', 'rename', 'remove', 'archive'] as const

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...MEMBER_CHANGES, ...SHOP_CHANGES, 'counts', 'fork', 'back'),
    place: fc.nat(60),
    list: fc.nat(1),
  }),
  { maxLength: 60 },
)

const BY_NAME = { condition_type: 'EmailAddress', field: 'EMAIL', op: 'contains', value: 'ann' } as const
const IN_SEGMENTS: readonly (readonly [name: string, match: 'all' | 'any', conditions: readonly AnyCondition[]])[] = [
  ['Ann', 'all', [BY_NAME]],
  ['Not buyers', 'all', [{ condition_type: 'EcommPurchased', field: 'ecomm_purchased', op: 'notmember' }]],
  ['Hats', 'all', [{ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'is', value: 'hat' }]],
  ['Ann or many', 'any', [BY_NAME, { condition_type: 'EcommNumber', field: 'ecomm_prod_all', op: 'greater', value: 2 }]],
  ['Spent', 'all', [{ condition_type: 'EcommSpent', field: 'ecomm_spent_all', op: 'greater', value: 15 }]],
]

/** A world with two lists of a few members each, saved segments, and stores. */
async function twoLists(): Promise<WorldState> {
  const options = worldOptions('empty', { settings: { search_limit: 5 } })
  return transact(await buildWorld(options), rules, (tx) => {
    for (const name of ['One', 'Two']) {
      const list = makeList(tx, { name })
      for (let i = 0; i < 12; i++) makeMember(tx, list, { email_address: `ann${i}@${name}.test` })
      for (const [of, match, conditions] of IN_SEGMENTS)
        makeSegment(tx, list, { name: of, type: 'saved', options: { match, conditions } })
      makeShop(tx, list)
    }
  }).world
}

/** The same world with the other setting for the orders that count. */
function withOtherCounts(world: WorldState): WorldState {
  const { commerce } = world.settings
  const counts = commerce.counts === 'paid' ? 'not_cancelled' : 'paid'
  return { ...world, settings: { ...world.settings, commerce: { ...commerce, counts } } }
}

type MemberChange = (typeof MEMBER_CHANGES)[number]

function isMemberChange(kind: string): kind is MemberChange {
  return MEMBER_CHANGES.some((each) => each === kind)
}

function changeMember(tx: Tx, kind: MemberChange, place: number, list: ListRow): void {
  const rows = tx.range(members.onList, { list_id: list.id }).all()
  const row = rows[place % Math.max(rows.length, 1)]
  if (kind === 'add' || !row)
    makeMember(tx, list, { email_address: `${place % 2 ? 'ann' : 'bob'}-${rows.length}-${place}@new.test` })
  else if (kind === 'rename') tx.put(members, { ...row, email_address: `${place % 2 ? 'ann' : 'bob'}@renamed.test` })
  else if (kind === 'remove') tx.remove(members, row)
  else tx.put(members, { ...row, status: row.archived ? 'subscribed' : 'archived', archived: !row.archived })
}

/** What reads show of a world, with what earlier reads have found or without. */
function found(world: WorldState, isAfresh: boolean) {
  return rehearse(world, (tx) => {
    // A transaction uses nothing that was found in a table to which it has written.
    if (isAfresh) {
      tx.remove(orders, tx.insert(orders, { ...BLANK_ORDER, store_id: 'none', id: 'none' }))
      for (const member of tx.range(members.key).slice(0, 1)) tx.put(members, { ...member })
    }
    const counts = tx
      .range(lists.byCreation)
      .all()
      .map((list) => {
        const ofList = tx.range(segments.onList, { list_id: list.id }).all()
        return countSegments(tx, list, ofList)
      })
    const pages = tx
      .range(segments.key)
      .all()
      .map((segment) => {
        const list = listOrThrow(tx, segment.list_id)
        const rows = isAfresh ? membersIn(tx, list, segment) : pageOfSegment(tx, list, segment, SUBSCRIBED, EVERYONE).members
        return rows.map(({ contact_id }) => contact_id)
      })
    const [first] = tx.range(lists.byCreation).all()
    const searches = ['ann', 'ann@renamed.test'].map((text) => [findMatches(tx, text, undefined), findMatches(tx, text, first)])
    return JSON.parse(JSON.stringify({ counts, pages, searches }))
  })
}

test('results of reads are the same after any changes whether an earlier read has found them or not', async () => {
  const start = await twoLists()
  fc.assert(
    fc.property(steps, (all) => {
      let world = start
      const earlier = [start]
      for (const { kind, place, list } of all) {
        if (kind === 'fork') earlier.push(world)
        else if (kind === 'back') world = earlier[place % earlier.length] ?? start
        else if (kind === 'counts') world = withOtherCounts(world)
        else
          world = transact(world, rules, (tx) => {
            const of = tx.range(lists.byCreation).all()[list]
            if (!of) return
            if (isMemberChange(kind)) changeMember(tx, kind, place, of)
            else changeShop(tx, kind, place, of)
          }).world
        expect(found(world, false)).toEqual(found(world, true))
      }
    }),
    { numRuns: 60 },
  )
})
