import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { makeMove, reachState } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { makeSurvey } from '../../rules/surveys/make.ts'
import { readSections } from '../../rules/surveys/sections.ts'
import { surveyMachine } from '../../model/surveys/machine.ts'
import { type SurveyRow, surveys } from '../../model/surveys/survey.ts'
import { respondToSurvey } from '../../triggers/surveys.ts'
import { callerAs } from '../../triggers/trigger.ts'
import type { Pools } from '../generate/people.ts'
import { generateResponses } from '../generate/responses.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { readLaterInstant, readPlantedInstant, refuseTaken } from './instants.ts'

type SurveyData = NonNullable<ScenarioSchemas['List']['surveys']>[number]
type ResponseData = NonNullable<SurveyData['responses']>[number]

/** Plants the surveys of a list with the responses to them. Nothing is sent about a response. */
export function plantSurveys(tx: Tx, list: ListRow, all: readonly SurveyData[], { pools }: { readonly pools?: Pools }): void {
  for (const [i, data] of all.entries()) runBelowPath(['surveys', i], () => plantSurvey(tx, list, data, pools))
}

function plantSurvey(tx: Tx, list: ListRow, data: SurveyData, pools: Pools | undefined): void {
  const { id, title, status = 'draft', sections = [], responses = [], generate_responses } = data
  refuseTaken('surveys', id, tx.first(surveys.key, { id: id ?? '' }))
  if (status === 'draft' && (responses.length > 0 || generate_responses))
    throw new ScenarioDataError(['status'], 'must be published or unpublished, since the survey has responses')
  const created_at = createdAt(tx, list, data)
  const fields = {
    title,
    sections: readSections(tx, list, sections),
    created_at,
    ...(id === undefined ? {} : { id }),
  }
  const draft = makeSurvey(tx, list, fields)
  if (status === 'draft') return
  if (!fields.sections.some(({ question }) => question))
    throw new ScenarioDataError(['sections'], 'must have a question, since the survey was published')
  const published = makeMove(tx, surveyMachine, draft, 'publish', { published_at: created_at })
  // Generated responses are of people who were on the list before anyone joined by the survey.
  const generated = pools && generate_responses ? generateResponses(tx, list, published, generate_responses, pools) : []
  for (const [i, response] of responses.entries())
    runBelowPath(['responses', i], () => plantResponse(tx, list, published, response, created_at))
  for (const response of generated)
    runBelowPath(['generate_responses'], () => plantAnswers(tx, list, published, response, response.submitted_at))
  reachState(tx, surveyMachine, published, status)
}

/** When a survey was created: by default with its list, but not after its first response. */
function createdAt(tx: ReadTx, { date_created }: ListRow, { created_at, responses = [] }: SurveyData): Seconds {
  if (created_at !== undefined) return readPlantedInstant(tx, created_at, 'created_at')
  const answered = responses.flatMap(({ at }, i) =>
    at === undefined ? [] : runBelowPath(['responses', i], () => readPlantedInstant(tx, at, 'at')),
  )
  return Math.min(date_created, ...answered)
}

function plantResponse(tx: Tx, list: ListRow, survey: SurveyRow, data: ResponseData, published_at: Seconds): void {
  const { at, answers = {}, ...rest } = data
  plantAnswers(tx, list, survey, { ...rest, answers }, at === undefined ? tx.now : readLaterInstant(tx, at, published_at))
}

function plantAnswers(
  tx: Tx,
  list: ListRow,
  survey: SurveyRow,
  response: Omit<ResponseData, 'at' | 'answers'> & Required<Pick<ResponseData, 'answers'>>,
  at: Seconds,
): void {
  const submission = { ...response, submitted_at: at, joined_at: at }
  respondToSurvey(tx, list, survey, submission, { ...callerAs(tx), quiet: true })
}
