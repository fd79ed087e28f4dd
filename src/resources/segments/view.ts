import type { Schemas } from '../../contract/service.ts'
import { timestamp } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import { linksOf } from '../links.ts'
import type { SegmentRow } from './segment.ts'

/** Shows a segment; `member_count` is counted by who knows which members count. */
export function segmentView(tx: Tx, segment: SegmentRow, member_count: number): Schemas['Segment'] {
  const { id, list_id, name, type, options, created_at, updated_at } = segment
  return {
    id,
    name,
    member_count,
    type,
    created_at: timestamp(created_at),
    updated_at: timestamp(updated_at),
    ...(options ? { options } : {}),
    list_id,
    _links: linksOf(tx, 'Segment', { list_id, segment_id: id }),
  }
}
