import { deliveries } from '../model/deliveries/delivery.ts'
import { eventsIn, type ResourceEvent } from '../rules/resource-events.ts'
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'
import type { Announced } from './trigger.ts'

/** The events of a transaction, by the names that webhooks use. */
export function announcedIn(tx: Tx): Announced[] {
  return eventsIn(tx).flatMap(listAnnouncements)
}

function listAnnouncements(event: ResourceEvent): Announced[] {
  if (event.type === 'campaign.ended') return [{ event: 'campaign', id: event.campaign.id, list_id: event.list.id }]
  if (event.type !== 'member.changed') return []
  const id = (event.after ?? event.before)?.unique_email_id ?? ''
  return event.diff.map((name) => ({ event: name, id, list_id: event.list.id }))
}

/** The number of the latest delivery. */
export function lastDelivery(tx: ReadTx): number {
  return tx.range(deliveries.key).sliceFromEnd(0, 1)[0]?.id ?? 0
}

export function deliveriesAfter(tx: ReadTx, last: number): number[] {
  const all = tx.range(deliveries.key)
  return all
    .slice(
      all.countWhile(({ id }) => id <= last),
      all.count,
    )
    .map(({ id }) => id)
}
