import { expect } from 'vitest'
import { jobs } from '../../src/kernel/world/job.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { campaigns, isSent } from '../../src/service/model/campaigns/campaign.ts'
import { emails } from '../../src/service/model/emails/email.ts'
import { journeys, journeyWaits, findJourneyStep } from '../../src/service/model/journeys/journey.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { members } from '../../src/service/model/members/member.ts'

/** Journeys, their emails, and the members who wait in them must agree. */
export function expectJourneysToBalance(tx: Tx): void {
  for (const { id, list_id, steps } of tx.range(journeys.key).all()) {
    expect(tx.first(lists.key, { id: list_id }), `the list of the journey ${id}`).toBeDefined()
    for (const email of steps.flatMap((step) => step.emails)) {
      const campaign = tx.first(campaigns.key, { id: email.id })
      expect(campaign, `the email ${email.id} of a journey`).toMatchObject({ workflow: true, list_id, parent_id: '' })
      if (campaign) expect(campaign.status, email.id).toBe(isSent(campaign) ? 'sending' : 'save')
    }
  }
  for (const { journey_id, contact_id, list_id, step_id, position, next_send, job } of tx.range(journeyWaits.key).all()) {
    const place = `${contact_id} in the journey ${journey_id}`
    const journey = tx.first(journeys.key, { id: journey_id })
    expect(journey?.list_id, place).toBe(list_id)
    expect(journey && findJourneyStep(journey, step_id)?.emails[position], place).toBeDefined()
    expect(tx.first(members.key, { contact_id }), place).toMatchObject({ list_id, status: 'subscribed' })
    const { kind, due_at = 0 } = tx.first(jobs.key, { id: job }) ?? {}
    expect([kind, Math.floor(due_at / 1000)], place).toEqual(['journeys.send', next_send])
  }
  const sending = tx
    .range(jobs.key)
    .all()
    .filter(({ kind }) => kind === 'journeys.send')
  expect(sending).toHaveLength(tx.range(journeyWaits.key).count)
  for (const { kind, journey, recipient } of tx.range(emails.key).all()) {
    expect(kind === 'journey', kind).toBe(journey !== undefined)
    if (journey) expect(recipient?.status).toBe('subscribed')
  }
}
