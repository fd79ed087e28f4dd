import { expect, test } from 'vitest'
import { rules } from '../../src/server/runtime/rules.ts'
import { scenarioFolder } from '../../src/service/scenarios/read/scenario-folder.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { members } from '../../src/service/model/members/member.ts'
import { products } from '../../src/service/model/products/product.ts'
import { stores } from '../../src/service/model/stores/store.ts'
import { tables } from '../../src/service/model/tables.ts'
import { removeOwned } from '../../src/service/rules/remove-owned.ts'
import { rowsOf } from '../../src/kernel/world/rows.ts'
import type { Row, Table } from '../../src/kernel/world/table.ts'
import { peek, transact } from '../../src/kernel/world/tx.ts'
import { build, ROOT } from '../scenarios/scenario-world.ts'

const all: readonly Table<Row>[] = tables

test('the leading fields of an index by which rows are owned have room for the fields that identify the owner', () => {
  const cramped = all.flatMap(({ name, indexes, declared: { ownedBy = [] } }) => {
    const some = ownedBy.filter(([by, indexName, where = {}]) => {
      const { fields } = 'key' in by ? by.key : by
      const own = indexes.find((index) => index.name === indexName)?.fields ?? []
      const room = own.filter((field) => field !== 'seq' && !(field in where)).length
      return room < fields.filter((field) => field !== 'seq').length
    })
    return some.map(([, indexName]) => `${name} by ${indexName}`)
  })
  expect(cramped).toEqual([])
})

const world = await build(scenarioFolder(ROOT), { scenario: 'shop' })

test.each([
  ['list', lists, 'list_id', peek(world, (tx) => tx.first(members.key, {})?.list_id ?? '')],
  ['store', stores, 'store_id', peek(world, (tx) => tx.first(products.key, {})?.store_id ?? '')],
])('everything that a %s owns, directly or not, goes with it, and nothing else', (_, owner, field, id) => {
  const row = rowsOf(world, owner).find((each) => Reflect.get(each, 'id') === id)
  if (!row) throw new Error(`The scenario has no ${field}.`)
  const after = transact(world, rules, (tx) => removeOwned(tx, owner, row)).world
  const owned = ownedBelow(owner)
  let gone = 0
  for (const table of all) {
    const expected = rowsOf(world, table).filter((each) => !owned.has(table) || !isOf(each, field, id))
    expect(rowsOf(after, table), table.name).toEqual(expected)
    if (expected.length < rowsOf(world, table).length) gone++
  }
  expect(gone).toBeGreaterThan(4)
})

/** The tables that a table owns, directly or not. Of those with a condition on another field some rows stay. */
function ownedBelow(owner: Table<Row>): ReadonlySet<Table<Row>> {
  const owned = new Set([owner])
  for (const each of owned) for (const table of all) if (isOwned(table, each)) owned.add(table)
  owned.delete(owner)
  return owned
}

function isOwned({ declared: { ownedBy = [] } }: Table<Row>, owner: Table<Row>): boolean {
  return ownedBy.some(([by, , where = {}]) => ('key' in by ? by : by.table) === owner && !('campaign_id' in where))
}

/** Whether a row names the owner: the row of what readers of a list do has the id of the list. */
function isOf(row: Row, field: string, id: string): boolean {
  return (Reflect.get(row, field) ?? Reflect.get(row, 'id')) === id
}
