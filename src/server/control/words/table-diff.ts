import { pointerTo } from '../../../kernel/support/json-pointer.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { type Change, type HistoryEntry, netChanges } from '../../../kernel/world/history.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import { isDifferent, type KnownSecrets, shownDifferences, withoutPasswords } from './fields.ts'
import { entityOfTable, fieldText, rowId } from './entities.ts'

/** The part of each list that is shown. */
export interface DiffPage {
  readonly limit: number
  readonly offset: number
}

/** View of the rows of a table that differ, in the order of their keys. Only the shown rows are compared field by field. */
export function tableDiffView(
  secrets: KnownSecrets,
  table: Table<Row>,
  changes: readonly Omit<Change, 'table'>[],
  { limit, offset }: DiffPage,
): ControlSchemas['TableDiff'] {
  const inOrder = changes.toSorted((a, b) => compareByKey(table, a, b))
  const shown = (rows: readonly Omit<Change, 'table'>[]): ControlSchemas['RowDiff'][] =>
    rows.slice(offset, offset + limit).map((row) => rowDiffView(secrets, table, row))
  const added = inOrder.filter(({ before }) => !before)
  const removed = inOrder.filter(({ after }) => !after)
  const changed = inOrder.filter(({ before, after }) => before && after && isDifferent(table, before, after))
  const view = { added: shown(added), removed: shown(removed), changed: shown(changed) }
  const counts = { added: added.length, removed: removed.length, changed: changed.length }
  const omitted = counts.added + counts.removed + counts.changed - view.added.length - view.removed.length - view.changed.length
  return { table: table.name, key: [...table.key.fields], ...view, counts, omitted }
}

function compareByKey(table: Table<Row>, a: Omit<Change, 'table'>, b: Omit<Change, 'table'>): number {
  const [first, second] = [a.after ?? a.before, b.after ?? b.before]
  return first && second ? table.key.order.full(first, second) : 0
}

function rowDiffView(
  secrets: KnownSecrets,
  table: Table<Row>,
  { before, after }: Omit<Change, 'table'>,
): ControlSchemas['RowDiff'] {
  const row = after ?? before
  return {
    id: row ? secrets.hide(rowId(table, row)) : '',
    ...(row ? plainName(secrets, table, row) : {}),
    fields: shownDifferences(secrets, table, before, after).map(({ path, from, to }) => ({
      pointer: secrets.hide(pointerTo(path)),
      from,
      to,
    })),
  }
}

/** The name of a row, unless it is its id or could hold a secret. */
function plainName(secrets: KnownSecrets, table: Table<Row>, row: Row): Pick<ControlSchemas['RowDiff'], 'name'> {
  const entity = entityOfTable(table)
  if (!entity || entity.secret || entity.ids.includes(entity.name)) return {}
  const name = withoutPasswords(secrets.hide(fieldText(row, entity.name)))
  return name === '' ? {} : { name }
}

export function isSameTable({ counts }: ControlSchemas['TableDiff']): boolean {
  return counts.added + counts.removed + counts.changed === 0
}

/** The tables with changed rows, and the numbers of these rows. */
export function tablesIn({ changes }: Pick<HistoryEntry, 'changes'>): ControlSchemas['ChangedTable'][] {
  const counts = new Map<string, { added: number; removed: number; changed: number }>()
  for (const { table, before, after } of netChanges(changes)) {
    const count = counts.get(table.name) ?? { added: 0, removed: 0, changed: 0 }
    counts.set(table.name, count)
    count[!before ? 'added' : !after ? 'removed' : 'changed']++
  }
  return [...counts].map(([table, count]) => ({ table, ...count })).toSorted((a, b) => (a.table < b.table ? -1 : 1))
}
