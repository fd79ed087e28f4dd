import { Defect } from './errors.ts'
import type { Row, Table } from './table.ts'
import type { Tx } from './tx.ts'

/** One move of a machine: from which states it is allowed, and where it leads. */
export interface Move<State extends string, R> {
  readonly from: readonly State[]
  readonly to: State
  /** A reason in the row itself to refuse although the state would allow it. */
  readonly unless?: (row: R) => boolean
}

/** The life of one kind of thing, as a table of moves. */
export interface Machine<R extends Row & { readonly status: State }, State extends string, Name extends string> {
  readonly name: string
  readonly table: Table<R>
  /** The states in which a thing may begin. */
  readonly initial: readonly State[]
  readonly moves: { readonly [Each in Name]: Move<State, R> }
  /** The error the service answers when a move is not allowed. */
  readonly refuse: (row: R, move: Name) => Error
  /** Fields that follow from the status, kept in the row for its indexes. */
  readonly follows?: (status: State) => Partial<R>
  /** Consequences of any change of state; `before` is undefined for a new thing. */
  readonly changed?: (tx: Tx, row: R, before: R | undefined) => void
}

/** The life of the rows of a table. Moves and states are checked by the compiler. */
export function defineMachine<R extends Row & { readonly status: string }, Name extends string>(
  table: Table<R>,
  machine: Omit<Machine<R, R['status'], Name>, 'table'>,
): Machine<R, R['status'], Name> {
  return { ...machine, table }
}

/** Whether a move is allowed for a row as it stands. */
export function may<R extends Row & { readonly status: string }, Name extends string>(
  machine: Machine<R, R['status'], Name>,
  row: R,
  move: Name,
): boolean {
  const { from, unless } = machine.moves[move]
  return from.includes(row.status) && !unless?.(row)
}

/** Begins a thing's life in one of the initial states; it may continue a row of another table. */
export function begin<R extends Row & { readonly status: string }, Name extends string>(
  tx: Tx,
  machine: Machine<R, R['status'], Name>,
  fields: Omit<R, 'seq'>,
  continued?: Row,
): R {
  const row = tx.insert(machine.table, { ...fields, ...machine.follows?.(fields.status) }, continued)
  if (!machine.initial.includes(row.status)) throw new Defect(`A ${machine.name} cannot begin as ${row.status}.`)
  machine.changed?.(tx, row, undefined)
  return row
}

/** Makes a move, together with other changes of the row. The only place where a status changes. */
export function take<R extends Row & { readonly status: string }, Name extends string>(
  tx: Tx,
  machine: Machine<R, R['status'], Name>,
  row: R,
  move: Name,
  changes: Partial<Omit<R, 'seq' | 'status'>> = {},
): R {
  if (!may(machine, row, move)) throw machine.refuse(row, move)
  const status = machine.moves[move].to
  const moved = tx.put(machine.table, { ...row, ...changes, status, ...machine.follows?.(status) })
  machine.changed?.(tx, moved, row)
  return moved
}
