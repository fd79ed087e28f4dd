import { checkInstant } from '../../rules/requests/instants.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { memberInPathOrThrow } from '../../model/members/member.ts'
import { type Operations, selectPage } from '../../rules/requests/operation.ts'
import { events, eventView } from '../../model/events/event.ts'
import { makeEvent } from '../../rules/events/make.ts'

export const eventOperations = {
  getMemberEvents({ tx, path, query }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    const found = tx.range(events.byMember, { contact_id: member.contact_id })
    return {
      events: selectPage(found, query).map(eventView),
      list_id: list.id,
      total_items: found.count,
      _links: renderLinks(tx, 'MemberEventCollection', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },

  createMemberEvent({ tx, path, body }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    const { name, properties, is_syncing = false, occurred_at } = body
    makeEvent(tx, list, member, {
      name,
      is_syncing,
      ...(properties && Object.keys(properties).length > 0 ? { properties } : {}),
      occurred_at: occurred_at ? checkInstant('occurred_at', occurred_at) : tx.now,
      created_at: tx.now,
    })
  },
} satisfies Partial<Operations>
