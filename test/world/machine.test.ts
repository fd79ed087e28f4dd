import { expect, test } from 'vitest'
import { createInState, isMoveAllowed, makeMove, reachState } from '../../src/kernel/world/machine.ts'
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

const RED = { id: 1, colour: 'red', size: 1, status: 'new' } as const

test('a move sets the fields that go with it, unless they are given', () => {
  const use = { ...thingMachine.moves.use, sets: (_thing: object, now: number) => ({ colour: `used at ${now}`, size: 2 }) }
  const machine = { ...thingMachine, moves: { ...thingMachine.moves, use } }
  const moved = inWorld((tx) => makeMove(tx, machine, createInState(tx, machine, RED), 'use', { size: 3 }))
  expect(moved).toMatchObject({ status: 'used', colour: 'used at 0', size: 3 })
})

test('a row reaches a state through the states before it, and one that it has without a move', () => {
  const reached = inWorld((tx) => {
    const thing = createInState(tx, thingMachine, RED)
    return [reachState(tx, thingMachine, thing, 'new'), reachState(tx, thingMachine, thing, 'broken')]
  })
  expect(reached.map(({ status }) => status)).toEqual(['new', 'broken'])
})

test('a state to which no move leads a row is a Defect', () => {
  const reach = () =>
    inWorld((tx) => reachState(tx, thingMachine, createInState(tx, thingMachine, { ...RED, size: 101 }), 'used'))
  expect(reach).toThrow('No move leads the thing from new to used.')
})
