import { definedTables, emptyTable, indexOf, type Row, type Table } from './table.ts'
import type { World } from './world.ts'

/** The rows in which one version of a table differs from another; one that was changed is in both lists. */
export interface TableDifference {
  readonly table: Table<Row>
  readonly come: readonly Row[]
  readonly gone: readonly Row[]
}

/** In which rows tables differ from what they were. Versions share what they have in common, and that is not looked at. */
export function differenceOf(after: World['tables'], before: World['tables']): TableDifference[] {
  return definedTables().flatMap((table) => {
    const [now, then] = [after[table.number] ?? emptyTable(), before[table.number] ?? emptyTable()]
    if (now === then) return []
    const difference = indexOf(now, table.key).differenceFrom(indexOf(then, table.key))
    return difference.come.length + difference.gone.length === 0 ? [] : [{ table, ...difference }]
  })
}
