import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { listOrThrow, lists } from '../lists/list.ts'

/** The value of a merge field: a text, a number, or an address. */
export type MergeValue = string | number | ServiceSchemas['MergeFieldAddress']

/** A field for which each member of a list has a value. */
export interface MergeFieldRow extends Row {
  readonly list_id: string
  readonly merge_id: number
  readonly tag: string
  readonly name: string
  readonly type: ServiceSchemas['MergeField']['type']
  readonly required: boolean
  readonly default_value: string
  readonly public: boolean
  readonly display_order: number
  readonly options: ServiceSchemas['MergeField']['options']
  readonly help_text: string
}

export const mergeFields = defineTable<MergeFieldRow>()('merge_fields', {
  key: ['list_id', 'merge_id'],
  indexes: { byTag: ['list_id', 'tag'], byOrder: ['list_id', 'display_order'] },
  word: 'merge_field',
  ids: ['merge_id', 'tag'],
  parameters: ['merge_id'],
  shownBy: 'tag',
  ownedBy: [[lists, 'byOrder']],
})

/** Returns the field that a path names. Throws a 404 if there is none. */
export function mergeFieldOrThrow(tx: ReadTx, path: { readonly list_id: string; readonly merge_id: string }): MergeFieldRow {
  const { id: list_id } = listOrThrow(tx, path.list_id)
  const merge_id = /^\d{1,15}$/.test(path.merge_id) ? Number(path.merge_id) : -1
  return tx.first(mergeFields.key, { list_id, merge_id }) ?? refuseMissing('the list has no merge field', path.merge_id)
}

/** Returns the field of a list with a tag, ignoring case, or `undefined` if there is none. */
export function fieldTagged(tx: ReadTx, list_id: string, tag: string): MergeFieldRow | undefined {
  const wanted = tag.toUpperCase()
  const fields = tx.range(mergeFields.byOrder, { list_id }).all()
  return fields.find((field) => field.tag.toUpperCase() === wanted)
}
