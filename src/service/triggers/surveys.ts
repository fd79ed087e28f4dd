import { pointerTo } from '../../kernel/support/json-pointer.ts'
import { type ListRow, lists } from '../model/lists/list.ts'
import type { Caller } from '../model/requests/call.ts'
import { answerSurvey, type GivenAnswer, type Submission } from '../rules/surveys/answer.ts'
import { questionsIn, type SurveyRow, surveys } from '../model/surveys/survey.ts'
import { readInstant, type Seconds, timestamp } from '../../kernel/support/time.ts'
import { ApiError } from '../../kernel/world/errors.ts'
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'
import {
  type ChangedThing,
  callerAs,
  makeTriggerRefusal,
  type KnownName,
  TriggerRefusal,
  type Triggers,
  unknownReference,
} from './trigger.ts'

/** A visitor answers a survey, with the same consequences as on its page. */
export const surveyTriggers = {
  'survey.answer': (tx, { survey_id, answers = {}, at, email_address, subscribe }) => {
    const survey = requireNamedSurvey(tx, survey_id)
    const list = tx.first(lists.key, { id: survey.list_id })
    if (survey.status !== 'published' || !list)
      throw makeTriggerRefusal(`The survey ${survey_id} is not published, so nobody can answer it.`)
    const submitted_at = checkSurveyInstant(tx, survey, at)
    const result = respondToSurvey(tx, list, survey, { answers, email_address, subscribe, submitted_at }, callerAs(tx))
    const { member, response } = result
    const changed: ChangedThing[] = [{ entity: 'survey_response', id: response.id, list_id: list.id }]
    if (member) changed.push({ entity: 'member', id: member.hash, list_id: list.id })
    return { changed }
  },
} satisfies Partial<Triggers>

/** A submission whose answers are by the ids of questions, or by their words. */
interface NamedSubmission extends Omit<Submission, 'answers'> {
  readonly answers: { readonly [name: string]: GivenAnswer }
}

/** Answers a survey. A refusal points to the wrong member of the submission. */
export function respondToSurvey(tx: Tx, list: ListRow, survey: SurveyRow, { answers, ...rest }: NamedSubmission, by: Caller) {
  const named = answersByQuestion(survey, answers)
  const given = new Map([...named].map(([id, { answer }]) => [id, answer]))
  try {
    return answerSurvey(tx, list, survey, { ...rest, answers: given }, by)
  } catch (error) {
    if (!(error instanceof ApiError) || error.word !== 'InvalidResource') throw error
    const { detail, errors: [wrong] = [] } = error.refusal
    if (!wrong) throw new TriggerRefusal(detail, '/email_address')
    throw new TriggerRefusal(wrong.message, pointerTo(['answers', named.get(wrong.field)?.name ?? wrong.field]))
  }
}

function requireNamedSurvey(tx: ReadTx, id: string): SurveyRow {
  const survey = tx.first(surveys.key, { id })
  if (survey) return survey
  const all = tx.range(surveys.byCreation).all()
  const known = all.map((each): KnownName => [each.id, each.content.title])
  throw unknownReference('/survey_id', `There is no survey ${id}.`, id, known)
}

/** An answer under the name by which the trigger has its question. */
interface NamedAnswer {
  readonly name: string
  readonly answer: GivenAnswer
}

/** The answers by the ids of their questions. */
function answersByQuestion(
  survey: SurveyRow,
  answers: { readonly [name: string]: GivenAnswer },
): ReadonlyMap<string, NamedAnswer> {
  const questions = questionsIn(survey.published ?? survey.content)
  return new Map(
    Object.entries(answers).map(([name, answer]) => {
      const question = questions.find(({ id }) => id === name) ?? questions.find(({ query }) => query === name)
      if (question) return [question.id, { name, answer }]
      const known = questions.map(({ id, query }): KnownName => [id, query])
      throw unknownReference(pointerTo(['answers', name]), `The survey has no question ${name.slice(0, 64)}.`, name, known)
    }),
  )
}

function checkSurveyInstant(tx: ReadTx, survey: SurveyRow, text: string | undefined): Seconds {
  if (text === undefined) return tx.now
  const at = readInstant(text)
  if (at !== undefined && at >= survey.published_at && at <= tx.now) return at
  const range = `from ${timestamp(survey.published_at)}, when the survey was published, to ${timestamp(tx.now)}`
  throw new TriggerRefusal(`at must be an instant ${range}.`, '/at')
}
