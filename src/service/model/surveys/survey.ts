import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { type ListRow, listOrThrow, lists } from '../lists/list.ts'
import type { PathCall } from '../requests/call.ts'
import { readAccount } from '../root/account.ts'

export type Section = ServiceSchemas['SurveySection']
export type Question = ServiceSchemas['SurveyQuestion']

export interface SurveyContent {
  readonly title: string
  readonly is_piped_to_inbox: boolean
  readonly sections: readonly Section[]
}

/** A survey of a list, which can be published. */
export interface SurveyRow extends Row {
  readonly id: string
  readonly list_id: string
  readonly web_id: number
  readonly status: ServiceSchemas['Survey']['status']
  readonly created_at: Seconds
  readonly updated_at: Seconds
  /** 0 until it is published. */
  readonly published_at: Seconds
  /** The current content. */
  readonly content: SurveyContent
  /** The content as last published; `undefined` before that. */
  readonly published: SurveyContent | undefined
  /** The questions of earlier published versions that the last one does not have. */
  readonly earlier: readonly Question[]
}

export const surveys = defineTable<SurveyRow>()('surveys', {
  key: ['id'],
  indexes: { byList: ['list_id', 'created_at'], byCreation: ['created_at'], byWebId: ['web_id'] },
  word: 'survey',
  ids: ['id', 'web_id'],
  parameters: ['survey_id'],
  shownBy: 'content.title',
  ownedBy: [[lists, 'byList']],
})

/** Returns the list and the survey of a path. Throws a 404 if either does not exist. */
export function surveyOrThrow(
  tx: ReadTx,
  path: { readonly list_id: string; readonly survey_id: string },
): { readonly list: ListRow; readonly survey: SurveyRow } {
  const list = listOrThrow(tx, path.list_id)
  const survey = tx.first(surveys.key, { id: path.survey_id })
  if (survey?.list_id !== list.id) refuseMissing('the list has no survey', path.survey_id)
  return { list, survey }
}

/** Checks the path of a call about surveys of a list. */
export function checkSurveyPath(tx: ReadTx, { path: { list_id = '', survey_id } }: PathCall): void {
  if (survey_id === undefined) listOrThrow(tx, list_id)
  else surveyOrThrow(tx, { list_id, survey_id })
}

/** The questions of a version, in order. */
export function questionsIn({ sections }: Pick<SurveyContent, 'sections'>): Question[] {
  return sections.flatMap(({ question }) => question ?? [])
}

/** The URL of the page with the form. */
export function hostedUrl(tx: ReadTx, { id }: Pick<SurveyRow, 'id'>): string {
  return `${tx.world.base_url}/_public/survey?u=${encodeURIComponent(readAccount(tx).account_id)}&id=${id}`
}

/** A response to a survey. */
export interface SurveyResponseRow extends Row {
  /** A text of digits. */
  readonly id: string
  readonly survey_id: string
  readonly list_id: string
  /** Empty if there is no contact, or if it was deleted permanently. */
  readonly contact_id: string
  /** What the list knew of the respondent before the response. */
  readonly familiarity: 'known' | 'new' | 'unknown'
  readonly submitted_at: Seconds
  /** In the order of the questions; questions left open are missing. */
  readonly answers: readonly SurveyAnswer[]
}

/** An answer to a question. */
export interface SurveyAnswer {
  /** A text of digits. */
  readonly id: string
  readonly question_id: string
  /** The text, the rating, or the labels of what was chosen. */
  readonly value: string
  /** The chosen options, under the labels that they had. */
  readonly choices: readonly SurveyChoice[]
}

export interface SurveyChoice {
  readonly id: string
  readonly label: string
}

export const surveyResponses = defineTable<SurveyResponseRow>()('survey_responses', {
  key: ['id'],
  indexes: {
    bySurvey: ['survey_id', 'submitted_at'],
    byFamiliarity: ['survey_id', 'familiarity', 'submitted_at'],
    byContact: ['contact_id', 'submitted_at'],
  },
  word: 'survey_response',
  parameters: ['response_id'],
  ownedBy: [[surveys, 'bySurvey']],
})

interface Answered {
  readonly id: string
}

/** The responses to a survey, oldest first. */
export function responsesTo(tx: ReadTx, { id: survey_id }: Answered): readonly SurveyResponseRow[] {
  return tx.range(surveyResponses.bySurvey, { survey_id }).all()
}

export function countResponses(tx: ReadTx, { id: survey_id }: Answered): number {
  return tx.range(surveyResponses.bySurvey, { survey_id }).count
}

/** Returns the answer of a response to a question, or `undefined` if the question was left open. */
export function answerTo({ answers }: SurveyResponseRow, question_id: string): SurveyAnswer | undefined {
  return answers.find((answer) => answer.question_id === question_id)
}

/** Responses of a permanently deleted member stay without a contact. */
export function releaseResponses(tx: Tx, { contact_id }: { readonly contact_id: string }): void {
  for (const response of tx.range(surveyResponses.byContact, { contact_id }).all())
    tx.put(surveyResponses, { ...response, contact_id: '' })
}
