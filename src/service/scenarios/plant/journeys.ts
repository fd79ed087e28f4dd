import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { campaigns } from '../../model/campaigns/campaign.ts'
import { journeys } from '../../model/journeys/journey.ts'
import { makeJourney } from '../../rules/journeys/make.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { refuseTaken, requireOwnList } from './instants.ts'

type JourneyData = ScenarioSchemas['Journeys'][number]

/** Plants the journeys of a scenario. The lists and campaigns must exist. */
export function plantJourneys(tx: Tx, all: readonly JourneyData[]): void {
  for (const [i, data] of all.entries()) runBelowPath(['journeys', i], () => plantJourney(tx, data))
}

function plantJourney(tx: Tx, { list: list_id, ...plan }: JourneyData): void {
  const list = requireOwnList(tx, list_id)
  refuseTaken('journeys', plan.id, tx.first(journeys.key, { id: plan.id }))
  const steps = new Set<number>()
  const emails = new Set<string>()
  for (const [i, { id, emails: own = [] }] of plan.steps.entries()) {
    refuseTaken('steps of the journey', id, steps.has(id), ['steps', i, 'id'])
    steps.add(id)
    for (const [j, email] of own.entries()) {
      if (email.id === undefined) continue
      if (emails.has(email.id) || tx.first(campaigns.key, { id: email.id }))
        throw new ScenarioDataError(
          ['steps', i, 'emails', j, 'id'],
          `must differ from those of campaigns and of emails of automations and journeys, but ${email.id} does not`,
        )
      emails.add(email.id)
    }
  }
  makeJourney(tx, list, plan)
}
