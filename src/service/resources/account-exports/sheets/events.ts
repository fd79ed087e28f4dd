import { timestamp } from '../../../../kernel/support/time.ts'
import type { EventRow } from '../../../model/events/event.ts'
import { members } from '../../../model/members/member.ts'
import { makeSheetLine, type Columns } from './sheet.ts'

/** The columns of a member's events. */
export const eventColumns: Columns<EventRow> = {
  list_id: ({ list_id }) => list_id,
  contact_id: ({ contact_id }) => contact_id,
  email_address: ({ contact_id }, tx) => tx.first(members.key, { contact_id })?.email_address ?? '',
  name: ({ name }) => name,
  occurred_at: ({ occurred_at }) => timestamp(occurred_at),
  properties: ({ properties }) => (properties ? JSON.stringify(properties) : ''),
}

export const eventLine = makeSheetLine(eventColumns)
