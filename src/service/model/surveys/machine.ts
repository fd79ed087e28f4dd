import { equal } from '../../../kernel/support/objects.ts'
import { defineMachine } from '../../../kernel/world/machine.ts'
import { errors } from '../errors.ts'
import { questionsIn, surveys, type SurveyRow } from './survey.ts'

export type SurveyMove = 'publish' | 'unpublish'

/** The state machine of a survey. It needs a question to be published, and a published one a change to be published again. */
export const surveyMachine = defineMachine<SurveyRow, SurveyMove>(surveys, {
  name: 'survey',
  states: { draft: 'initial', published: 'reached', unpublished: 'reached' },
  moves: {
    publish: {
      from: ['draft', 'unpublished', 'published'],
      to: 'published',
      unless: hasNothingToPublish,
      sets: (survey, now) => ({ published: survey.content, published_at: now, earlier: findEarlierQuestions(survey) }),
    },
    unpublish: { from: ['published'], to: 'unpublished' },
  },
  refuse: (survey, move) => errors.badRequest(`The survey ${survey.id} ${reasons[move](survey)}.`),
})

function hasNothingToPublish({ status, content, published }: SurveyRow): boolean {
  return questionsIn(content).length === 0 || (status === 'published' && equal(content, published))
}

/** The questions of earlier versions that the current one does not ask. */
function findEarlierQuestions({ content, published, earlier }: SurveyRow): SurveyRow['earlier'] {
  const asked = new Set(questionsIn(content).map(({ id }) => id))
  const before = [...earlier, ...(published ? questionsIn(published) : [])]
  return before.filter(({ id }) => !asked.has(id))
}

const reasons: { readonly [Move in SurveyMove]: (survey: SurveyRow) => string } = {
  publish: ({ content }) =>
    questionsIn(content).length === 0 ? 'has no question, so it cannot be published' : 'is published and was not changed since',
  unpublish: () => 'is not published',
}
