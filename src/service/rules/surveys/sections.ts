import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { keepFitting, type Flawed, missingMessage } from '../../../kernel/contract/check.ts'
import { pick } from '../../../kernel/support/objects.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { refuseInvalid } from '../../model/errors.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { mergeFields } from '../../model/merge-fields/merge-field.ts'
import type { Question, Section } from '../../model/surveys/survey.ts'

export type SectionInput = ServiceSchemas['SurveySectionInput']
type QuestionInput = ServiceSchemas['SurveyQuestionInput']
/** A question of a request, or of one whose section is unknown. */
type GivenQuestion = Omit<Flawed<QuestionInput>, 'id'> & { readonly id?: string | null | undefined }
type Option = Question['options'][number]
type OptionInput = ServiceSchemas['SurveyOptionInput']

/** The number of a new section, question, option, response or answer. No two have the same. */
export function nextNumber(tx: Tx): string {
  return String(tx.count('survey.number', FIRST_NUMBER))
}

const FIRST_NUMBER = 10_001

const isChoice: ReadonlySet<Question['type']> = new Set(['pickOne', 'pickMany', 'dropdown'])

/** Whether people choose from the options of a question. */
export function hasChoices({ type }: Pick<Question, 'type'>): boolean {
  return isChoice.has(type)
}

/**
 * Reads the sections of a request, and throws an error with all broken rules. In a change, `before` has the current sections: ids name
 * these, and what they leave out stays. In a new survey, ids are ignored.
 */
export function readSections(tx: Tx, list: ListRow, given: readonly SectionInput[], before?: readonly Section[]): Section[] {
  const { sections, wrong } = read(tx, list, given, before)
  refuseInvalid(wrong)
  return sections
}

/** Lists the broken rules of sections that may violate their schema. Uses up numbers, so that the transaction has to be given up. */
export function sectionMistakes(
  tx: Tx,
  list: ListRow,
  given: readonly (Flawed<SectionInput> | null)[],
  before?: readonly Section[],
): readonly FieldError[] {
  return read(tx, list, given, before).wrong
}

function read(tx: Tx, list: ListRow, given: readonly (Flawed<SectionInput> | null)[], before: readonly Section[] | undefined) {
  const reader = new SectionReader(tx, list, before)
  const sections = given.map((section, place) => reader.section(section ?? {}, `sections.item:${place}`))
  return { sections, wrong: reader.wrong }
}

class SectionReader {
  readonly wrong: FieldError[] = []
  readonly #tx: Tx
  readonly #list: ListRow
  readonly #isChange: boolean
  /** The sections that have not been named yet, by their ids. */
  readonly #left: Map<string, Section>
  #hasEmail = false

  constructor(tx: Tx, list: ListRow, before: readonly Section[] | undefined) {
    this.#tx = tx
    this.#list = list
    this.#isChange = before !== undefined
    this.#left = new Map(before?.map((section) => [section.id, section]))
  }

  section({ id, type: asIs, text, options, question: given }: Flawed<SectionInput>, at: string): Section {
    const known = this.#isChange && typeof id === 'string' ? this.#take(id, at) : undefined
    const type = asIs ?? (given ? 'question' : 'context')
    const section = {
      id: known?.id ?? nextNumber(this.#tx),
      type,
      text: text ?? known?.text ?? '',
      options: options ?? known?.options ?? {},
    }
    if (type !== 'question') {
      if (given) this.#complain(`${at}.question`, 'Only sections of the type question can have a question.')
      return section
    }
    // Whether such a section has a question is open.
    if (given === null || (given === undefined && id === null && this.#isChange)) return section
    // The id of a question of an unknown section is not another mistake.
    const asked = known || id === undefined ? given : given && { ...given, id: undefined }
    const question = asked ? this.#question(asked, known?.question, `${at}.question`) : known?.question
    if (!question) {
      this.#complain(at, missingMessage(['question']))
      return section
    }
    if (question.type === 'email' && this.#hasEmail)
      this.#complain(`${at}.question.type`, 'A survey can ask for an address once.')
    this.#hasEmail ||= question.type === 'email'
    return { ...section, question }
  }

  /** The known section with an id, which no other section may name. */
  #take(id: string, at: string): Section | undefined {
    const known = this.#left.get(id)
    if (!known) this.#complain(`${at}.id`, 'Value must be the id of a section of the survey, and name each section once.')
    this.#left.delete(id)
    return known
  }

  #question(given: GivenQuestion, current: Question | undefined, at: string): Question {
    const isNamed = this.#isChange && typeof given.id === 'string'
    if (isNamed && given.id !== current?.id) this.#complain(`${at}.id`, 'Value must be the id of the question of the section.')
    const known = isNamed && given.id === current?.id ? current : undefined
    const { merge_field: field = known?.merge_field, options = known?.options ?? [] } = given
    const { id: _id, merge_field: _field, ...plain } = { ...BLANK, ...known, ...keepFitting(pick(given, GIVEN)) }
    const isNew = !known || !isComparable(known, plain)
    const question = {
      id: isNew ? nextNumber(this.#tx) : known.id,
      ...plain,
      options: hasChoices(plain) && options ? this.#options(options, isNew ? undefined : known.options, at) : [],
    }
    if (question.range_low_value >= question.range_high_value && question.type === 'range' && given.range_high_value !== null)
      this.#complain(`${at}.range_low_value`, `Value must be below range_high_value, which is ${question.range_high_value}.`)
    if (question.type !== 'contactInformation') return question
    return { ...question, ...this.#mergeField(field, at) }
  }

  #options(given: readonly (Flawed<OptionInput> | null)[], known: readonly Option[] | undefined, at: string): Option[] {
    if (given.length === 0) this.#complain(`${at}.options`, 'Value must have at least one option.')
    const left = [...(known ?? [])]
    return given.map((each) => {
      const { id, label, value } = each ?? {}
      const place = left.findIndex((option) => (typeof id !== 'string' ? option.value === value : option.id === id))
      if (known && typeof id === 'string' && place < 0)
        this.#complain(`${at}.options`, 'Value must name options of the question by their ids, and each once.')
      const [same] = place < 0 ? [] : left.splice(place, 1)
      return { id: same?.id ?? nextNumber(this.#tx), label: label ?? '', value: value ?? '' }
    })
  }

  #mergeField(field: Flawed<QuestionInput>['merge_field'], at: string): Pick<Question, 'merge_field'> {
    if (field === null || field?.id === null) return {}
    const known = field?.id !== undefined && this.#tx.first(mergeFields.key, { list_id: this.#list.id, merge_id: field.id })
    if (!known) this.#complain(`${at}.merge_field`, 'Value must have the id of a merge field of the list.')
    return known ? { merge_field: { id: known.merge_id } } : {}
  }

  #complain(field: string, message: string): void {
    this.wrong.push({ field, message })
  }
}

/** Whether answers to a question before a change are still answers to it. */
function isComparable(before: Question, after: Omit<Question, 'id' | 'options' | 'merge_field'>): boolean {
  if (before.type !== after.type) return false
  const { range_low_value: low, range_high_value: high } = before
  return before.type !== 'range' || (low === after.range_low_value && high === after.range_high_value)
}

const GIVEN = [
  'query',
  'type',
  'is_required',
  'has_other',
  'other_label',
  'range_low_label',
  'range_high_label',
  'range_low_value',
  'range_high_value',
  'range_presentation',
  'placeholder_label',
  'subscribe_checkbox_enabled',
  'subscribe_checkbox_label',
  'should_auto_tag',
] as const

const BLANK: Omit<Question, 'id' | 'options'> = {
  query: '',
  type: 'text',
  is_required: false,
  has_other: false,
  other_label: '',
  range_low_label: '',
  range_high_label: '',
  range_low_value: 1,
  range_high_value: 5,
  range_presentation: '',
  placeholder_label: '',
  subscribe_checkbox_enabled: false,
  subscribe_checkbox_label: '',
  should_auto_tag: false,
}

/** The sections under new ids, for a survey of a list. Merge fields of another list are those with the same tag. */
export function copySections(tx: Tx, sections: readonly Section[], from: string, list: ListRow): Section[] {
  return sections.map(({ question, ...section }) => ({
    ...section,
    id: nextNumber(tx),
    ...(question ? { question: copyQuestion(tx, question, from, list) } : {}),
  }))
}

function copyQuestion(tx: Tx, { merge_field, ...question }: Question, from: string, list: ListRow): Question {
  const original = merge_field && tx.first(mergeFields.key, { list_id: from, merge_id: merge_field.id })
  const field = original && tx.first(mergeFields.byTag, { list_id: list.id, tag: original.tag })
  return {
    ...question,
    id: nextNumber(tx),
    options: question.options.map((option) => ({ ...option, id: nextNumber(tx) })),
    ...(field ? { merge_field: { id: field.merge_id } } : {}),
  }
}
