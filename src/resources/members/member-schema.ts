import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { interests } from '../interests/interest.ts'
import { mergeFields, type MergeFieldRow } from '../merge-fields/merge-field.ts'

/**
 * What the records of a list's members show besides their own rows: the list's merge fields and interests. The row is
 * made anew whenever one of these, the name of a tag or the list's permissions change, so that its identity stands for all.
 */
export interface MemberSchemaRow {
  readonly seq: number
  readonly list_id: string
  readonly merge_fields: readonly MergeFieldRow[]
  readonly interests: readonly string[]
}

export const memberSchemas = defineTable<MemberSchemaRow>()('shapes', { key: ['list_id'] })

/** The shape of a list's members. */
export function memberSchemaOf(tx: Tx, list_id: string): Omit<MemberSchemaRow, 'seq'> {
  return tx.first(memberSchemas.key, { list_id }) ?? { list_id, merge_fields: [], interests: [] }
}

/** To be called after any change of what a member's record shows besides its row. */
export function refreshMemberSchema(tx: Tx, list_id: string): void {
  const shape = {
    list_id,
    merge_fields: tx.range(mergeFields.byOrder, { list_id }).all(),
    interests: tx
      .range(interests.byCategory, { list_id })
      .all()
      .map((interest) => interest.id),
  }
  const before = tx.first(memberSchemas.key, { list_id })
  if (before) tx.put(memberSchemas, { ...shape, seq: before.seq })
  else tx.insert(memberSchemas, shape)
}

/** Removes the shape of a list's members. */
export function dropMemberSchemaOf(tx: Tx, list: { readonly id: string }): void {
  const shape = tx.first(memberSchemas.key, { list_id: list.id })
  if (shape) tx.remove(memberSchemas, shape)
}
