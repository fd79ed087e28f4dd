import type { Tx } from '../../../kernel/world/tx.ts'
import { segments, type SegmentRow } from '../../model/segments/segment.ts'

/** The fields of a new segment: a name and a type, options if it is a saved one, and optionally any other field of its row. */
export type NewSegment = Pick<SegmentRow, 'name' | 'type'> & Partial<Omit<SegmentRow, 'seq' | 'list_id'>>

/** Creates a segment of a list. A static one has no members yet. */
export function makeSegment(tx: Tx, list: { readonly id: string }, fields: NewSegment): SegmentRow {
  const created_at = fields.created_at ?? tx.now
  return tx.insert(segments, {
    ...fields,
    id: fields.id ?? nextId(tx),
    list_id: list.id,
    created_at,
    updated_at: fields.updated_at ?? created_at,
  })
}

const FIRST_ID = 10_001

/** The next id that no segment of any list has: scenarios may have set some. */
function nextId(tx: Tx): number {
  const id = tx.count('segments.id', FIRST_ID)
  return tx.first(segments.byId, { id }) ? nextId(tx) : id
}
