import { lists } from '../../../service/model/lists/list.ts'
import { stores } from '../../../service/model/stores/store.ts'
import { historyEntries } from '../../../kernel/world/history.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import { peek, type ReadTx } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { type Entity, readRowField, fieldText, shownId, entities } from './entities.ts'
import { cut, withoutPasswords } from './fields.ts'

export interface TableRow {
  readonly table: Table<Row>
  readonly row: Row
}

/** Describes a thing in a sentence: kind, name, id, the person it is about, and its list or store. */
export function describeThing(handle: WorldHandle, entity: Entity, { row }: TableRow): string {
  const id = shownId(handle.log.secrets, entity, row)
  const name = withoutPasswords(handle.log.secrets.hide(fieldText(row, entity.name)))
  const words = entity.word.replaceAll('_', ' ')
  const named = entity.secret
    ? `${id} of the application ${name}`
    : name === '' || name === id || entity.word === 'member'
      ? name || id
      : `${cut(name, NAME_CHARS_MAX)} (${id})`
  const person = findPersonName(handle, entity, row)
  if (person === undefined) {
    const list = ofList(handle, row, 'of')
    return `the ${words} ${named}${list}${ofStore(handle, row, list === '' ? 'of' : 'and')}`
  }
  return `the ${words} ${named} of ${person}${ofList(handle, row, 'on')}${ofStore(handle, row, 'in')}`
}

/** The person whom a thing without a name of its own is about: the customer of an order, or the contact who answered a survey. */
export function findPersonName(
  { world }: WorldHandle,
  { name, ids: [id], tables: [table] }: Entity,
  row: Row,
): string | undefined {
  if (name !== id || !table) return undefined
  const { customer_id, contact_id } = peek(world, (tx) => findPlainNames(tx, table, row))
  return customer_id ?? contact_id
}

const NAME_CHARS_MAX = 100

function ofList(handle: WorldHandle, row: object, word: string): string {
  const list_id: unknown = Reflect.get(row, 'list_id')
  if (typeof list_id !== 'string' || list_id === '') return ''
  return ` ${word} the list ${listName(handle, list_id)}`
}

function ofStore(handle: WorldHandle, row: object, word: string): string {
  const name = storeNameIn(handle, row)
  return name === undefined ? '' : ` ${word} the store ${name}`
}

/** The name of the store that a row belongs to. Returns `undefined` if it belongs to none. */
export function storeNameIn({ world }: WorldHandle, row: object): string | undefined {
  const id: unknown = Reflect.get(row, 'store_id')
  if (typeof id !== 'string' || id === '') return undefined
  const store = peek(world, (tx) => tx.first(stores.key, { id }))
  return store ? cut(store.name, NAME_CHARS_MAX) : nameOfDeleted(world, stores, id)
}

/** The name of a list, which may have been deleted; its id if the name is unknown. */
export function listName({ world }: WorldHandle, id: string): string {
  const list = peek(world, (tx) => tx.first(lists.key, { id }))
  return list ? cut(list.name, NAME_CHARS_MAX) : nameOfDeleted(world, lists, id)
}

/** The last name of a deleted row; its id if the name is no longer known. */
function nameOfDeleted(world: WorldState, from: Table<Row>, id: string): string {
  for (const { changes } of historyEntries(world.history)) {
    const deletion = changes.find(({ table, before }) => table === from && before && readRowField(before, 'id') === id)
    if (deletion?.before) return cut(fieldText(deletion.before, 'name'), NAME_CHARS_MAX)
  }
  return id
}

/** The plain names of what a row names, by its fields: `{ store_id: 'Acme Shop', customer_id: 'ada@acme.test' }`. */
type RowNames = Readonly<Record<string, string>>

/** The kinds of things with names, by the fields of rows that hold their ids. */
const NAMED: ReadonlyMap<string, Entity> = new Map(
  entities
    .filter(({ secret, name, ids: [id] }) => !secret && name !== id)
    .flatMap((entity) => entity.parameters.map((parameter) => [parameter, entity] as const)),
)

/** Finds the plain names of what a row names. Things without a name, and most of those that are gone, are left out. */
export function findPlainNames(tx: ReadTx, table: Table<Row>, row: Row): RowNames {
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
