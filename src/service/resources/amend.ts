import { isUnchangedBy } from '../../kernel/support/equal.ts'
import type { Row, Table } from '../../kernel/world/table.ts'
import type { Tx } from '../../kernel/world/tx.ts'

/** Changes a row. If nothing changes, the row and the world stay the same objects. */
export function amend<R extends Row>(tx: Tx, table: Table<R>, row: R, changes: Partial<Omit<R, 'seq'>>): R {
  return isUnchangedBy<Partial<Omit<R, 'seq'>>>(row, changes) ? row : tx.put(table, { ...row, ...changes })
}
