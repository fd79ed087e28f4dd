import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { segments, type SegmentRow, staticNamed } from '../../model/segments/segment.ts'

/** The fields of a new segment: a name and a type, options if it is a saved one, and optionally any other field of its row. */
export type NewSegment = Pick<SegmentRow, 'name' | 'type'> & Partial<Omit<SegmentRow, 'seq' | 'list_id'>>

/** Creates a segment of a list. A static one has no members yet. Throws 400 if another static one has its name. */
export function makeSegment(tx: Tx, list: Pick<ListRow, 'id'>, fields: NewSegment): SegmentRow {
  if (fields.type === 'static') refuseTakenName(tx, list, fields.name)
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

/** A static segment is the tag with its name, so names are unique in a list. */
export function refuseTakenName(tx: ReadTx, list: Pick<ListRow, 'id'>, name: string): void {
  if (staticNamed(tx, list.id, name)) throw errors.invalid({ field: 'name', message: 'The list has a tag of this name already.' })
}
