import type { Row, Table } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { entities, type Entity, fieldText } from './entities.ts'
import { withoutPasswords } from './fields.ts'

/** The plain names of what a row names, by its fields: `{ store_id: 'Acme Shop', customer_id: 'ada@acme.test' }`. */
export type RowNames = Readonly<Record<string, string>>

/** The kinds of things with names, by the fields of rows that hold their ids. */
const NAMED: ReadonlyMap<string, Entity> = new Map(
  entities
    .filter(({ secret, name, ids: [id] }) => !secret && name !== id)
    .flatMap((entity) => entity.parameters.map((parameter) => [parameter, entity] as const)),
)

/** Finds the plain names of what a row names. Things without a name, and most of those that are gone, are left out. */
export function namesIn(tx: ReadTx, table: Table<Row>, row: Row): RowNames {
  const names: Record<string, string> = {}
  for (const field of NAMED.keys()) {
    const name = findFieldName(tx, table, row, field)
    if (name !== '') names[field] = name
  }
  return names
}

/** Whether a row names something, other than its list or its store, by a name with a text in lower case. */
export function hasName(tx: ReadTx, table: Table<Row>, row: Row, text: string): boolean {
  for (const field of NAMED.keys()) {
    if (field !== 'list_id' && field !== 'store_id' && findFieldName(tx, table, row, field).toLowerCase().includes(text))
      return true
  }
  return false
}

/** The plain name of what a field of a row names; empty if there is none. */
function findFieldName(tx: ReadTx, table: Table<Row>, row: Row, field: string): string {
  const entity = NAMED.get(field)
  // A row does not name itself.
  if (!entity || entity.tables.includes(table) || !Object.hasOwn(row, field)) return ''
  const named = rowNamed(tx, entity, field, row)
  if (named) return withoutPasswords(fieldText(named, entity.name))
  // An order keeps the address of a deleted customer.
  return field === 'customer_id' ? fieldText(row, 'former_customer.email_address') : ''
}

/** The row that a field of another row names. What a store has is named within the store. */
function rowNamed(tx: ReadTx, { tables, ids: [own = ''] }: Entity, field: string, row: Row): Row | undefined {
  const probe = { ...row, [own]: Reflect.get(row, field) }
  for (const { key } of tables) {
    const found = key.fields.every((each) => each in probe) ? tx.first(key, probe) : undefined
    if (found) return found
  }
  return undefined
}
