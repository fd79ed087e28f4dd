import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { campaigns } from '../../model/campaigns/campaign.ts'
import { journeys } from '../../model/journeys/journey.ts'
import { makeJourney } from '../../rules/journeys/make.ts'
import { lists } from '../../model/lists/list.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'

type JourneyData = ScenarioSchemas['Journeys'][number]

/** Plants the journeys of a scenario. The lists and campaigns must exist. */
export function plantJourneys(tx: Tx, all: readonly JourneyData[]): void {
  for (const [i, data] of all.entries()) runBelowPath(['journeys', i], () => plantJourney(tx, data))
}

function plantJourney(tx: Tx, { list: list_id, ...plan }: JourneyData): void {
  const list = tx.first(lists.key, { id: list_id })
  if (!list) throw new ScenarioDataError(['list'], `must be the id of a list of this scenario, but ${list_id} is none`)
  if (tx.first(journeys.key, { id: plan.id })) throw duplicate([], 'those of other journeys', plan.id)
  const steps = new Set<number>()
  const emails = new Set<string>()
  for (const [i, { id, emails: own = [] }] of plan.steps.entries()) {
    if (steps.has(id)) throw duplicate(['steps', i], 'those of other steps of the journey', id)
    steps.add(id)
    for (const [j, email] of own.entries()) {
      if (email.id === undefined) continue
      if (emails.has(email.id) || tx.first(campaigns.key, { id: email.id }))
        throw duplicate(['steps', i, 'emails', j], 'those of campaigns and of emails of automations and journeys', email.id)
      emails.add(email.id)
    }
  }
  makeJourney(tx, list, plan)
}

function duplicate(path: readonly (string | number)[], others: string, id: string | number): ScenarioDataError {
  return new ScenarioDataError([...path, 'id'], `must differ from ${others}, but ${id} does not`)
}
