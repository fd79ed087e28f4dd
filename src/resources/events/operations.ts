import { readInstant, type Seconds } from '../../support/time.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import { listOrThrow } from '../lists/list.ts'
import { memberOrThrow } from '../members/member.ts'
import type { Operations } from '../operation.ts'
import { pageOf } from '../page.ts'
import { events, eventView } from './event.ts'
import { makeEvent } from './make.ts'

export const eventOperations = {
  getMemberEvents({ tx, path, query }) {
    const list = listOrThrow(tx, path.list_id)
    const member = memberOrThrow(tx, list, path.subscriber_hash)
    const found = tx.range(events.byMember, { contact_id: member.contact_id })
    return {
      events: pageOf(found, query).map(eventView),
      list_id: list.id,
      total_items: found.count,
      _links: linksOf(tx, 'MemberEventCollection', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },

  createMemberEvent({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const member = memberOrThrow(tx, list, path.subscriber_hash)
    const { name, properties, is_syncing = false, occurred_at } = body
    makeEvent(tx, list, member, {
      name,
      is_syncing,
      ...(properties && Object.keys(properties).length > 0 ? { properties } : {}),
      occurred_at: occurred_at ? readOrThrow(occurred_at) : tx.now,
    })
  },
} satisfies Partial<Operations>

/** The form of the text has been checked, but not whether its day stands in the calendar. */
function readOrThrow(occurred_at: string): Seconds {
  const at = readInstant(occurred_at)
  if (at === undefined)
    throw errors.invalid({ field: 'occurred_at', message: 'Value must be a date or a date with a time (ISO 8601).' })
  return at
}
