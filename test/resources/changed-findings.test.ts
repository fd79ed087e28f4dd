import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMatches } from '../../src/service/resources/search/operations.ts'
import { lists, type ListRow } from '../../src/service/resources/lists/list.ts'
import { makeList } from '../../src/service/resources/lists/make.ts'
import { makeMember } from '../../src/service/resources/members/make.ts'
import { members } from '../../src/service/resources/members/member.ts'
import { makeSegment } from '../../src/service/resources/segments/make.ts'
import { countNow, countsOf } from '../../src/service/resources/segments/match.ts'
import { segments } from '../../src/service/resources/segments/segment.ts'
import { peek, transact, type Tx } from '../../src/kernel/world/tx.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { buildWorld } from '../../src/service/scenarios/scenarios.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { worldOptions } from '../scenarios/scenario-world.ts'

const SUBSCRIBED = { include_cleaned: false, include_transactional: false, include_unsubscribed: false }

const steps = fc.array(
  fc.record({ kind: fc.constantFrom('add', 'rename', 'remove', 'archive', 'fork', 'back'), place: fc.nat(60), list: fc.nat(1) }),
  { maxLength: 60 },
)

/** A world with two lists of a few members each, and saved segments. */
async function twoLists(): Promise<WorldState> {
  const options = worldOptions('empty', { settings: { search_limit: 5 } })
  return transact(await buildWorld(options), rules, (tx) => {
    for (const name of ['One', 'Two']) {
      const list = makeList(tx, { name })
      for (let i = 0; i < 12; i++) makeMember(tx, list, { email_address: `ann${i}@${name}.test` })
      makeSegment(tx, list, {
        name: 'Ann',
        type: 'saved',
        options: { match: 'all', conditions: [{ condition_type: 'EmailAddress', field: 'EMAIL', op: 'contains', value: 'ann' }] },
      })
    }
  }).world
}

function change(tx: Tx, kind: string, place: number, list: ListRow): void {
  const rows = tx.range(members.onList, { list_id: list.id }).all()
  const row = rows[place % Math.max(rows.length, 1)]
  if (kind === 'add' || !row)
    makeMember(tx, list, { email_address: `${place % 2 ? 'ann' : 'bob'}-${rows.length}-${place}@new.test` })
  else if (kind === 'rename') tx.put(members, { ...row, email_address: `${place % 2 ? 'ann' : 'bob'}@renamed.test` })
  else if (kind === 'remove') tx.remove(members, row)
  else tx.put(members, { ...row, status: row.archived ? 'subscribed' : 'archived', archived: !row.archived })
}

/** What reads show of a world, with the results of earlier versions or without. */
function found(world: WorldState, isAfresh: boolean) {
  return peek(world, (tx) => {
    // A transaction that has written uses no earlier results.
    if (isAfresh) tx.count('afresh')
    const counts = tx
      .range(lists.byCreation)
      .all()
      .map((list) => {
        const ofList = tx.range(segments.onList, { list_id: list.id }).all()
        return isAfresh ? ofList.map((segment) => countNow(tx, list, segment)) : countsOf(tx, list, ofList, SUBSCRIBED)
      })
    const [first] = tx.range(lists.byCreation).all()
    const searches = ['ann', 'ann@renamed.test'].map((text) => [findMatches(tx, text, undefined), findMatches(tx, text, first)])
    return JSON.parse(JSON.stringify({ counts, searches }))
  })
}

test('results of reads are the same after any changes whether they are brought up to date or computed afresh', async () => {
  const start = await twoLists()
  fc.assert(
    fc.property(steps, (all) => {
      let world = start
      const earlier = [start]
      for (const { kind, place, list } of all) {
        if (kind === 'fork') earlier.push(world)
        else if (kind === 'back') world = earlier[place % earlier.length] ?? start
        else
          world = transact(world, rules, (tx) => {
            const of = tx.range(lists.byCreation).all()[list]
            if (of) change(tx, kind, place, of)
          }).world
        expect(found(world, false)).toEqual(found(world, true))
      }
    }),
    { numRuns: 60 },
  )
})
