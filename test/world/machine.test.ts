import { expect, test } from 'vitest'
import { createInState, isMoveAllowed, makeMove } from '../../src/kernel/world/machine.ts'
import { transact } from '../../src/kernel/world/tx.ts'
import { worldOfThings, rules, thingMachine } from './things.ts'

const inWorld = <Result>(run: (tx: Parameters<Parameters<typeof transact>[2]>[0]) => Result) =>
  transact(worldOfThings(), rules, run).result

test('a move changes the state together with the given fields', () => {
  const moved = inWorld((tx) => {
    const thing = createInState(tx, thingMachine, { id: 1, colour: 'red', size: 1, status: 'new' })
    return makeMove(tx, thingMachine, thing, 'use', { colour: 'worn' })
  })
  expect(moved).toMatchObject({ status: 'used', colour: 'worn' })
})

test("a forbidden move is rejected with the machine's message", () => {
  expect(() =>
    inWorld((tx) =>
      makeMove(tx, thingMachine, createInState(tx, thingMachine, { id: 1, colour: '', size: 1, status: 'new' }), 'break'),
    ),
  ).toThrow('cannot break what is new')
})

test('a reason in the row rejects a move that the state would allow', () => {
  inWorld((tx) => {
    const big = createInState(tx, thingMachine, { id: 1, colour: '', size: 101, status: 'new' })
    expect(isMoveAllowed(thingMachine, big, 'use')).toBe(false)
  })
})

test('no row is created in a later state', () => {
  expect(() => inWorld((tx) => createInState(tx, thingMachine, { id: 1, colour: '', size: 1, status: 'used' }))).toThrow(
    'cannot be created as used',
  )
})
