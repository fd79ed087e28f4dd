import { describe, expect, test } from 'vitest'
import { Defect } from '../../src/kernel/world/errors.ts'
import { transact, Tx } from '../../src/kernel/world/tx.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { worldOfThings, rules, things } from './things.ts'

const thing = (id: number, colour = 'red', size = 1) => ({ id, colour, size, status: 'new' }) as const
const withThings = (...rows: ReturnType<typeof thing>[]): WorldState =>
  transact(worldOfThings(), rules, (tx) => rows.forEach((row) => tx.insert(things, row))).world
const all = (world: WorldState) => transact(world, rules, (tx) => tx.range(things.key).all()).result

test('a transaction sees its own writes, which are invisible to others until the commit', () => {
  const before = worldOfThings()
  const tx = new Tx(before, rules)
  tx.insert(things, thing(1))
  expect(tx.first(things.key, { id: 1 })?.colour).toBe('red')
  expect(all(before)).toEqual([])
  expect(all(tx.commit())).toHaveLength(1)
})

test('a transaction that throws leaves the same world object', () => {
  const before = withThings(thing(1))
  let after = before
  expect(() => {
    after = transact(before, rules, (tx) => {
      tx.insert(things, thing(2))
      throw new Error('refused')
    }).world
  }).toThrow('refused')
  expect(after).toBe(before)
  expect(all(before)).toHaveLength(1)
})

test('a transaction that only reads leaves the same world object', () => {
  const before = withThings(thing(1))
  const { world, result } = transact(before, rules, (tx) => tx.range(things.byColour, { colour: 'red' }).count)
  expect({ world: world === before, result }).toEqual({ world: true, result: 1 })
  expect(transact(before, rules, () => undefined).world).toBe(before)
})

test('a transaction finds nothing for a key that is not a number', () => {
  const tx = new Tx(withThings(thing(1), thing(2)), rules)
  expect(tx.first(things.key, { id: Number.NaN })).toBeUndefined()
  expect(tx.range(things.key, { id: Number.NaN }).all()).toEqual([])
  expect(tx.range(things.byColour, { colour: 'red', size: Number.NaN }).count).toBe(0)
})

test('a transaction is unusable after its commit', () => {
  const tx = new Tx(worldOfThings(), rules)
  tx.insert(things, thing(1))
  tx.commit()
  expect(() => tx.range(things.key)).toThrow(Defect)
  expect(() => tx.insert(things, thing(2))).toThrow(Defect)
  expect(() => tx.count('thing')).toThrow(Defect)
})

test('in tests, code that writes to a stored row throws, since forks share the row', () => {
  const [row] = all(withThings(thing(1)))
  expect(() => Object.assign(row ?? {}, { colour: 'blue' })).toThrow(TypeError)
})

test('a transaction amends a row, and keeps the same row and world if nothing changes', () => {
  const world = withThings(thing(1))
  const [row] = all(world)
  if (!row) throw new Error('There is no thing.')
  expect(transact(world, rules, (tx) => tx.amend(things, row, { colour: 'blue' })).result).toEqual({ ...row, colour: 'blue' })
  const same = transact(world, rules, (tx) => tx.amend(things, row, { colour: 'red', size: 1 }))
  expect({ row: same.result === row, world: same.world === world }).toEqual({ row: true, world: true })
})

test('a transaction replaces a row with its successor', () => {
  const world = withThings(thing(1), thing(2), thing(3))
  const { result } = transact(world, rules, (tx) => {
    const gone = tx.first(things.key, { id: 1 })
    if (gone) tx.remove(things, gone)
    tx.insert(things, thing(4), gone)
    return tx.range(things.byColour, { colour: 'red' }).all()
  })
  expect(result.map(({ id }) => id)).toEqual([4, 2, 3])
})

test('a transaction rejects a duplicate key, and a replacement for a missing row', () => {
  const world = withThings(thing(1))
  expect(() => transact(world, rules, (tx) => tx.insert(things, thing(1)))).toThrow(Defect)
  expect(() => transact(world, rules, (tx) => tx.put(things, { ...thing(9), seq: 1 }))).toThrow(Defect)
})

describe('indexes', () => {
  test('indexes return ranges by their leading fields, in order, with counts', () => {
    const world = withThings(thing(1, 'red', 3), thing(2, 'blue', 2), thing(3, 'red', 1), thing(4, 'red', 1))
    const { result } = transact(world, rules, (tx) => ({
      red: tx
        .range(things.byColour, { colour: 'red' })
        .all()
        .map((row) => row.id),
      redOne: tx
        .range(things.byColour, { colour: 'red', size: 1 })
        .all()
        .map((row) => row.id),
      none: tx.range(things.byColour, { colour: 'green' }).count,
      all: tx.range(things.byColour).count,
      fromEnd: tx
        .range(things.byColour, { colour: 'red' })
        .sliceFromEnd(0, 2)
        .map((row) => row.id),
      page: tx
        .range(things.byColour, { colour: 'red' })
        .slice(1, 5)
        .map((row) => row.id),
    }))
    expect(result).toEqual({ red: [3, 4, 1], redOne: [3, 4], none: 0, all: 4, fromEnd: [1, 4], page: [4, 1] })
  })

  test('indexes follow changes of rows, whether they are built late or early', () => {
    const early = withThings(thing(1, 'red'), thing(2, 'red'))
    const use = (world: WorldState) =>
      transact(world, rules, (tx) =>
        tx
          .range(things.byColour, { colour: 'blue' })
          .all()
          .map((row) => row.id),
      ).result
    expect(use(early)).toEqual([])
    const change = (world: WorldState) =>
      transact(world, rules, (tx) => {
        const row = tx.first(things.key, { id: 1 })
        if (row) tx.put(things, { ...row, colour: 'blue' })
      }).world
    expect(use(change(early))).toEqual([1])
    expect(use(change(withThings(thing(1, 'red'), thing(2, 'red'))))).toEqual([1])
    expect(use(early)).toEqual([])
  })

  test('an index drops the entry of a removed row', () => {
    const world = withThings(thing(1), thing(2))
    const after = transact(world, rules, (tx) => {
      const row = tx.first(things.key, { id: 1 })
      if (row) tx.remove(things, row)
    }).world
    expect(all(after).map((row) => row.id)).toEqual([2])
    expect(transact(after, rules, (tx) => tx.range(things.byColour, { colour: 'red' }).count).result).toBe(1)
  })

  test.each([10, 3_000])('indexes drop all rows that match a probe, whether few or %i', (count) => {
    const rows = Array.from({ length: count }, (_, i) => thing(i, i % 3 === 0 ? 'blue' : 'red', i))
    const before = transact(worldOfThings(), rules, (tx) => tx.load(things, rows)).world
    const after = transact(before, rules, (tx) => tx.removeAll(things.byColour, { colour: 'red' })).world
    const blue = rows.filter((row) => row.colour === 'blue').map((row) => row.id)
    expect(all(after).map((row) => row.id)).toEqual(blue)
    expect(
      transact(after, rules, (tx) =>
        tx
          .range(things.byColour)
          .all()
          .map((row) => row.id),
      ).result,
    ).toEqual(blue)
    expect(all(before)).toHaveLength(count)
  })

  test('indexes are the same whether rows were loaded in bulk or inserted one by one', () => {
    const rows = [thing(3, 'b', 1), thing(1, 'a', 2), thing(2, 'a', 1)]
    const loaded = transact(worldOfThings(), rules, (tx) => tx.load(things, rows)).world
    const read = (world: WorldState) =>
      transact(world, rules, (tx) => [tx.range(things.key).all(), tx.range(things.byColour).all()]).result
    expect(read(loaded)).toEqual(read(withThings(...rows)))
  })
})

describe('ids and randomness', () => {
  test('ids and random values belong to the world: the same seed and steps give the same values', () => {
    const draw = (world: WorldState) =>
      transact(world, rules, (tx) => [tx.hex('a', 10), tx.count('n'), tx.random('b'), tx.secret('key')]).result
    expect(draw(worldOfThings())).toEqual(draw(worldOfThings()))
    expect(draw(worldOfThings())).not.toEqual(draw(worldOfThings('other')))
  })

  test('ids and random values come from independent streams', () => {
    const one = transact(worldOfThings(), rules, (tx) => tx.hex('a', 10)).result
    const two = transact(worldOfThings(), rules, (tx) => [tx.hex('b', 10), tx.hex('a', 10)]).result
    expect(two[1]).toBe(one)
  })

  test('secrets of worlds with the same seed differ', () => {
    const secret = (world: WorldState) => transact(world, rules, (tx) => tx.secret('key')).result
    expect(secret(worldOfThings())).not.toBe(secret({ ...worldOfThings(), id: 'other' }))
  })

  test('ids and random values are not consumed by a rejected transaction', () => {
    const world = worldOfThings()
    expect(() =>
      transact(world, rules, (tx) => {
        tx.count('n')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(transact(world, rules, (tx) => tx.count('n')).result).toBe(1)
  })
})
