import type { Secrets } from '../../log/secrets.ts'
import { entityDescriptions } from '../../../service/resources/index.ts'
import type { EntityDescription } from '../../../service/rules/manifest.ts'
import { tableNamed } from '../../../service/model/tables.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'

/** A kind of thing whose history can be requested, with its tables. */
export interface Entity extends Omit<EntityDescription, 'tables'> {
  readonly tables: readonly Table<Row>[]
}

/** All entities, in alphabetical order. */
export const entities: readonly Entity[] = entityDescriptions
  .map((each) => ({ ...each, tables: each.tables.flatMap((name) => tableNamed(name) ?? []) }))
  .toSorted((a, b) => (a.word < b.word ? -1 : 1))

/** The entity with a name. */
export function findEntity(word: string): Entity | undefined {
  return entities.find((entity) => entity.word === word)
}

/** The entity that a table primarily belongs to. Returns `undefined` if there is none. */
export function entityOfTable(table: Table<Row>): Entity | undefined {
  return entities.find(({ tables: [first] }) => first === table)
}

/** A field of a row of any table; a dot separates a nested field. */
export function readRowField(row: Row, field: string): unknown {
  const dot = field.indexOf('.')
  if (dot === -1) return Reflect.get(row, field)
  const value: unknown = Reflect.get(row, field.slice(0, dot))
  return typeof value === 'object' && value !== null ? Reflect.get(value, field.slice(dot + 1)) : undefined
}

/** A field of a row as text; empty if it has none. */
export function fieldText(row: Row, field: string): string {
  const value = readRowField(row, field)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The key of a row as written in a path. */
export function rowId({ key }: Table<Row>, row: Row): string {
  const values: unknown[] = key.fields.map((field) => Reflect.get(row, field))
  return values.join(',')
}

/** The id shown by the API, or a placeholder if it is secret. */
export function shownId(secrets: Secrets, { secret, ids: [field = ''] }: Entity, row: Row): string {
  const id = fieldText(row, field)
  if (!secret) return id
  const placeholder = secrets.hide(id)
  return placeholder === id ? SECRET : placeholder
}

/** Replaces a secret without a placeholder of its own. */
export const SECRET = '{{secret}}'
