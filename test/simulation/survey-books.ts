import { expect } from 'vitest'
import { members } from '../../src/service/model/members/member.ts'
import {
  answerTo,
  responsesTo,
  surveyResponses,
  questionsIn,
  surveys,
  type SurveyRow,
} from '../../src/service/model/surveys/survey.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { Body, mock } from '../mock.ts'

/** Each response belongs to a survey of its list, and each id in surveys and responses is there once. */
export function expectResponsesToBelong(tx: Tx): void {
  const ids: string[] = []
  for (const survey of tx.range(surveys.key).all()) {
    expect(survey.published === undefined).toBe(survey.published_at === 0)
    expect(survey.published === undefined).toBe(survey.status === 'draft')
    for (const { id, question } of survey.content.sections) {
      ids.push(id)
      if (question) ids.push(question.id, ...question.options.map((option) => option.id))
    }
    expect(survey.content.sections.filter(({ question }) => question?.type === 'email').length).toBeLessThanOrEqual(1)
    expectRequiredAnswers(tx, survey)
  }
  for (const response of tx.range(surveyResponses.key).all()) {
    const { survey_id, list_id, contact_id, familiarity, answers } = response
    ids.push(response.id, ...answers.map(({ id }) => id))
    expect(tx.first(surveys.key, { id: survey_id })?.list_id, 'a response without a survey').toBe(list_id)
    if (contact_id !== '') expect(tx.first(members.key, { contact_id })?.list_id, 'a response of nobody').toBe(list_id)
    if (familiarity === 'unknown') expect(contact_id).toBe('')
    expect(new Set(answers.map(({ question_id }) => question_id)).size).toBe(answers.length)
  }
  expect(new Set(ids).size, 'an id of two things').toBe(ids.length)
}

/** Responses since the publication answer every required question. */
function expectRequiredAnswers(tx: Tx, survey: SurveyRow): void {
  const { published, published_at } = survey
  const required = published ? questionsIn(published).filter(({ is_required }) => is_required) : []
  for (const response of responsesTo(tx, survey)) {
    if (response.submitted_at <= published_at) continue
    for (const { id } of required) expect(answerTo(response, id), 'a required question left open').toBeDefined()
  }
}

/** The reports of surveys balance with the surveys, their responses and their answers. */
export async function expectSurveysToBalance({ call, plant }: Pick<ReturnType<typeof mock>, 'call' | 'plant'>): Promise<void> {
  await plant(expectResponsesToBelong)
  const reports: Body[] = (await call('GET /3.0/reporting/surveys?count=1000')).body.surveys
  const published = await plant((tx) =>
    tx
      .range(surveys.byCreation)
      .all()
      .filter((survey) => survey.published),
  )
  expect(reports.map(({ id }) => id)).toEqual(published.map(({ id }) => id))
  for (const { id, list_id, web_id, total_responses } of reports) {
    const at = `/3.0/reporting/surveys/${id}`
    const survey = (await call(`GET /3.0/lists/${list_id}/surveys/${id}`)).body
    const { responses, total_items } = (await call(`GET ${at}/responses`)).body
    expect([survey.response_count, survey.web_id, total_items]).toEqual([total_responses, String(web_id), responses.length])
    expect(total_responses).toBe(responses.length)
    const { questions } = (await call(`GET ${at}/questions`)).body
    for (const question of questions) await expectQuestionToBalance(call, at, question, total_responses)
  }
}

async function expectQuestionToBalance(
  call: ReturnType<typeof mock>['call'],
  at: string,
  question: Body,
  responses: number,
): Promise<void> {
  const { answers, total_items } = (await call(`GET ${at}/questions/${question.id}/answers`)).body
  const { total_responses, options } = question
  expect([total_items, answers.length]).toEqual([total_responses, total_responses])
  expect(total_responses).toBeLessThanOrEqual(responses)
  const chosen = options.reduce((sum: number, { count }: Body) => sum + count, 0)
  const labels = new Set(options.map(({ label }: Body) => label))
  const others = answers.filter(({ value }: Body) => !labels.has(value)).length
  // Options may share a label, and another answer may have it as well.
  if (labels.size === options.length && (question.type === 'pickOne' || question.type === 'dropdown'))
    expect(chosen + others).toBe(total_responses)
  if (question.type === 'pickMany') expect(chosen).toBeGreaterThanOrEqual(0)
  if (question.type === 'range' && total_responses > 0) {
    const ratings = answers.map(({ value }: Body) => Number(value))
    expect(question.average_rating).toBeGreaterThanOrEqual(Math.min(...ratings))
    expect(question.average_rating).toBeLessThanOrEqual(Math.max(...ratings))
  }
  if (question.type !== 'email') return
  const { known, new: joined, unknown } = question.contact_counts
  expect(known + joined + unknown).toBe(responses)
}
