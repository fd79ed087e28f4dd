import { deliveries } from '../resources/deliveries/delivery.ts'
import { toldIn, type Told } from '../resources/reactions.ts'
import type { Tx } from '../world/tx.ts'
import type { Announced } from './trigger.ts'

/** What was told in a transaction, in the words of webhooks. */
export function announcedIn(tx: Tx): Announced[] {
  return toldIn(tx).flatMap(announcementsOf)
}

function announcementsOf(told: Told): Announced[] {
  if (told.type === 'campaign.ended') return [{ event: 'campaign', id: told.campaign.id, list_id: told.list.id }]
  if (told.type !== 'member.changed') return []
  const id = (told.after ?? told.before)?.unique_email_id ?? ''
  return told.news.map((event) => ({ event, id, list_id: told.list.id }))
}

/** The number of the delivery that was made last. */
export function lastDelivery(tx: Tx): number {
  return tx.range(deliveries.key).sliceFromEnd(0, 1)[0]?.id ?? 0
}

/** The numbers of the deliveries that were made after another one. */
export function deliveriesAfter(tx: Tx, last: number): number[] {
  const all = tx.range(deliveries.key)
  return all
    .slice(
      all.countWhile(({ id }) => id <= last),
      all.count,
    )
    .map(({ id }) => id)
}
