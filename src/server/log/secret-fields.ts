import { tables } from '../../service/model/tables.ts'
import type { GeneratedSecret, Row, Table } from '../../kernel/world/table.ts'

/** A field that holds a secret, which is redacted in the journal and in bundles. */
export interface SecretField {
  readonly table: Table<Row>
  /** Returns the secret of a row; empty if it has none. */
  readonly read: (row: Row) => string
  /** How it is generated, or `undefined` if it is not derived from a counter alone. */
  readonly generated: GeneratedSecret | undefined
}

/** Every field that holds a secret. */
export const secretFields: readonly SecretField[] = tables.flatMap(listSecretFields)

/** Every kind of secret that worlds generate. */
export const generatedSecrets: readonly GeneratedSecret[] = [...new Set(secretFields.flatMap(({ generated }) => generated ?? []))]

function listSecretFields(table: Table<Row>): SecretField[] {
  return Object.entries(table.declared.secrets ?? {}).map(([field, origin]) => ({
    table,
    read: (row) => String(Reflect.get(row, field)),
    generated: origin === 'given' ? undefined : origin,
  }))
}
