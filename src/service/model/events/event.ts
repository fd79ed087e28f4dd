import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp, type Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { lists } from '../lists/list.ts'
import { members } from '../members/member.ts'

/** Something that a member did outside the service. */
export interface EventRow extends Row {
  readonly id: number
  readonly list_id: string
  readonly contact_id: string
  readonly name: string
  /** Texts by name; missing if none were given. */
  readonly properties?: { readonly [name: string]: string }
  readonly occurred_at: Seconds
  /** The instant at which the event was recorded, perhaps long after it occurred. */
  readonly created_at: Seconds
  /** Whether automations were suppressed. */
  readonly is_syncing: boolean
}

export const events = defineTable<EventRow>()('events', {
  key: ['id'],
  indexes: { byMember: ['contact_id'], onList: ['list_id'] },
  word: 'event',
  shownBy: 'name',
  ownedBy: [
    [lists, 'onList'],
    [members, 'byMember'],
  ],
})

export function eventView({ occurred_at, name, properties }: EventRow): ServiceSchemas['MemberEvent'] {
  return { occurred_at: timestamp(occurred_at), name, ...(properties ? { properties } : {}) }
}
