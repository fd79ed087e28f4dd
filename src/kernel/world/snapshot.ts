import { Defect } from './errors.ts'
import { Range } from './range.ts'
import type { Index, Row, Table } from './table.ts'
import type { TableState } from './table-state.ts'
import type { Settings } from './world.ts'

/** Reads the settings and the rows of one version of a world: a transaction, or a snapshot. */
export interface Reader {
  readonly settings: Settings
  /** Returns the first row whose leading index fields equal those of the probe, or `undefined` if there is none. */
  first<R extends Row, F extends string>(index: Index<R, F>, probe: Partial<Pick<R, F & keyof R>>): R | undefined
  /** The rows whose leading index fields equal those of the probe, in the order of the index. */
  range<R extends Row, F extends string>(index: Index<R, F>, probe?: Partial<Pick<R, F & keyof R>>): Range<R>
}

/** The settings and some tables of one version of a world, kept to be compared with later versions. */
export class Snapshot implements Reader {
  readonly settings: Settings
  readonly #states: ReadonlyMap<Table<Row>, TableState>

  constructor(settings: Settings, states: ReadonlyMap<Table<Row>, TableState>) {
    this.settings = settings
    this.#states = states
  }

  first<R extends Row, F extends string>(index: Index<R, F>, probe: Partial<Pick<R, F & keyof R>>): R | undefined {
    return firstIn(this.#stateOf(index.table), index, probe)
  }

  range<R extends Row, F extends string>(index: Index<R, F>, probe: Partial<Pick<R, F & keyof R>> = {}): Range<R> {
    return rangeIn(this.#stateOf(index.table), index, probe)
  }

  #stateOf(table: Table<Row>): TableState {
    const state = this.#states.get(table)
    if (!state) throw new Defect(`The table ${table.name} is not in the snapshot.`)
    return state
  }
}

export function firstIn<R extends Row, F extends string>(
  state: TableState,
  index: Index<R, F>,
  probe: Partial<Pick<R, F & keyof R>>,
): R | undefined {
  const compare = index.order.with(probe)
  const row = state.rowsBy(index).firstFrom(probe, compare)
  return row && compare(row, probe) === 0 ? row : undefined
}

export function rangeIn<R extends Row, F extends string>(
  state: TableState,
  index: Index<R, F>,
  probe: Partial<Pick<R, F & keyof R>>,
): Range<R> {
  const rows = state.rowsBy(index)
  const compare = index.order.with(probe)
  if (compare === index.order.by(0)) return new Range(rows, 0, rows.size)
  return new Range(rows, ...rows.span(probe, compare))
}
