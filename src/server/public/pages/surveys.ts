import { html } from 'hono/html'
import { memberOfUrl } from '../../../service/rules/campaigns/engagement/visit.ts'
import { type ListRow, lists } from '../../../service/model/lists/list.ts'
import type { MemberRow } from '../../../service/model/members/member.ts'
import type { MergeFieldRow } from '../../../service/model/merge-fields/merge-field.ts'
import { answerSurvey, findQuestionField, type GivenAnswer, type Submission } from '../../../service/rules/surveys/answer.ts'
import { hasChoices } from '../../../service/rules/surveys/sections.ts'
import { type Question, questionsIn, type SurveyContent, type SurveyRow, surveys } from '../../../service/model/surveys/survey.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { fieldValues, type FormFields } from '../fields.ts'
import type { PublicOperations } from '../operation.ts'
import {
  type InputChoice,
  choiceInput,
  emailLine,
  type FormInput,
  groupInput,
  lineInput,
  selectInput,
  textInput,
} from './inputs.ts'
import { type Html, ownPage } from './layout.ts'
import { mergeInput, typedValue } from './merge-inputs.ts'
import { isInvalid, messagePage, type FormErrors, NOTHING_WRONG, makeVisitor } from './subscriptions.ts'

export const surveyOperations = {
  async showSurvey({ query: { id, e }, run }) {
    const shown = await run((tx) => publishedSurvey(tx, id, e))
    return shown ? surveyPage(200, shown, NOTHING_TYPED, NOTHING_WRONG) : noSuchSurvey()
  },

  async answerSurvey({ query: { id, e }, form: values, repeated, run }) {
    const typed = { values, repeated }
    const done = await run((tx) => {
      const shown = publishedSurvey(tx, id, e)
      return shown && { shown, wrong: submit(tx, shown, typed) }
    })
    if (!done) return noSuchSurvey()
    const { shown, wrong } = done
    if (wrong.size > 0) return surveyPage(400, shown, typed, wrong)
    return messagePage(200, 'Thank you', `Your answers to “${shown.content.title}” have been sent.`)
  },
} satisfies Partial<PublicOperations>

/** A published survey as its page shows it. */
interface ShownSurvey {
  readonly list: ListRow
  readonly survey: SurveyRow
  readonly content: SurveyContent
  /** The member whom the URL names. */
  readonly member: MemberRow | undefined
  /** The merge fields that answers are written to, by question. */
  readonly fields: ReadonlyMap<string, MergeFieldRow>
}

function publishedSurvey(tx: ReadTx, id = '', unique_email_id = ''): ShownSurvey | undefined {
  const survey = tx.first(surveys.key, { id })
  const list = survey && tx.first(lists.key, { id: survey.list_id })
  if (survey?.status !== 'published' || !survey.published || !list) return undefined
  const content = survey.published
  const fields = questionsIn(content).flatMap((question) => {
    const field = findQuestionField(tx, list, question)
    return field ? [[question.id, asInput(question, field)] as const] : []
  })
  return { list, survey, content, member: memberOfUrl(tx, list.id, unique_email_id)?.member, fields: new Map(fields) }
}

/** A merge field under the name of the input of a question, and with its words. */
function asInput(question: Question, field: MergeFieldRow): MergeFieldRow {
  const { query, is_required, placeholder_label } = question
  return { ...field, tag: inputOf(question), name: query, required: is_required, help_text: placeholder_label }
}

const inputOf = ({ id }: Pick<Question, 'id'>) => `q_${id}`
const OTHER = 'other'
const SUBSCRIBE = 'subscribe'

/** Submits the form. Returns its errors, by question; nothing has changed then. */
function submit(tx: Tx, shown: ShownSurvey, typed: FormFields): FormErrors {
  const { list, survey, member } = shown
  const submission: Submission = {
    email_address: member?.email_address,
    answers: new Map(questionsIn(shown.content).map((question) => [question.id, givenTo(question, shown, typed)])),
    subscribe: typed.values.has(SUBSCRIBE),
  }
  try {
    tx.attempt(() => answerSurvey(tx, list, survey, submission, makeVisitor(tx)))
    return NOTHING_WRONG
  } catch (error) {
    if (!isInvalid(error)) throw error
    const { detail, errors = [{ field: '', message: detail }] } = error.refusal
    return new Map(errors.map(({ field, message }) => [field, message]))
  }
}

function givenTo(question: Question, { fields }: ShownSurvey, typed: FormFields): GivenAnswer {
  const name = inputOf(question)
  const values = fieldValues(typed, name)
  const field = fields.get(question.id)
  if (field) return addressOrText(typedValue(field, typed.values))
  if (!hasChoices(question)) return values.at(-1) ?? ''
  return values.map((value) => (value === OTHER && question.has_other ? otherIn(question, typed) : value))
}

/** The typed value of a merge field: a text, or the parts of an address. */
function addressOrText(value: unknown): GivenAnswer {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.fromEntries(Object.entries(value).map(([part, text]) => [part, String(text)]))
}

/** The text of an answer of one's own; the label of the choice if nothing was typed. */
function otherIn(question: Question, { values }: FormFields): string {
  return values.get(otherInputOf(question))?.trim() || otherLabelOf(question)
}

const otherInputOf = (question: Question) => `${inputOf(question)}_other`

function otherLabelOf({ other_label }: Question): string {
  return other_label || 'Other'
}

const NOTHING_TYPED: FormFields = { values: new Map(), repeated: new Map() }

function noSuchSurvey(): Promise<Reply> {
  return messagePage(404, 'There is no such survey', 'The address of this page is incomplete, or the survey is not open.')
}

/** The page with the form, either empty or as filled in, with its errors. */
function surveyPage(status: number, shown: ShownSurvey, typed: FormFields, wrong: FormErrors): Promise<Reply> {
  const { title, sections } = shown.content
  return ownPage(
    status,
    title,
    html`<h1>${title}</h1>
      ${wrong.size > 0 ? html`<p class="wrong" role="alert">${summarizeSurveyErrors(shown.content, wrong)}</p>` : ''}
      <form class="fields" method="post">
        ${sections.map(({ text, question }) => [
          text === '' ? '' : html`<p>${text}</p>`,
          question ? questionInput({ question, shown, typed, wrong: wrong.get(question.id) }) : '',
        ])}
        <button class="main">Send</button>
      </form>`,
  )
}

function summarizeSurveyErrors(content: SurveyContent, wrong: FormErrors): string {
  const asked = questionsIn(content).filter(({ id }) => wrong.has(id))
  if (asked.length === 0) return [...wrong.values()].join(' ')
  return `Please look again at: ${asked.map(({ query }) => query).join(' · ')}`
}

/** The input of a question, with the respondent's text and the error message. */
interface QuestionInput extends FormInput {
  readonly question: Question
  readonly shown: ShownSurvey
  readonly typed: FormFields
}

function questionInput(given: Pick<QuestionInput, 'question' | 'shown' | 'typed' | 'wrong'>): Html {
  const { question, shown, typed, wrong } = given
  const field = shown.fields.get(question.id)
  if (field) return mergeInput({ field, typed: typed.values, wrong })
  return inputs[question.type]({ ...given, name: inputOf(question), label: question.query, isRequired: question.is_required })
}

const inputs: { readonly [Type in Question['type']]: (input: QuestionInput) => Html } = {
  pickOne: (input) => choices(input, 'radio'),
  pickMany: (input) => choices(input, 'checkbox'),
  dropdown: (input) => {
    const { question } = input
    return selectInput(input, choicesIn(question), readLastTyped(input), question.has_other ? otherInput(input) : '')
  },
  range: ratings,
  text: (input) => textInput(input, readLastTyped(input), input.question.placeholder_label),
  contactInformation: (input) =>
    lineInput({ ...input, value: readLastTyped(input), placeholder: input.question.placeholder_label }),
  email: (input) => html`${addressInput(input)}${subscribeBox(input)}`,
}

function readLastTyped({ name, typed }: QuestionInput): string {
  return fieldValues(typed, name).at(-1) ?? ''
}

/** The member whom the URL names need not type the address. */
function addressInput(input: QuestionInput): Html {
  const { question, shown, typed } = input
  const value = typed === NOTHING_TYPED ? (shown.member?.email_address ?? '') : readLastTyped(input)
  return emailLine({ ...input, value, placeholder: question.placeholder_label })
}

function subscribeBox({ question, shown, typed }: QuestionInput): Html | '' {
  if (!question.subscribe_checkbox_enabled) return ''
  const label = question.subscribe_checkbox_label || `Subscribe to ${shown.list.name}`
  return html`<div class="box">${choiceInput({ name: SUBSCRIBE }, 'checkbox', ['on', label], typed.values.has(SUBSCRIBE))}</div>`
}

function choices(input: QuestionInput, kind: 'radio' | 'checkbox'): Html {
  const chosen = new Set(fieldValues(input.typed, input.name))
  const boxes = choicesIn(input.question).map((choice) => choiceInput(input, kind, choice, chosen.has(choice[0])))
  return groupInput(input, [...boxes, input.question.has_other ? otherInput(input) : ''])
}

function choicesIn(question: Question): readonly InputChoice[] {
  const listed = question.options.map(({ id, label }): InputChoice => [id, label])
  return question.has_other ? [...listed, [OTHER, otherLabelOf(question)]] : listed
}

function otherInput({ question, typed }: QuestionInput): Html {
  const name = otherInputOf(question)
  const label = `${otherLabelOf(question)}: ${question.query}`
  return html`<input name="${name}" aria-label="${label}" value="${typed.values.get(name) ?? ''}" autocomplete="off" />`
}

/** Maximum number of ratings that are shown as buttons. */
const BUTTONS_MAX = 11

function ratings(input: QuestionInput): Html {
  const { range_low_value: low, range_high_value: high, range_low_label, range_high_label } = input.question
  const chosen = readLastTyped(input)
  const ends = [
    [low, range_low_label],
    [high, range_high_label],
  ] as const
  const help = ends.flatMap(([rating, label]) => (label === '' ? [] : [`${rating}: ${label}`])).join(', ')
  if (high - low >= BUTTONS_MAX) return lineInput({ ...input, help, type: 'number', range: [low, high], value: chosen })
  const all = Array.from({ length: high - low + 1 }, (_, place) => String(low + place))
  return groupInput(
    { ...input, help },
    all.map((rating) => choiceInput(input, 'radio', [rating, rating], rating === chosen)),
  )
}
