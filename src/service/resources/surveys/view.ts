import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { countResponses } from '../../model/surveys/response.ts'
import { type SurveyRow, questionsIn, hostedUrl } from '../../model/surveys/survey.ts'

export function surveyView(tx: ReadTx, survey: SurveyRow): ServiceSchemas['Survey'] {
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
