import { members } from '../../../src/service/model/members/member.ts'
import { journeys } from '../../../src/service/model/journeys/journey.ts'
import { ADDRESSES } from './audience.ts'
import type { Bodies } from './bodies.ts'

/** Bodies for operations on journeys; some are invalid. */
export const journeyBodies: Bodies = {
  triggerJourneyStep: (dice, tx) => {
    const all = tx.range(journeys.key).all()
    const known = all.flatMap(({ list_id }) => tx.range(members.byStatus, { list_id, status: 'subscribed' }).all())
    return { email_address: known.length > 0 && dice.often(80) ? dice.oneOf(known).email_address : dice.oneOf(ADDRESSES) }
  },
}
