import { isUnchangedBy } from '../support/equal.ts'
import type { Row, Table } from '../world/table.ts'
import type { Tx } from '../world/tx.ts'

/** Changes a row; one that would come out as it was stays the very same, and so does the world. */
export function amend<R extends Row>(tx: Tx, table: Table<R>, row: R, changes: Partial<Omit<R, 'seq'>>): R {
  return isUnchangedBy<Partial<Omit<R, 'seq'>>>(row, changes) ? row : tx.put(table, { ...row, ...changes })
}
