import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import type { PathCall } from '../requests/call.ts'

/** A journey as a scenario describes it. */
export type JourneyPlan = Omit<ScenarioSchemas['Journeys'][number], 'list'>

/** An email of a step. Its texts and figures are in the tables of campaigns, under the same id. */
export interface JourneyEmail {
  readonly id: string
  /** The time between the email before, or the call for the first one, and this one. */
  readonly delay: Seconds
}

/** A step of a journey. A call can trigger only a step of the type `api`. */
export interface JourneyStep {
  readonly id: number
  readonly type: ScenarioSchemas['JourneyStepType']
  readonly emails: readonly JourneyEmail[]
}

/** A customer journey, which only the web application can create and change. A deleted list takes its journeys with it. */
export interface JourneyRow extends Row {
  readonly id: number
  readonly list_id: string
  readonly name: string
  readonly status: ScenarioSchemas['JourneyStatus']
  readonly steps: readonly JourneyStep[]
}

export const journeys = defineTable<JourneyRow>()('journeys', {
  key: ['id'],
  indexes: { byList: ['list_id'] },
  word: 'journey',
  parameters: ['journey_id'],
  shownBy: 'name',
})

/** A member who waits for the next email of a journey. */
export interface JourneyWaitRow extends Row {
  readonly journey_id: number
  readonly contact_id: string
  readonly list_id: string
  readonly step_id: number
  /** The place of the next email in its step, from 0. */
  readonly position: number
  readonly next_send: Seconds
  /** The id of the job that sends it. */
  readonly job: number
}

export const journeyWaits = defineTable<JourneyWaitRow>()('journey_waits', {
  key: ['journey_id', 'contact_id'],
  indexes: { byMember: ['contact_id'], byList: ['list_id'] },
})

export function journeyOrThrow(tx: ReadTx, id: string): JourneyRow {
  const journey = ID.test(id) ? tx.first(journeys.key, { id: Number(id) }) : undefined
  return journey ?? refuseMissing('there is no journey', id)
}

export function stepOrThrow(journey: JourneyRow, id: string): JourneyStep {
  const step = ID.test(id) ? findJourneyStep(journey, Number(id)) : undefined
  return step ?? refuseMissing(`the journey ${journey.id} has no step`, id)
}

/** Checks the path of a call about a step of a journey. */
export function checkJourneyPath(tx: ReadTx, { path: { journey_id = '', step_id = '' } }: PathCall): void {
  stepOrThrow(journeyOrThrow(tx, journey_id), step_id)
}

/** Returns the step of a journey with an id, or `undefined` if there is none. */
export function findJourneyStep({ steps }: JourneyRow, id: number): JourneyStep | undefined {
  return steps.find((step) => step.id === id)
}

const ID = /^\d{1,15}$/
