import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { memberAt, type MemberRow, members, readMergeValue } from '../../model/members/member.ts'
import type { MergeFieldRow } from '../../model/merge-fields/merge-field.ts'
import { findQuestionField } from '../../rules/surveys/answer.ts'
import { type Question, questionsIn, type SurveyRow } from '../../model/surveys/survey.ts'
import { ScenarioDataError } from '../read/scenario-error.ts'
import { makeChance, type Chance, peopleFrom, type GeneratedPerson, type Pools } from './people.ts'

type Wishes = NonNullable<NonNullable<ScenarioSchemas['List']['surveys']>[number]['generate_responses']>

/** A response that was drawn from the seed of the world. */
export interface GeneratedResponse {
  readonly email_address?: string
  readonly submitted_at: Seconds
  readonly subscribe: boolean
  readonly answers: { readonly [question_id: string]: string | number | string[] }
}

/** Draws responses to a survey, oldest first. */
export function generateResponses(
  tx: ReadTx,
  list: ListRow,
  survey: SurveyRow,
  { known = 0, new: joining = 0, unknown = 0 }: Wishes,
  pools: Pools,
): GeneratedResponse[] {
  const chance = makeChance(tx.world.seed, `responses to ${survey.id}`)
  const questions = questionsIn(survey.content)
  if (unknown > 0 && questions.some(({ type, is_required }) => type === 'email' && is_required))
    throw new ScenarioDataError(['generate_responses', 'unknown'], 'must be 0, since the survey requires an address')
  const asksToSubscribe = questions.some((question) => question.subscribe_checkbox_enabled)
  const respond = (since: Seconds, respondent: Respondent): GeneratedResponse => ({
    ...(respondent.email_address === undefined ? {} : { email_address: respondent.email_address }),
    submitted_at: since + Math.floor(chance.share() * (tx.now - since)),
    subscribe: asksToSubscribe && chance.share() < SUBSCRIBE_SHARE,
    answers: Object.fromEntries(
      questions.flatMap((question) => {
        const answer = answerTo(question, findQuestionField(tx, list, question), respondent, chance)
        return answer === undefined ? [] : [[question.id, answer]]
      }),
    ),
  })
  const { published_at } = survey
  const person = peopleFrom(pools, chance)
  return [
    ...respondents(tx, list, known, chance).map((member) =>
      respond(Math.max(published_at, member.created_at), { email_address: member.email_address, member }),
    ),
    ...Array.from({ length: joining }, () => {
      const joined = person()
      return respond(published_at, { email_address: newAddress(tx, list, joined, chance), person: joined })
    }),
    ...Array.from({ length: unknown }, () => respond(published_at, { person: person() })),
  ].toSorted((a, b) => a.submitted_at - b.submitted_at)
}

const SUBSCRIBE_SHARE = 0.5

/** The share of people who answer a question that they may leave open. */
const ANSWER_SHARE = 0.7

interface Respondent {
  readonly email_address?: string
  readonly member?: MemberRow
  readonly person?: GeneratedPerson
}

/** Members in a random order. Each responds before one responds again. */
function respondents(tx: ReadTx, list: ListRow, count: number, chance: Chance): MemberRow[] {
  if (count === 0) return []
  const all = [...tx.range(members.onList, { list_id: list.id, archived: false }).all()]
  if (all.length === 0) throw new ScenarioDataError(['generate_responses', 'known'], 'must be 0, since the list has no members')
  for (let last = all.length - 1; last > 0; last--) {
    const other = chance.below(last + 1)
    const [here, there] = [all[last], all[other]]
    if (here && there) [all[last], all[other]] = [there, here]
  }
  return Array.from({ length: count }, (_, i) => all[i % all.length] as MemberRow)
}

function newAddress(tx: ReadTx, list: ListRow, { local, domain }: GeneratedPerson, chance: Chance): string {
  for (;;) {
    const address = `${local}${chance.hex(2)}@${domain}`
    if (!memberAt(tx, list, address)) return address
  }
}

type Drawn = string | number | string[] | undefined

/** The answer of a respondent, or `undefined` if the question is left open. */
function answerTo(question: Question, field: MergeFieldRow | undefined, respondent: Respondent, chance: Chance): Drawn {
  // The address is known besides the answers.
  if (question.type === 'email') return undefined
  if (!question.is_required && chance.share() >= ANSWER_SHARE) return undefined
  return draws[question.type](question, chance, { field, ...respondent })
}

interface ResponseContext extends Respondent {
  readonly field: MergeFieldRow | undefined
}

const draws: {
  readonly [Type in Exclude<Question['type'], 'email'>]: (question: Question, chance: Chance, about: ResponseContext) => Drawn
} = {
  pickOne: chooseOne,
  dropdown: chooseOne,
  pickMany: (question, chance) => {
    const chosen = question.options.filter(() => chance.share() < CHOICE_SHARE).map(({ id }) => id)
    const one = chooseOne(question, chance)
    return chosen.length > 0 ? chosen : [one]
  },
  // Most people rate rather high.
  range: ({ range_low_value: low, range_high_value: high }, chance) => {
    const count = high - low + 1
    return low + Math.max(chance.below(count), chance.below(count))
  },
  text: (_question, chance) => TEXTS[chance.below(TEXTS.length)],
  contactInformation: (_question, _chance, { field, member, person }) => {
    const value = field && member && readMergeValue(member, field.tag)
    if (value !== undefined) return typeof value === 'object' ? undefined : value
    const named = field && person?.merge_fields[field.tag]
    return typeof named === 'string' ? named : field ? SAMPLES[field.type]?.(field) : 'Yes'
  },
}

const CHOICE_SHARE = 0.4

function chooseOne({ options }: Question, chance: Chance): string {
  return options[chance.below(options.length)]?.id ?? ''
}

const TEXTS = [
  'More of this, please.',
  'Nothing, thank you.',
  'The delivery took a little long.',
  'I found what I was looking for.',
  'Please offer more sizes.',
  'Everything was fine.',
]

/** Values for merge fields of which nothing is known. Addresses are left open. */
const SAMPLES: { readonly [Type in MergeFieldRow['type']]?: (field: MergeFieldRow) => string | undefined } = {
  text: () => 'Yes',
  number: () => '7',
  phone: () => '555-0100',
  date: () => '1990-05-17',
  birthday: () => '05/17',
  zip: () => '12345',
  url: () => 'https://example.com/',
  imageurl: () => 'https://example.com/me.png',
  radio: ({ options }) => options.choices?.[0],
  dropdown: ({ options }) => options.choices?.[0],
}
