import { Defect } from '../../../kernel/world/errors.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { type CampaignRow, campaigns } from '../../model/campaigns/campaign.ts'
import { removeCampaign } from '../../rules/campaigns/delete.ts'
import { campaignMachine } from '../../model/campaigns/machine.ts'
import { deliverOngoing } from '../../rules/campaigns/send/ongoing.ts'
import { members, type MemberRow } from '../../model/members/member.ts'
import {
  type JourneyEmail,
  type JourneyRow,
  journeys,
  type JourneyStep,
  journeyWaits,
  findJourneyStep,
} from '../../model/journeys/journey.ts'

/** Lets a member enter a journey at a step: its emails go out one after the other, and then the member has left the journey. */
export function enterAt(tx: Tx, journey: JourneyRow, step: JourneyStep, member: MemberRow): void {
  continueFrom(tx, { journey, step, member, position: 0 })
}

/** The place of a member in a journey: before the email at a position of a step. */
interface FlowPlace {
  readonly journey: JourneyRow
  readonly step: JourneyStep
  readonly member: MemberRow
  readonly position: number
}

/** Sends the next email, or waits for its delay. */
function continueFrom(tx: Tx, place: FlowPlace): void {
  const { journey, step, member, position } = place
  const email = step.emails[position]
  if (!email) return
  if (email.delay === 0) return deliver(tx, place, email)
  const { id: journey_id, list_id } = journey
  const { contact_id } = member
  const next_send = tx.now + email.delay
  const { id: job } = tx.schedule('journeys.send', 1000 * email.delay, `${journey_id}-${contact_id}`)
  tx.insert(journeyWaits, { journey_id, contact_id, list_id, step_id: step.id, position, next_send, job })
}

function deliver(tx: Tx, place: FlowPlace, email: JourneyEmail): void {
  const { journey, step, member, position } = place
  deliverOngoing(tx, campaignOfEmail(tx, email), [member], { kind: 'journey', journey: { id: journey.id, step_id: step.id } })
  continueFrom(tx, { ...place, position: position + 1 })
}

/** Sends the email for which a member waits. The subject is the journey and the member. */
export function sendNext(tx: Tx, subject: string): void {
  const [id = '', contact_id = ''] = subject.split('-')
  const wait = tx.first(journeyWaits.key, { journey_id: Number(id), contact_id })
  const journey = tx.first(journeys.key, { id: Number(id) })
  const member = tx.first(members.key, { contact_id })
  if (!wait || !journey || !member) return
  tx.remove(journeyWaits, wait)
  const step = findJourneyStep(journey, wait.step_id)
  const email = step?.emails[wait.position]
  if (step && email) deliver(tx, { journey, step, member, position: wait.position }, email)
}

/** Removes a journey. Emails that have gone out keep their reports, which end. */
export function removeJourney(tx: Tx, journey: JourneyRow): void {
  tx.remove(journeys, journey)
  for (const email of journey.steps.flatMap(({ emails }) => emails)) {
    const campaign = campaignOfEmail(tx, email)
    if (campaign.status === 'sending') makeMove(tx, campaignMachine, campaign, 'finish')
    else removeCampaign(tx, campaign)
  }
}

/** What an email of a journey has in common with a campaign. */
function campaignOfEmail(tx: ReadTx, { id }: JourneyEmail): CampaignRow {
  const campaign = tx.first(campaigns.key, { id })
  if (!campaign) throw new Defect(`The email ${id} of a journey has no row in campaigns.`)
  return campaign
}
