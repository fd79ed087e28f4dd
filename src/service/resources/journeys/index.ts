import { onDemand } from '../../../kernel/world/on-demand.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { omit } from '../../rules/omissions.ts'
import type { Manifest } from '../../rules/manifest.ts'
import type { MemberRow } from '../../model/members/member.ts'
import type { ResourceEvents } from '../../rules/resource-events.ts'
import { checkJourneyPath, journeys, type JourneyWaitRow, journeyWaits } from '../../model/journeys/journey.ts'

// Most worlds have no journey.
const flow = onDemand(() => import('./flow.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).journeyOperations,
  checkPath: async () => checkJourneyPath,
  jobs: { 'journeys.send': (tx, subject) => flow().sendNext(tx, subject) },
  modules: { jobs: { 'journeys.send': flow }, rows: [{ table: journeys, modules: [flow] }] },
  reactions: {
    'member.changed': leaveUnlessSubscribed,
    'list.deleted': (tx, { list }) => removeListJourneys(tx, list),
    'member.deleted': (tx, { member }) => leaveJourneys(tx, member),
  },
} satisfies Manifest

/** Members who are no longer subscribed leave the journeys in which they wait. */
function leaveUnlessSubscribed(tx: Tx, { before, after }: ResourceEvents['member.changed']): void {
  const member = after ?? before
  if (member && after?.status !== 'subscribed') leaveJourneys(tx, member)
}

function leaveJourneys(tx: Tx, { contact_id }: MemberRow): void {
  for (const wait of tx.range(journeyWaits.byMember, { contact_id }).all()) {
    const { journey_id, list_id } = wait
    omit(tx, { code: 'journey_closed', list_id, contact_id, journey_id: String(journey_id) })
    endWait(tx, wait)
  }
}

/** Ends the journeys of a deleted list. Reports of their emails stay. */
function removeListJourneys(tx: Tx, { id: list_id }: ListRow): void {
  for (const wait of tx.range(journeyWaits.byList, { list_id }).all()) endWait(tx, wait)
  for (const journey of tx.range(journeys.byList, { list_id }).all()) flow().removeJourney(tx, journey)
}

function endWait(tx: Tx, wait: JourneyWaitRow): void {
  tx.unschedule(wait.job)
  tx.remove(journeyWaits, wait)
}
