import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { interests } from '../interests/interest.ts'
import { mergeFields, type MergeFieldRow } from '../merge-fields/merge-field.ts'

/**
 * What the records of a list's members show besides their own rows: the list's merge fields and interests. The row is
 * made anew whenever one of these, the name of a tag or the list's permissions change, so that its identity stands for all.
 */
export interface ShapeRow {
  readonly seq: number
  readonly list_id: string
  readonly merge_fields: readonly MergeFieldRow[]
  readonly interests: readonly string[]
}

export const shapes = defineTable<ShapeRow>()('shapes', { key: ['list_id'] })

/** The shape of a list's members. */
export function shapeOf(tx: Tx, list_id: string): Omit<ShapeRow, 'seq'> {
  return tx.first(shapes.key, { list_id }) ?? { list_id, merge_fields: [], interests: [] }
}

/** To be called after any change of what a member's record shows besides its row. */
export function reshape(tx: Tx, list_id: string): void {
  const shape = {
    list_id,
    merge_fields: tx.range(mergeFields.byOrder, { list_id }).all(),
    interests: tx
      .range(interests.byCategory, { list_id })
      .all()
      .map((interest) => interest.id),
  }
  const before = tx.first(shapes.key, { list_id })
  if (before) tx.put(shapes, { ...shape, seq: before.seq })
  else tx.insert(shapes, shape)
}

/** Takes the shape of a list's members out of the world. */
export function dropShapeOf(tx: Tx, list: { readonly id: string }): void {
  const shape = tx.first(shapes.key, { list_id: list.id })
  if (shape) tx.remove(shapes, shape)
}
