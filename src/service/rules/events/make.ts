import type { Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { events, type EventRow } from '../../model/events/event.ts'

/** The fields of a new event. All but its name have defaults. */
export type NewEvent = Pick<EventRow, 'name'> & Partial<Omit<EventRow, 'seq' | 'list_id' | 'contact_id'>>

/** Records an event of a member; by default it occurs now. */
export function makeEvent(tx: Tx, list: ListRow, member: MemberRow, fields: NewEvent): EventRow {
  const { occurred_at = tx.now, created_at = occurred_at } = fields
  return tx.insert(events, {
    is_syncing: false,
    ...fields,
    occurred_at,
    created_at,
    id: fields.id ?? tx.count('events.id'),
    list_id: list.id,
    contact_id: member.contact_id,
  })
}
