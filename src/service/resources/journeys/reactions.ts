import { lazy } from '../../../kernel/world/lazy.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { Events } from '../resource-events.ts'
import { journeys, journeyWaits } from './journey.ts'

// Most worlds have no journey, so this is loaded on demand to keep startup fast.
const flow = lazy(() => import('./flow.ts'))

/** Members who are no longer subscribed leave the journeys in which they wait. */
export function memberChanged(tx: Tx, { before, after }: Events['member.changed']): void {
  const subject = after ?? before
  if (subject && after?.status !== 'subscribed') leaveJourneys(tx, subject)
}

/** Takes a member out of all journeys. */
export function leaveJourneys(tx: Tx, { contact_id }: { readonly contact_id: string }): void {
  for (const wait of tx.range(journeyWaits.byMember, { contact_id }).all()) {
    tx.unschedule(wait.job)
    tx.remove(journeyWaits, wait)
  }
}

/** Ends the journeys of a deleted list. Reports of their emails stay. */
export function dropJourneysOf(tx: Tx, { id: list_id }: { readonly id: string }): void {
  for (const wait of tx.range(journeyWaits.byList, { list_id }).all()) {
    tx.unschedule(wait.job)
    tx.remove(journeyWaits, wait)
  }
  for (const journey of tx.range(journeys.byList, { list_id }).all()) flow().dropJourney(tx, journey)
}
