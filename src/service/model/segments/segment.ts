import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { lists } from '../lists/list.ts'
import { members } from '../members/member.ts'
import { phoneContacts } from '../contacts/contact.ts'

/** A part of a list. A static segment is the tag with the same id and name; a saved one selects members by its options. */
export interface SegmentRow extends Row {
  readonly id: number
  readonly list_id: string
  readonly name: string
  readonly type: ServiceSchemas['Segment']['type']
  readonly options?: ServiceSchemas['SegmentOptions']
  readonly created_at: Seconds
  readonly updated_at: Seconds
}

export const segments = defineTable<SegmentRow>()('segments', {
  key: ['list_id', 'id'],
  indexes: { byId: ['id'], byName: ['list_id', 'type', 'name'], onList: ['list_id'] },
  word: 'segment',
  ids: ['id', 'name'],
  parameters: ['segment_id'],
  shownBy: 'name',
  ownedBy: [[lists, 'onList']],
})

/** A member of a static segment, that is, a member with the tag. */
export interface TaggingRow extends Row {
  readonly segment_id: number
  readonly contact_id: string
  readonly list_id: string
  readonly added_at: Seconds
}

export const taggings = defineTable<TaggingRow>()('taggings', {
  key: ['contact_id', 'segment_id'],
  indexes: { bySegment: ['segment_id'], byMember: ['contact_id'] },
  ownedBy: [
    [segments.byId, 'bySegment'],
    [members, 'byMember'],
    [phoneContacts, 'byMember'],
  ],
})

export function segmentOrThrow(tx: ReadTx, list_id: string, id: string): SegmentRow {
  const segment = /^\d{1,15}$/.test(id) ? tx.first(segments.key, { list_id, id: Number(id) }) : undefined
  return segment ?? refuseMissing('the list has no segment', id)
}

/** The static segment with a name, which is the tag with that name. */
export function staticNamed(tx: ReadTx, list_id: string, name: string): SegmentRow | undefined {
  return tx.first(segments.byName, { list_id, type: 'static', name })
}
