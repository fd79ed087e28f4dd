import { expect, test } from 'vitest'
import { createInState, isMoveAllowed, makeMove } from '../../src/world/machine.ts'
import { transact } from '../../src/world/tx.ts'
import { nothing, rules, thingMachine } from './things.ts'

const inWorld = <Result>(run: (tx: Parameters<Parameters<typeof transact>[2]>[0]) => Result) =>
  transact(nothing(), rules, run).result

test('a move changes the state together with what it is given', () => {
  const moved = inWorld((tx) => {
    const thing = createInState(tx, thingMachine, { id: 1, colour: 'red', size: 1, status: 'new' })
    return makeMove(tx, thingMachine, thing, 'use', { colour: 'worn' })
  })
  expect(moved).toMatchObject({ status: 'used', colour: 'worn' })
})

test('a move that the state does not allow is refused in the words of the machine', () => {
  expect(() =>
    inWorld((tx) =>
      makeMove(tx, thingMachine, createInState(tx, thingMachine, { id: 1, colour: '', size: 1, status: 'new' }), 'break'),
    ),
  ).toThrow('cannot break what is new')
})

test('a reason in the row refuses a move that the state would allow', () => {
  inWorld((tx) => {
    const big = createInState(tx, thingMachine, { id: 1, colour: '', size: 101, status: 'new' })
    expect(isMoveAllowed(thingMachine, big, 'use')).toBe(false)
  })
})

test('nothing begins in the middle of its life', () => {
  expect(() => inWorld((tx) => createInState(tx, thingMachine, { id: 1, colour: '', size: 1, status: 'used' }))).toThrow(
    'cannot be created as used',
  )
})
