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
interface QuestionInput {
  readonly question: Question
  readonly shown: ShownSurvey
  readonly typed: FormFields
  readonly wrong: string | undefined
}

function questionInput(input: QuestionInput): Html {
  const field = input.shown.fields.get(input.question.id)
  return field ? mergeInput({ field, typed: input.typed.values, wrong: input.wrong }) : inputs[input.question.type](input)
}

/** The input for each type of question. */
const inputs: { readonly [Type in Question['type']]: (input: QuestionInput) => Html } = {
  pickOne: (input) => choices(input, 'radio'),
  pickMany: (input) => choices(input, 'checkbox'),
  dropdown,
  range: ratings,
  text: (input) => {
    const { question } = input
    const name = inputOf(question)
    return html`<div>
      <label for="${name}">${labelQuestion(question)}</label>
      <textarea
        id="${name}"
        name="${name}"
        rows="4"
        placeholder="${question.placeholder_label}"
        ${required(question)}${renderInvalidQuestion(input)}
      >
${readLastTyped(input)}</textarea>
      ${complaint(input)}
    </div>`
  },
  contactInformation: (input) => renderQuestionLine(input, 'text'),
  email: (input) => html`${renderQuestionLine(input, 'email')}${subscribeBox(input)}`,
}

function labelQuestion({ query, is_required }: Question): string {
  return `${query}${is_required ? ' (required)' : ''}`
}

function required({ is_required }: Question): Html | '' {
  return is_required ? html` required` : ''
}

function readLastTyped({ question, typed }: QuestionInput): string {
  return fieldValues(typed, inputOf(question)).at(-1) ?? ''
}

const wrongIdOf = (question: Question) => `${inputOf(question)}-wrong`

/** The attributes of an input whose value is wrong. */
function renderInvalidQuestion(input: QuestionInput): Html | '' {
  return input.wrong ? html` aria-invalid="true"${describedBy(input)}` : ''
}

function describedBy({ question, wrong }: QuestionInput): Html | '' {
  return wrong ? html` aria-describedby="${wrongIdOf(question)}"` : ''
}

function complaint({ question, wrong }: QuestionInput): Html | '' {
  return wrong ? html`<p class="wrong" id="${wrongIdOf(question)}">${wrong}</p>` : ''
}

/** An input of one line. The member whom the URL names need not type the address. */
function renderQuestionLine(input: QuestionInput, kind: 'text' | 'email'): Html {
  const { question, shown } = input
  const name = inputOf(question)
  const known = kind === 'email' ? (shown.member?.email_address ?? '') : ''
  const isTyped = input.typed !== NOTHING_TYPED
  // The server checks addresses: browsers accept other ones.
  return html`<div>
    <label for="${name}">${labelQuestion(question)}</label>
    <input
      id="${name}"
      name="${name}"
      type="text"
      inputmode="${kind}"
      autocomplete="${kind === 'email' ? 'email' : 'off'}"
      placeholder="${question.placeholder_label}"
      value="${isTyped ? readLastTyped(input) : known}"
      ${required(question)}${renderInvalidQuestion(input)}
    />
    ${complaint(input)}
  </div>`
}

function subscribeBox({ question, shown, typed }: QuestionInput): Html | '' {
  if (!question.subscribe_checkbox_enabled) return ''
  const label = question.subscribe_checkbox_label || `Subscribe to ${shown.list.name}`
  const isTicked = typed.values.has(SUBSCRIBE)
  return html`<div class="box">
    <label><input type="checkbox" name="${SUBSCRIBE}" value="on" ${isTicked ? html` checked` : ''} /> ${label}</label>
  </div>`
}

function choices(input: QuestionInput, kind: 'radio' | 'checkbox'): Html {
  const { question } = input
  const chosen = new Set(fieldValues(input.typed, inputOf(question)))
  const box = (value: string, label: string) =>
    html`<label
      ><input
        type="${kind}"
        name="${inputOf(question)}"
        value="${value}"
        ${kind === 'radio' ? required(question) : ''}${chosen.has(value) ? html` checked` : ''}
      />
      ${label}</label
    > `
  return group(
    input,
    html`${question.options.map(({ id, label }) => box(id, label))}
    ${question.has_other ? html`${box(OTHER, otherLabelOf(question))}${otherInput(input)}` : ''}`,
  )
}

/** Several inputs that are one answer. */
function group(input: QuestionInput, content: Html): Html {
  return html`<fieldset${describedBy(input)}>
    <legend>${labelQuestion(input.question)}</legend>
    ${content}
    ${complaint(input)}
  </fieldset>`
}

function otherInput({ question, typed }: QuestionInput): Html {
  const name = otherInputOf(question)
  const label = `${otherLabelOf(question)}: ${question.query}`
  return html`<input name="${name}" aria-label="${label}" value="${typed.values.get(name) ?? ''}" autocomplete="off" />`
}

function dropdown(input: QuestionInput): Html {
  const { question } = input
  const name = inputOf(question)
  const chosen = readLastTyped(input)
  const option = (value: string, label: string) =>
    html`<option value="${value}" ${value === chosen ? html` selected` : ''}>${label}</option>`
  return html`<div>
    <label for="${name}">${labelQuestion(question)}</label>
    <select id="${name}" name="${name}" ${required(question)}${renderInvalidQuestion(input)}>
      <option value="">Please choose</option>
      ${question.options.map(({ id, label }) => option(id, label))}${question.has_other ? option(OTHER, otherLabelOf(question)) : ''}
    </select>
    ${question.has_other ? otherInput(input) : ''} ${complaint(input)}
  </div>`
}

/** Maximum number of ratings that are shown as buttons. */
const BUTTONS_MAX = 11

function ratings(input: QuestionInput): Html {
  const { question } = input
  const name = inputOf(question)
  const { range_low_value: low, range_high_value: high, range_low_label, range_high_label } = question
  const chosen = readLastTyped(input)
  const ends = [
    [low, range_low_label],
    [high, range_high_label],
  ] as const
  const hint = ends.flatMap(([rating, label]) => (label === '' ? [] : [`${rating}: ${label}`])).join(', ')
  if (high - low >= BUTTONS_MAX) {
    return html`<div>
      <label for="${name}">${labelQuestion(question)}</label>
      <input
        id="${name}"
        name="${name}"
        type="number"
        step="1"
        min="${low}"
        max="${high}"
        value="${chosen}"
        ${required(question)}${renderInvalidQuestion(input)}
      />
      ${hint === '' ? '' : html`<p class="help">${hint}</p>`} ${complaint(input)}
    </div>`
  }
  const all = Array.from({ length: high - low + 1 }, (_, place) => String(low + place))
  return group(
    input,
    html`${all.map(
      (rating) =>
        html`<label
          ><input type="radio" name="${name}" value="${rating}" ${required(question)}${rating === chosen ? html` checked` : ''} />
          ${rating}</label
        > `,
    )}${hint === '' ? '' : html`<p class="help">${hint}</p>`}`,
  )
}
