import { isUnchangedBy } from '../support/objects.ts'
import type { Seconds } from '../support/time.ts'
import { Defect } from './errors.ts'
import type { Row, Table } from './table.ts'
import type { Tx } from './tx.ts'

/** A transition of a state machine: its allowed initial states and its final state. */
export interface Move<State extends string, R> {
  readonly from: readonly State[]
  readonly to: State
  /** A reason in the row itself to reject the move although the state would allow it. */
  readonly unless?: (row: R) => boolean
  /** The fields that change with the status. */
  readonly sets?: (row: R, now: Seconds) => Partial<Omit<R, 'seq' | 'status'>>
}

/** A state machine, as a table of moves. */
export interface Machine<R extends Row & { readonly status: State }, State extends string, Name extends string> {
  readonly name: string
  readonly table: Table<R>
  /** Every state: whether a new row may be created in it, or whether only moves lead there. */
  readonly states: { readonly [Each in State]: 'initial' | 'reached' }
  readonly moves: { readonly [Each in Name]: Move<State, R> }
  /** The error that the service answers if a move is not allowed. */
  readonly refuse: (row: R, move: Name) => Error
  /** Fields derived from the status, stored in the row for its indexes. */
  readonly follows?: (status: State) => Partial<R>
  /** Runs after each change of state; `before` and `move` are undefined for a new row. */
  readonly changed?: (tx: Tx, row: R, before: R | undefined, move: Name | undefined) => void
}

/** Defines the state machine of a table. The compiler checks moves and states. */
export function defineMachine<R extends Row & { readonly status: string }, Name extends string>(
  table: Table<R>,
  machine: Omit<Machine<R, R['status'], Name>, 'table'>,
): Machine<R, R['status'], Name> {
  return { ...machine, table }
}

/** Whether a move is allowed for a row in its current state. */
export function isMoveAllowed<R extends Row & { readonly status: string }, Name extends string>(
  machine: Machine<R, R['status'], Name>,
  row: R,
  move: Name,
): boolean {
  const { from, unless } = machine.moves[move]
  return from.includes(row.status) && !unless?.(row)
}

/** Creates a row in one of the initial states. It may take the place in the creation order of a row from another table. */
export function createInState<R extends Row & { readonly status: string }, Name extends string>(
  tx: Tx,
  machine: Machine<R, R['status'], Name>,
  fields: Omit<R, 'seq'>,
  continued?: Row,
): R {
  const derived: Partial<Omit<R, 'seq'>> = machine.follows?.(fields.status) ?? {}
  const row = tx.insert(
    machine.table,
    isUnchangedBy<Partial<Omit<R, 'seq'>>>(fields, derived) ? fields : { ...fields, ...derived },
    continued,
  )
  if (machine.states[row.status as R['status']] !== 'initial')
    throw new Defect(`A ${machine.name} cannot be created as ${row.status}.`)
  machine.changed?.(tx, row, undefined, undefined)
  return row
}

/** Makes a move, together with other changes of the row. A status changes nowhere else. */
export function makeMove<R extends Row & { readonly status: string }, Name extends string>(
  tx: Tx,
  machine: Machine<R, R['status'], Name>,
  row: R,
  move: Name,
  changes: Partial<Omit<R, 'seq' | 'status'>> = {},
): R {
  if (!isMoveAllowed(machine, row, move)) throw machine.refuse(row, move)
  const { to: status, sets } = machine.moves[move]
  const moved = tx.put(machine.table, { ...row, ...sets?.(row, tx.now), ...changes, status, ...machine.follows?.(status) })
  machine.changed?.(tx, moved, row, move)
  return moved
}

/** Brings a row to a state, through the states that its machine lists before that state, as far as a move leads to them. */
export function reachState<R extends Row & { readonly status: string }, Name extends string>(
  tx: Tx,
  machine: Machine<R, R['status'], Name>,
  row: R,
  status: R['status'],
): R {
  let reached = row
  const states = Object.keys(machine.states)
  const moves = Object.keys(machine.moves) as Name[]
  for (const state of states.slice(0, states.indexOf(status) + 1)) {
    const move = moves.find((name) => machine.moves[name].to === state && isMoveAllowed(machine, reached, name))
    if (move !== undefined && state !== reached.status) reached = makeMove(tx, machine, reached, move)
  }
  if (reached.status !== status) throw new Defect(`No move leads the ${machine.name} from ${row.status} to ${status}.`)
  return reached
}
