import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { type MemberRow, readMergeValue } from './member.ts'
import type { MergeValue, MergeFieldRow } from '../merge-fields/merge-field.ts'
import { lists } from '../lists/list.ts'

/**
 * The data that member records show besides their own rows: the list's merge fields and interests. The row is replaced whenever one of
 * these, the name of a tag or the list's permissions change, so its identity stands for all of them.
 */
export interface MemberSchemaRow extends Row {
  readonly list_id: string
  readonly merge_fields: readonly MergeFieldRow[]
  readonly interests: readonly string[]
}

export const memberSchemas = defineTable<MemberSchemaRow>()('shapes', { key: ['list_id'], ownedBy: [[lists, 'key']] })

export function findMemberSchema(tx: ReadTx, list_id: string): Omit<MemberSchemaRow, 'seq'> {
  return tx.first(memberSchemas.key, { list_id }) ?? { list_id, merge_fields: [], interests: [] }
}

/** The merge fields that the record of a member shows: all of its list. */
export function mergeFieldsIn(
  { merge_fields }: Pick<MemberSchemaRow, 'merge_fields'>,
  member: Pick<MemberRow, 'merge_fields'>,
): { [tag: string]: MergeValue } {
  const shown: { [tag: string]: MergeValue } = {}
  for (const { tag } of merge_fields) shown[tag] = readMergeValue(member, tag) ?? ''
  return shown
}
