import { describe, expect, test } from 'vitest'
import { machines } from '../build/machines.mjs'
import { machinesIn } from '../build/sources.mjs'

/** The printable part of a machine. */
interface AnyMachine {
  readonly name: string
  readonly states: { readonly [state: string]: 'initial' | 'reached' }
  readonly moves: {
    readonly [name: string]: { readonly from: readonly string[]; readonly to: string; readonly unless?: unknown }
  }
}

const all: readonly AnyMachine[] = await machines()

test('every state machine is exported by the file that defines it', () => {
  expect(all.map(({ name }) => name)).toEqual([...machinesIn('src/service').keys()].toSorted())
})

const statesOf = (machine: AnyMachine) => Object.keys(machine.states)

/** A machine as a table: a row per state, a column per move, and the resulting states. */
function printed(machine: AnyMachine): string {
  const moves = Object.entries(machine.moves)
  const rows = statesOf(machine).map((state) => [
    state,
    ...moves.map(([, { from, to, unless }]) => (from.some((each) => each === state) ? `${to}${unless ? ' ?' : ''}` : '-')),
  ])
  const lines = [[machine.name, ...moves.map(([name]) => name)], ...rows]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0))) ?? []
  return lines
    .map((row) =>
      row
        .map((handle, column) => handle.padEnd(widths[column] ?? 0))
        .join(' | ')
        .trimEnd(),
    )
    .join('\n')
}

describe.each(all.map((machine) => [machine.name, machine] as const))('the life cycle of %s', (_, machine) => {
  test('the states and moves of the machine are this table', () => expect(`\n${printed(machine)}\n`).toMatchSnapshot())

  test('every state of the machine is reached by some transition', () => {
    const reached = new Set(statesOf(machine).filter((state) => machine.states[state] === 'initial'))
    for (let before = -1; before !== reached.size;) {
      before = reached.size
      for (const { from, to } of Object.values(machine.moves)) if (from.some((state) => reached.has(state))) reached.add(to)
    }
    expect(statesOf(machine).filter((state) => !reached.has(state))).toEqual([])
  })
})
