import type { Seconds } from '../../../kernel/support/time.ts'
import { ApiError, type FieldError } from '../../../kernel/world/errors.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { checkAddress } from '../members/address.ts'
import { findMemberSchema } from '../../model/members/member.ts'
import { mergeValues } from '../members/merge-values.ts'
import { type MergeFieldRow, mergeFields } from '../../model/merge-fields/merge-field.ts'
import type { Caller } from '../../model/requests/call.ts'
import { type ContactData, findOrAddContact, type Respondent } from './respondent.ts'
import {
  type SurveyChoice,
  type SurveyResponseRow,
  surveyResponses,
  type Question,
  questionsIn,
  type SurveyRow,
} from '../../model/surveys/survey.ts'
import { nextNumber } from './sections.ts'

/** What a person gives as an answer: a text, a rating, what was chosen of several, or the parts of an address. */
export type GivenAnswer = string | number | readonly string[] | { readonly [part: string]: string }

/** What a person submits. */
export interface Submission {
  /** The address of the person, if it is known besides the answers. */
  readonly email_address?: string | undefined
  /** By the ids of the questions. */
  readonly answers: ReadonlyMap<string, GivenAnswer>
  /** Whether the box to subscribe is ticked. */
  readonly subscribe?: boolean | undefined
  readonly submitted_at?: Seconds | undefined
  /** When a new contact joins the list. */
  readonly joined_at?: Seconds | undefined
}

/**
 * Answers the published version of a survey, with all consequences for the respondent. Throws an error that names each wrong answer by the id of
 * its question; an error without a field is about `email_address`.
 */
export function answerSurvey(
  tx: Tx,
  list: ListRow,
  survey: SurveyRow,
  submission: Submission,
  by: Caller,
): Respondent & { readonly response: SurveyResponseRow } {
  const { submitted_at = tx.now, joined_at = tx.now, subscribe = false } = submission
  if (submission.email_address !== undefined) checkAddress(tx, submission.email_address)
  const answered = readAnswers(tx, list, questionsIn(survey.published ?? survey.content), submission)
  const address = submission.email_address ?? answered.find(({ question }) => question.type === 'email')?.value
  const data = contactDataIn(answered)
  const { member, familiarity } =
    address === undefined
      ? { member: undefined, familiarity: 'unknown' as const }
      : findOrAddContact(tx, list, address, { ...data, subscribe, joined_at }, by)
  const response = tx.insert(surveyResponses, {
    id: nextNumber(tx),
    survey_id: survey.id,
    list_id: list.id,
    contact_id: member?.contact_id ?? '',
    familiarity,
    submitted_at,
    answers: answered.map(({ question, value, choices = [] }) => ({
      id: nextNumber(tx),
      question_id: question.id,
      value,
      choices,
    })),
  })
  return { member, familiarity, response }
}

/** An answer as it was understood. */
interface AnswerReading {
  readonly value: string
  readonly choices?: readonly SurveyChoice[]
  /** The value for a merge field, by its tag. */
  readonly data?: { readonly [tag: string]: unknown }
}

interface AnsweredQuestion extends AnswerReading {
  readonly question: Question
}

function contactDataIn(answered: readonly AnsweredQuestion[]): ContactData {
  const tags = answered.flatMap(({ question, choices = [] }) =>
    question.should_auto_tag ? choices.map(({ label }) => label) : [],
  )
  return { merge_fields: Object.assign({}, ...answered.map(({ data }) => data)), tags }
}

/** Reads the answers to the questions that are not left open. Throws an error with all that is wrong. */
function readAnswers(
  tx: Tx,
  list: ListRow,
  questions: readonly Question[],
  { answers, email_address }: Submission,
): AnsweredQuestion[] {
  const wrong: FieldError[] = []
  const answered: AnsweredQuestion[] = []
  for (const question of questions) {
    const given = answers.get(question.id) ?? ''
    const answer = question.type === 'email' && isUnanswered(given) ? (email_address ?? '') : given
    if (isUnanswered(answer)) {
      if (question.is_required) wrong.push({ field: question.id, message: 'This question needs an answer.' })
      continue
    }
    const reading = readers[question.type](question, answer, { tx, list })
    if (typeof reading === 'string') wrong.push({ field: question.id, message: reading })
    else answered.push({ question, ...reading })
  }
  if (wrong.length > 0) throw errors.invalid(...wrong)
  return answered
}

function isUnanswered(given: GivenAnswer): boolean {
  return listAnswerTexts(given).every((text) => text.trim() === '')
}

function listAnswerTexts(given: GivenAnswer): readonly string[] {
  return typeof given === 'object' ? Object.values(given) : [String(given)]
}

interface AnswerPlace {
  readonly tx: Tx
  readonly list: ListRow
}

/** Reads a given answer. Returns an error message if the answer is invalid. */
type AnswerReader = (question: Question, given: GivenAnswer, place: AnswerPlace) => AnswerReading | string

const readers: { readonly [Type in Question['type']]: AnswerReader } = {
  pickOne: readChoice,
  dropdown: readChoice,
  pickMany: readChoices,
  range: (question, given) => {
    const { range_low_value: low, range_high_value: high } = question
    const text = plainText(given)
    const isInRange = /^-?\d{1,15}$/.test(text) && Number(text) >= low && Number(text) <= high
    return isInRange ? { value: String(Number(text)) } : `The rating must be a whole number from ${low} to ${high}.`
  },
  text: (_question, given) => ({ value: plainText(given) }),
  email: (_question, given, { tx }) => {
    const value = plainText(given)
    return complaintAbout(() => checkAddress(tx, value)) ?? { value }
  },
  contactInformation: readContactData,
}

function plainText(given: GivenAnswer): string {
  return listAnswerTexts(given)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(', ')
}

function readChoice(question: Question, given: GivenAnswer): AnswerReading | string {
  const chosen = listAnswerTexts(given).filter((text) => text !== '')
  return chosen.length > 1 ? 'Only one option can be chosen.' : readChoices(question, chosen)
}

/** Options are named by id, value or label; any other text is an answer of one's own. */
function readChoices({ options, has_other }: Question, given: GivenAnswer): AnswerReading | string {
  const named = new Set<SurveyChoice>()
  const own = new Set<string>()
  for (const text of listAnswerTexts(given).filter((each) => each.trim() !== '')) {
    const option =
      options.find(({ id }) => id === text) ??
      options.find(({ value }) => value === text) ??
      options.find(({ label }) => label === text)
    if (option) named.add(option)
    else own.add(text.trim())
  }
  const [first = ''] = own
  if (own.size > (has_other ? 1 : 0)) return `${first.slice(0, 64)} is not one of the options.`
  const choices = options.filter((option) => named.has(option)).map(({ id, label }) => ({ id, label }))
  return { value: [...choices.map(({ label }) => label), ...own].join(', '), choices }
}

function readContactData(question: Question, given: GivenAnswer, { tx, list }: AnswerPlace): AnswerReading | string {
  const field = findQuestionField(tx, list, question)
  const value = plainText(given)
  if (!field) return { value }
  const data = { [field.tag]: typeof given === 'string' ? given.trim() : given }
  const fields = findMemberSchema(tx, list.id).merge_fields
  return complaintAbout(() => mergeValues(fields, {}, data, { strict: false })) ?? { value, data }
}

/** The merge field that answers to a question are written to, if there is one. */
export function findQuestionField(tx: ReadTx, { id: list_id }: ListRow, { merge_field }: Question): MergeFieldRow | undefined {
  return merge_field && tx.first(mergeFields.key, { list_id, merge_id: merge_field.id })
}

/** What a check complains about, or `undefined`. */
function complaintAbout(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.mistake.message
  }
}
