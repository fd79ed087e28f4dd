import { expect, test } from 'vitest'
import { faults } from '../../src/service/model/faults/fault.ts'
import { insertFault } from '../../src/service/faults/definition.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { withRows } from '../../src/server/persistence/read-records.ts'
import { rowName } from '../../src/server/persistence/write-records.ts'
import { buildWorld } from '../../src/service/scenarios/scenarios.ts'
import { readRows } from '../../src/kernel/world/rows.ts'
import { transact } from '../../src/kernel/world/tx.ts'
import { defineTable, type Row, type Table } from '../../src/kernel/world/table.ts'
import { TableState } from '../../src/kernel/world/table-state.ts'

interface Thing extends Row {
  readonly id: string
  readonly day: number
}

const named = defineTable<Thing>()('test_kept_rows', {
  key: ['id'],
  indexes: { byDay: ['day'] },
})
const table: Table<Row> = named

function tablesOf(rows: readonly Thing[]) {
  const tables = []
  tables[named.number] = TableState.of(named, rows)
  tables[named.number]!.rowsBy(named.byDay)
  return tables
}

const own = tablesOf([
  { seq: 1, id: 'a', day: 1 },
  { seq: 2, id: 'b', day: 1 },
])
const record = (row: Thing): [string, unknown] => [rowName(table, row), { ...row }]
const find = (name: string) => (name === table.name ? table : undefined)
const [a] = readRows({ tables: own }, table)

test('a row that replaces another one is restored, whichever of the two comes first', () => {
  const moved = { seq: 1, id: 'c', day: 1 }
  const back = { seq: 9, id: 'a', day: 1 }
  for (const records of [
    [record(moved), record(back)],
    [record(back), record(moved)],
  ]) {
    const read = withRows(own, records, { table: find, own, like: [] })
    expect(readRows({ tables: read }, table)).toEqual([back, { seq: 2, id: 'b', day: 1 }, moved])
    expect(read[named.number]!.rowsBy(named.byDay).size).toBe(3)
  }
})

test('a restored row is a new object even if it is equal, except for known faults', async () => {
  const kept = withRows(own, [record(a as Thing)], { table: find, own, like: [own] })
  expect(readRows({ tables: kept }, table)[0]).toEqual(a)
  expect(readRows({ tables: kept }, table)[0]).not.toBe(a)

  const ground = await buildWorld({ id: 'faulty', base_url: '', scenario: 'empty' })
  const { world } = transact(ground, rules, (tx) => insertFault(tx, { match: {}, effect: { latency: 1 } }))
  const [fault] = readRows(world, faults)
  const read = withRows([], [[rowName(faults, fault!), structuredClone(fault)]], {
    table: () => faults,
    own: [],
    like: [world.tables],
  })
  expect(readRows({ tables: read }, faults)[0]).toBe(fault)
})

test("a restored row of the scenario is the scenario's own object, and a removed row is absent", () => {
  const gone = withRows(own, [[rowName(table, a!), null]], { table: find, own, like: [] })
  expect(readRows({ tables: gone }, table)).toHaveLength(1)
  const again = withRows(gone, [[rowName(table, a!), undefined]], { table: find, own, like: [] })
  expect(readRows({ tables: again }, table)[0]).toBe(a)
})

test.each([
  ['row nothing ["a"]', {}, 'there is no table "nothing"'],
  ['row test_kept_rows "a"', {}, 'contains no row key'],
  ['row test_kept_rows ["a"]', { seq: 1, id: 'b', day: 1 }, 'does not hold the row that its name says'],
])('the saved row %s is rejected with the reason', (name, value, reason) => {
  expect(() => withRows(own, [[name, value]], { table: find, own, like: [] })).toThrow(reason)
})
