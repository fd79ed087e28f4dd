import type { Row } from '../../../kernel/world/table.ts'
import { peek, type Tx } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
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
export function namesIn(world: WorldState, row: Row): RowNames {
  const names: Record<string, string> = {}
  // An order keeps the address of a deleted customer.
  const former = fieldText(row, 'former_customer.email_address')
  if (former !== '') names['customer_id'] = former
  peek(world, (tx) => {
    for (const [field, entity] of NAMED) {
      if (!Object.hasOwn(row, field)) continue
      const named = rowNamed(tx, entity, field, row)
      const name = named && named.seq !== row.seq ? fieldText(named, entity.name) : ''
      if (name !== '') names[field] = withoutPasswords(name)
    }
  })
  return names
}

/** The row that a field of another row names. What a store has is named within the store. */
function rowNamed(tx: Tx, { tables, ids: [own = ''] }: Entity, field: string, row: Row): Row | undefined {
  const probe = { ...row, [own]: Reflect.get(row, field) }
  for (const { key } of tables) {
    const found = key.fields.every((each) => each in probe) ? tx.first(key, probe) : undefined
    if (found) return found
  }
  return undefined
}
