import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineTable, type Row } from '../../src/kernel/world/table.ts'
import { TableState } from '../../src/kernel/world/table-state.ts'

interface Thing extends Row {
  readonly id: number
  readonly colour: number
}

const things = defineTable<Thing>()('test_states', {
  key: ['id'],
  indexes: { byColour: ['colour'] },
})

/** A state with the rows that it should have, by id. */
interface Version {
  readonly state: TableState
  readonly rows: Map<number, Thing>
}

const step = fc.record({
  version: fc.nat(20),
  kind: fc.constantFrom('write', 'write', 'write', 'remove', 'copy', 'readKey', 'readColour'),
  id: fc.nat(30),
  colour: fc.nat(5),
})

test('the indexes of a state contain its rows in order, whatever was written to copies of it, and whenever each index was read', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
      const versions: Version[] = [{ state: TableState.of(things, []), rows: new Map() }]
      for (const { version: at, kind, id, colour } of steps) {
        const { state, rows } = versions[at % versions.length]!
        const before = rows.get(id)
        const row = Object.freeze({ seq: id, id, colour })
        if (kind === 'copy') versions.push({ state: state.copy(), rows: new Map(rows) })
        else if (kind === 'readKey') expectRows(state, rows, 'key')
        else if (kind === 'readColour') expectRows(state, rows, 'byColour')
        else if (kind === 'remove') {
          if (!before) continue
          state.remove(things, before)
          rows.delete(id)
        } else {
          if (before) state.replace(things, row, before)
          else state.add(things, row)
          rows.set(id, row)
        }
      }
      for (const { state, rows } of versions) {
        expectRows(state, rows, 'key')
        expectRows(state, rows, 'byColour')
      }
    }),
    { seed: 15, numRuns: 300 },
  )
})

test('an index that is never read catches up with thousands of writes when it is read', () => {
  const state = TableState.of(things, [])
  const rows = new Map<number, Thing>()
  expectRows(state, rows, 'byColour')
  for (let id = 0; id < 3_000; id++) {
    const row = { seq: id, id, colour: id % 7 }
    state.add(things, row)
    rows.set(id, row)
  }
  expectRows(state, rows, 'byColour')
})

function expectRows(state: TableState, rows: ReadonlyMap<number, Thing>, index: 'key' | 'byColour'): void {
  const ordered = [...rows.values()].toSorted((a, b) => (index === 'key' ? a.id - b.id : a.colour - b.colour || a.seq - b.seq))
  const found = state.rowsBy(things[index])
  expect(found.size).toBe(ordered.length)
  expect(found.between(0, found.size)).toEqual(ordered)
}
