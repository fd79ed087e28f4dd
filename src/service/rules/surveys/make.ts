import { escapeHtml } from '../../../kernel/support/escape.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { saveHtml } from '../campaigns/content/html.ts'
import { countOnList, makeCampaign, makeSender } from '../campaigns/make.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { surveyMachine } from '../../model/surveys/machine.ts'
import { copySections } from './sections.ts'
import { hostedUrl, type SurveyContent, type SurveyRow, surveys } from '../../model/surveys/survey.ts'

/** The fields of a new survey. All have defaults. */
export type NewSurvey = Partial<SurveyContent> & Partial<Pick<SurveyRow, 'id' | 'created_at'>>

/** Creates a draft of a survey. */
export function makeSurvey(tx: Tx, list: ListRow, fields: NewSurvey): SurveyRow {
  const { title = 'Untitled survey', is_piped_to_inbox = false, sections = [], created_at = tx.now } = fields
  return createInState(tx, surveyMachine, {
    id: fields.id ?? freshId(tx, 'surveys.id', (id) => !!tx.first(surveys.key, { id })),
    list_id: list.id,
    web_id: tx.count('web_id', 100_001),
    status: 'draft',
    created_at,
    updated_at: created_at,
    published_at: 0,
    content: { title, is_piped_to_inbox, sections },
    published: undefined,
    earlier: [],
  })
}

/** Makes a draft like a survey, without its responses, on the same list or another. */
export function replicateSurvey(tx: Tx, survey: SurveyRow, list: ListRow, title?: string): SurveyRow {
  const { content, list_id } = survey
  return makeSurvey(tx, list, {
    ...content,
    title: title ?? `${content.title} (copy)`,
    sections: copySections(tx, content.sections, list_id, list),
  })
}

/** Makes a draft of a campaign that asks the members of the list to answer a survey. Throws 400 if it was never published. */
export function makeSurveyEmail(tx: Tx, list: ListRow, survey: SurveyRow): CampaignRow {
  if (survey.status === 'draft') throw errors.badRequest(`The survey ${survey.id} was never published.`)
  const { title } = survey.content
  const campaign = makeCampaign(tx, list, { ...makeSender(list), title, subject_line: title })
  countOnList(tx, campaign, 1)
  const link = `${escapeHtml(hostedUrl(tx, survey))}&amp;e=*|UNIQID|*`
  const html = `<!doctype html>
<html>
<body>
<h1>${escapeHtml(title)}</h1>
<p><a href="${link}">Take the survey</a></p>
</body>
</html>
`
  return saveHtml(tx, campaign, { html }, { content_type: 'html' })
}
