import type { NewList } from '../../src/service/rules/lists/make.ts'
import type { Body } from '../mock.ts'
import { ID, withList } from './member-world.ts'

export const SURVEYS = `/3.0/lists/${ID}/surveys`

/** A question as the section of a request. */
export const asking = (query: string, type: string, more: object = {}) => ({
  type: 'question',
  question: { query, type, ...more },
})

export const HATS = [
  { label: 'Straw', value: 'straw' },
  { label: 'Felt', value: 'felt' },
]

/** A section with a question of each type. */
export const EACH_TYPE = [
  asking('Which hat?', 'pickOne', { is_required: true, has_other: true, other_label: 'Another one', options: HATS }),
  asking('Which colours?', 'pickMany', {
    should_auto_tag: true,
    options: [
      { label: 'Red', value: 'r' },
      { label: 'Blue', value: 'b' },
    ],
  }),
  asking('Which size?', 'dropdown', {
    options: [
      { label: 'Small', value: 's' },
      { label: 'Large', value: 'l' },
    ],
  }),
  asking('How good?', 'range', { range_low_label: 'Bad', range_high_label: 'Great' }),
  asking('What else?', 'text', { placeholder_label: 'Tell us' }),
  asking('Your name?', 'contactInformation', { merge_field: { id: 1 } }),
  asking('Your address?', 'email', { subscribe_checkbox_enabled: true, subscribe_checkbox_label: 'Keep me posted' }),
]

/** A world with one list and a survey of it, published unless the sections are empty. */
export async function withSurvey(
  sections: readonly object[] = EACH_TYPE,
  fields: Partial<NewList> = {},
  plan: Parameters<typeof withList>[1] = {},
) {
  const world = await withList(fields, plan)
  const { call } = world
  const made = (await call(`POST ${SURVEYS}`, { title: 'Hats', sections })).body
  const path = `${SURVEYS}/${made.id}`
  const report = `/3.0/reporting/surveys/${made.id}`
  if (sections.length > 0) await call(`POST ${path}/actions/publish`)
  const survey = async (): Promise<Body> => (await call(`GET ${path}`)).body
  return {
    ...world,
    id: String(made.id),
    survey,
    at: path,
    report,
    publish: () => call(`POST ${path}/actions/publish`),
    patch: (body: object) => call(`PATCH ${path}`, body),
    /** The sections of the survey as a change sends them back. */
    sections: async (): Promise<Body[]> => (await survey()).sections,
    /** Answers the survey by the trigger. */
    answer: (answers: object, more: object = {}) =>
      call('POST /_control/triggers', { trigger: 'survey.answer', survey_id: made.id, answers, ...more }),
    /** The question with some words, as the report shows it. */
    question: async (query: string): Promise<Body> =>
      (await call(`GET ${report}/questions`)).body.questions.find((each: Body) => each.query === query),
    responses: async (query = ''): Promise<Body[]> => (await call(`GET ${report}/responses${query}`)).body.responses,
  }
}
