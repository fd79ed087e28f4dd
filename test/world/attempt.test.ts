import { expect, test } from 'vitest'
import { Defect } from '../../src/kernel/world/errors.ts'
import { withoutPauses } from '../../src/kernel/world/pausable.ts'
import { peek, type ReadTx, rehearse, transact, type Tx } from '../../src/kernel/world/tx.ts'
import { worldOfThings, rules, things } from './things.ts'

const add = (tx: Tx, id: number, colour = 'red') => tx.insert(things, { id, colour, size: 1, status: 'new' })
const idsIn = (tx: ReadTx) =>
  tx
    .range(things.key)
    .all()
    .map(({ id }) => id)

/** Fails after several kinds of writes. */
function fail(tx: Tx): never {
  const [first] = tx.range(things.key).all()
  if (first) tx.put(things, { ...first, colour: 'blue' })
  add(tx, 99)
  tx.hex('ids', 32)
  tx.count('thing')
  tx.schedule('thing.break', 1_000, '99')
  throw new Error('refused')
}

test('an attempted part of a transaction is kept and returns its result if it succeeds', () => {
  const { world, result } = transact(worldOfThings(), rules, (tx) => {
    add(tx, 1)
    return tx.attempt((part) => add(part, 2).id)
  })
  expect(result).toBe(2)
  expect(peek(world, idsIn)).toEqual([1, 2])
})

test('an attempted part of a transaction leaves nothing behind if it fails: no rows, no changes, no jobs, no random draws', () => {
  const before = transact(worldOfThings(), rules, (tx) => add(tx, 1)).world
  const plain = transact(before, rules, (tx) => {
    add(tx, 2)
    return tx.hex('ids', 8)
  })
  const tried = transact(before, rules, (tx) => {
    add(tx, 2)
    expect(() => tx.attempt(fail)).toThrow('refused')
    expect(idsIn(tx)).toEqual([1, 2])
    expect(tx.range(things.byColour, { colour: 'blue' }).count).toBe(0)
    return tx.hex('ids', 8)
  })
  expect(tried.result).toBe(plain.result)
  expect(peek(tried.world, idsIn)).toEqual([1, 2])
  expect([...tried.world.counters]).toEqual([...plain.world.counters])
})

test('an attempted part of a transaction leaves the same world object if it is the only part and fails', () => {
  const before = transact(worldOfThings(), rules, (tx) => add(tx, 1)).world
  const after = transact(before, rules, (tx) => {
    expect(() => tx.attempt(fail)).toThrow('refused')
  })
  expect(after.world).toBe(before)
})

test('an attempted part of a transaction emits no events if it fails', () => {
  const { result } = transact(worldOfThings(), rules, (tx) => {
    expect(tx.events).toEqual([])
    tx.emit({ type: 'thing.made' })
    const failing = (part: Tx) => {
      part.emit({ type: 'thing.lost' })
      return fail(part)
    }
    expect(() => tx.attempt(failing)).toThrow('refused')
    tx.attempt((part) => part.emit({ type: 'thing.kept' }))
    return tx.events.map(({ type }) => type)
  })
  expect(result).toEqual(['thing.made', 'thing.kept'])
})

test('an attempted part of a transaction that pauses leaves nothing behind if it fails later', () => {
  const { world, changes } = transact(worldOfThings(), rules, (tx) => {
    const attempt = tx.attemptWithPauses(function* (part) {
      add(part, 1)
      yield
      fail(part)
    })
    attempt.next()
    expect(idsIn(tx)).toEqual([1])
    expect(() => attempt.next()).toThrow('refused')
    expect(
      withoutPauses(
        tx.attemptWithPauses(function* (part) {
          yield
          return add(part, 2).id
        }),
      ),
    ).toBe(2)
  })
  expect([peek(world, idsIn), changes.length]).toEqual([[2], 1])
})

test('an attempted part of a transaction can be nested', () => {
  const { world } = transact(worldOfThings(), rules, (tx) =>
    tx.attempt((outer) => {
      add(outer, 1)
      expect(() => outer.attempt(fail)).toThrow('refused')
      add(outer, 2)
    }),
  )
  expect(peek(world, idsIn)).toEqual([1, 2])
})

test('a rehearsal discards all writes and events', () => {
  const world = worldOfThings()
  expect(rehearse(world, (tx) => add(tx, 1).id)).toBe(1)
  expect(peek(world, idsIn)).toEqual([])
  expect(() => rehearse(world, (tx) => tx.put(things, { seq: 1, id: 7, colour: 'red', size: 1, status: 'new' }))).toThrow(Defect)
})

test('a write with a transaction that only reads does not compile', () => {
  // @ts-expect-error A ReadTx has no member that writes.
  const write = (tx: ReadTx) => tx.count('thing')
  expect(peek(worldOfThings(), write)).toBe(1)
  // @ts-expect-error A function that writes is not one that reads.
  expect(peek(worldOfThings(), (tx) => add(tx, 1).id)).toBe(1)
})
