import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { surveys } from './survey.ts'

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
  readonly choices: readonly Choice[]
}

export interface Choice {
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
