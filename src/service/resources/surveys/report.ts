import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors, refuseMissing } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { lists } from '../../model/lists/list.ts'
import { type MemberRow, members, readMergeValue } from '../../model/members/member.ts'
import { joinFullName } from '../../rules/members/view.ts'
import { mergeFields } from '../../model/merge-fields/merge-field.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import { type Operations, selectPart } from '../../rules/requests/operation.ts'
import {
  type SurveyAnswer,
  answerTo,
  countResponses,
  responsesTo,
  type SurveyResponseRow,
  surveyResponses,
  hostedUrl,
  type Question,
  questionsIn,
  type SurveyRow,
  surveys,
} from '../../model/surveys/survey.ts'
import { hasChoices } from '../../rules/surveys/sections.ts'

export const reportOperations = {
  getSurveyReports: listRows({
    schema: 'SurveyReportCollection',
    rows: (tx) => tx.range(surveys.byCreation).all().filter(wasPublished),
    view: reportView,
    answer: (page) => ({ surveys: page }),
  }),

  getSurveyReport: ({ tx, path }) => reportView(tx, reportedOrThrow(tx, path.survey_id)),

  getSurveyQuestions({ tx, path, query }) {
    const survey = reportedOrThrow(tx, path.survey_id)
    const all = reportedQuestions(tx, survey)
    return {
      questions: selectPart(all, query).map((question) => questionView(tx, survey, question)),
      total_items: all.length,
      _links: renderLinks(tx, 'SurveyQuestionReportCollection', { survey_id: survey.id }),
    }
  },

  getSurveyQuestion({ tx, path }) {
    const survey = reportedOrThrow(tx, path.survey_id)
    return questionView(tx, survey, questionOrThrow(tx, survey, path.question_id))
  },

  getSurveyAnswers({ tx, path, query }) {
    const survey = reportedOrThrow(tx, path.survey_id)
    const { id } = questionOrThrow(tx, survey, path.question_id)
    const found = chosenResponses(tx, survey, { ...query, answered_question: id })
    return {
      answers: selectPart(found, query).flatMap((response) => {
        const answer = answerTo(response, id)
        return answer ? { id: answer.id, value: answer.value, ...respondentView(tx, response) } : []
      }),
      total_items: found.length,
      _links: renderLinks(tx, 'SurveyAnswerCollection', { survey_id: survey.id, question_id: id }),
    }
  },

  getSurveyResponses: listRows({
    schema: 'SurveyResponseCollection',
    rows: (tx, path, query) => chosenResponses(tx, reportedOrThrow(tx, path.survey_id), query),
    view: responseView,
    answer: (page) => ({ responses: page }),
  }),

  getSurveyResponse({ tx, path }) {
    const survey = reportedOrThrow(tx, path.survey_id)
    const response = tx.first(surveyResponses.key, { id: path.response_id })
    if (response?.survey_id !== survey.id) refuseMissing('the survey has no response', path.response_id)
    const results = reportedQuestions(tx, survey).flatMap(({ id: question_id, type: question_type, query }) => {
      const answer = answerTo(response, question_id)
      return answer ? { question_id, question_type, query, answer: answer.value } : []
    })
    return { ...responseView(tx, response), results }
  },
} satisfies Partial<Operations>

/** A survey that was never published has no report. */
function wasPublished({ published }: SurveyRow): boolean {
  return published !== undefined
}

function reportedOrThrow(tx: ReadTx, id: string): SurveyRow {
  const survey = tx.first(surveys.key, { id })
  if (!survey || !wasPublished(survey)) throw errors.notFound(`there is no survey ${id.slice(0, 64)}, or it was never published`)
  return survey
}

/** The questions of the last published version, and those of earlier versions that have answers. */
function reportedQuestions(tx: ReadTx, survey: SurveyRow): Question[] {
  const { published, earlier } = survey
  const responses = earlier.length > 0 ? responsesTo(tx, survey) : []
  const answered = earlier.filter(({ id }) => responses.some((response) => answerTo(response, id)))
  return [...(published ? questionsIn(published) : []), ...answered]
}

function questionOrThrow(tx: ReadTx, survey: SurveyRow, id: string): Question {
  const question = reportedQuestions(tx, survey).find((each) => each.id === id)
  return question ?? refuseMissing('the survey has no question', id)
}

interface ResponseFilter {
  readonly respondent_familiarity_is?: SurveyResponseRow['familiarity'] | undefined
  readonly answered_question?: string | undefined
  readonly chose_answer?: string | undefined
}

/** The responses that match a filter, oldest first. */
function chosenResponses(tx: ReadTx, survey: SurveyRow, filter: ResponseFilter): readonly SurveyResponseRow[] {
  const { respondent_familiarity_is: familiarity, answered_question: question, chose_answer: option } = filter
  const all =
    familiarity === undefined
      ? responsesTo(tx, survey)
      : tx.range(surveyResponses.byFamiliarity, { survey_id: survey.id, familiarity }).all()
  if (question === undefined && option === undefined) return all
  const chose = ({ choices }: SurveyAnswer) => choices.some(({ id }) => id === option)
  return all.filter(
    (response) =>
      (question === undefined || answerTo(response, question) !== undefined) &&
      (option === undefined || response.answers.some(chose)),
  )
}

function reportView(tx: ReadTx, survey: SurveyRow): ServiceSchemas['SurveyReport'] {
  const { id, web_id, list_id, content, status } = survey
  return {
    id,
    web_id,
    list_id,
    list_name: tx.first(lists.key, { id: list_id })?.name ?? '',
    title: content.title,
    url: hostedUrl(tx, survey),
    status: status === 'published' ? 'published' : 'unpublished',
    published_at: timestamp(survey.published_at),
    created_at: timestamp(survey.created_at),
    updated_at: timestamp(survey.updated_at),
    total_responses: countResponses(tx, survey),
    _links: renderLinks(tx, 'SurveyReport', { survey_id: id }),
  }
}

function questionView(tx: ReadTx, survey: SurveyRow, question: Question): ServiceSchemas['SurveyQuestionReport'] {
  const { id, query, type, is_required, has_other, other_label, placeholder_label } = question
  const answers = responsesTo(tx, survey).flatMap((response) => answerTo(response, id) ?? [])
  return {
    id,
    survey_id: survey.id,
    query,
    type,
    total_responses: answers.length,
    is_required,
    has_other,
    other_label,
    options: countedOptions(question, answers),
    placeholder_label,
    ...questionDetailsView(tx, survey, question, answers),
    _links: renderLinks(tx, 'SurveyQuestionReport', { survey_id: survey.id, question_id: id }),
  }
}

/** The options of a question with the number of their answers. A removed option is there while it has answers. */
function countedOptions(question: Question, answers: readonly SurveyAnswer[]): ServiceSchemas['SurveyQuestionReport']['options'] {
  if (!hasChoices(question)) return []
  const counted = new Map(question.options.map(({ id, label }) => [id, { id, label, count: 0 }]))
  for (const { id, label } of answers.flatMap(({ choices }) => choices)) {
    const known = counted.get(id)
    counted.set(id, { id, label: known?.label ?? label, count: (known?.count ?? 0) + 1 })
  }
  return [...counted.values()]
}

/** The members that only questions of a type have. */
function questionDetailsView(
  tx: ReadTx,
  survey: SurveyRow,
  question: Question,
  answers: readonly SurveyAnswer[],
): Partial<ServiceSchemas['SurveyQuestionReport']> {
  if (question.type === 'range') {
    const { range_low_label, range_high_label } = question
    const sum = answers.reduce((total, { value }) => total + Number(value), 0)
    return { range_low_label, range_high_label, average_rating: answers.length === 0 ? 0 : sum / answers.length }
  }
  if (question.type === 'email') {
    const { subscribe_checkbox_enabled, subscribe_checkbox_label } = question
    const of = (familiarity: SurveyResponseRow['familiarity']) =>
      tx.range(surveyResponses.byFamiliarity, { survey_id: survey.id, familiarity }).count
    const contact_counts = { known: of('known'), new: of('new'), unknown: of('unknown') }
    return { subscribe_checkbox_enabled, subscribe_checkbox_label, contact_counts }
  }
  const { merge_field } = question
  const field = merge_field && tx.first(mergeFields.key, { list_id: survey.list_id, merge_id: merge_field.id })
  return field ? { merge_field: { id: field.merge_id, label: field.name, type: field.type } } : {}
}

function responseView(tx: ReadTx, response: SurveyResponseRow): ServiceSchemas['SurveyResponse'] {
  const _links = renderLinks(tx, 'SurveyResponse', { survey_id: response.survey_id, response_id: response.id })
  return { ...respondentView(tx, response), _links }
}

/** What answers and responses tell about the response and its contact. */
function respondentView(tx: ReadTx, response: SurveyResponseRow): Omit<ServiceSchemas['SurveyResponse'], '_links' | 'results'> {
  const member = response.contact_id === '' ? undefined : tx.first(members.key, { contact_id: response.contact_id })
  return {
    response_id: response.id,
    submitted_at: timestamp(response.submitted_at),
    is_new_contact: response.familiarity === 'new',
    ...(member ? { contact: contactView(member) } : {}),
  }
}

function contactView(member: MemberRow): ServiceSchemas['SurveyContact'] {
  const phone = readMergeValue(member, 'PHONE')
  return {
    email: member.email_address,
    email_id: member.hash,
    contact_id: member.contact_id,
    full_name: joinFullName(member),
    phone: typeof phone === 'string' ? phone : '',
    status: STATUS_WORDS[member.status],
    avatar_url: '',
    consents_to_one_to_one_messaging: true,
  }
}

const STATUS_WORDS: { readonly [Status in MemberRow['status']]: ServiceSchemas['SurveyContact']['status'] } = {
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  cleaned: 'Cleaned',
  archived: 'Archived',
  pending: 'Non-Subscribed',
  transactional: 'Non-Subscribed',
}
