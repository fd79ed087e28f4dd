import { equal, pick } from '../../../kernel/support/objects.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import { assertRoom } from '../../rules/campaigns/make.ts'
import { campaignView } from '../../rules/campaigns/view.ts'
import { listOrThrow, givenListOrThrow } from '../../model/lists/list.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { BodyChecks, Operations } from '../../rules/requests/operation.ts'
import { surveyMachine } from '../../model/surveys/machine.ts'
import { makeSurvey, makeSurveyEmail, replicateSurvey } from '../../rules/surveys/make.ts'
import { removeWithOwned } from '../../rules/remove-owned.ts'
import { reportOperations } from './report.ts'
import { readSections, sectionMistakes } from '../../rules/surveys/sections.ts'
import { surveyOrThrow, surveys, type SurveyRow, questionsIn, hostedUrl, countResponses } from '../../model/surveys/survey.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'

export const surveyOperations = {
  ...reportOperations,

  getSurveys: listRows({
    schema: 'SurveyCollection',
    rows: (tx, path) => tx.range(surveys.byList, { list_id: listOrThrow(tx, path.list_id).id }),
    view: surveyView,
    answer: (page) => ({ surveys: page }),
  }),

  createSurvey({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const sections = readSections(tx, list, body.sections ?? [])
    return surveyView(tx, makeSurvey(tx, list, { ...pick(body, ['title']), sections }))
  },

  getSurvey: ({ tx, path }) => surveyView(tx, surveyOrThrow(tx, path).survey),

  updateSurvey({ tx, path, body }) {
    const { list, survey } = surveyOrThrow(tx, path)
    const before = survey.content
    const sections = body.sections ? readSections(tx, list, body.sections, before.sections) : before.sections
    const content = { ...before, ...pick(body, ['title', 'is_piped_to_inbox']), sections }
    if (equal(content, before)) return surveyView(tx, survey)
    return surveyView(tx, tx.put(surveys, { ...survey, content, updated_at: tx.now }))
  },

  deleteSurvey({ tx, path }) {
    removeWithOwned(tx, surveys, surveyOrThrow(tx, path).survey)
  },

  publishSurvey: ({ tx, path }) => surveyView(tx, makeMove(tx, surveyMachine, surveyOrThrow(tx, path).survey, 'publish')),

  unpublishSurvey: ({ tx, path }) => surveyView(tx, makeMove(tx, surveyMachine, surveyOrThrow(tx, path).survey, 'unpublish')),

  createSurveyEmail({ tx, path }) {
    const { list, survey } = surveyOrThrow(tx, path)
    assertRoom(tx)
    return campaignView(tx, makeSurveyEmail(tx, list, survey))
  },

  replicateSurvey({ tx, path, body }) {
    const { list, survey } = surveyOrThrow(tx, path)
    const { title, list_id = list.id } = body ?? {}
    const target = givenListOrThrow(tx, list_id)
    return surveyView(tx, replicateSurvey(tx, survey, target, title))
  },
} satisfies Partial<Operations>

export const surveyBodyChecks = {
  createSurvey: ({ tx, path, body }) => sectionMistakes(tx, listOrThrow(tx, path.list_id), body.sections ?? []),
  updateSurvey({ tx, path, body }) {
    const { list, survey } = surveyOrThrow(tx, path)
    return sectionMistakes(tx, list, body.sections ?? [], survey.content.sections)
  },
} satisfies BodyChecks

function surveyView(tx: ReadTx, survey: SurveyRow): ServiceSchemas['Survey'] {
  const { id, list_id, content } = survey
  const questions = questionsIn(content)
  return {
    id,
    list_id,
    web_id: String(survey.web_id),
    title: content.title,
    status: survey.status,
    hosted_url: hostedUrl(tx, survey),
    is_piped_to_inbox: content.is_piped_to_inbox,
    question_count: questions.length,
    response_count: countResponses(tx, survey),
    questions: questions.map((question) => question.id),
    sections: [...content.sections],
    created_at: timestamp(survey.created_at),
    updated_at: timestamp(survey.updated_at),
    published_at: timestamp(survey.published_at),
    _links: renderLinks(tx, 'Survey', { list_id, survey_id: id }),
  }
}
