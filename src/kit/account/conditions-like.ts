import { isObject } from '../../kernel/support/is-object.ts'
import type { MadeUp } from './people.ts'
import type { Members, Thing } from './sketch.ts'

/** Conditions whose values are ids, words of the contract or numbers. All other values are texts that may be about people. */
const KEPT: ReadonlySet<unknown> = new Set([
  'Aim',
  'Automation',
  'CampaignPoll',
  'Conversation',
  'Date',
  'FuzzySegment',
  'Interests',
  'MemberRating',
  'NewSubscribers',
  'PredictedAge',
  'PredictedGender',
  'SocialAge',
  'SocialGender',
  'StaticSegment',
  'VIP',
])

/** A condition of the same type, field and operator. Texts in it are made up, unless they are choices of a field. */
export function conditionLike(condition: Members, fields: readonly Thing[], made: MadeUp): Members {
  const { condition_type: type, value, field } = condition
  if (KEPT.has(type)) return kept(condition)
  const common = { condition_type: type, field, op: condition['op'] }
  if (value === undefined) return common
  const choices = fields.find(({ id }) => id === field)?.last['options']
  const isChoice = isObject(choices) && Array.isArray(choices['choices']) && choices['choices'].includes(value)
  if (isChoice) return { ...common, value }
  if (typeof value === 'number')
    return { ...common, value, ...(typeof condition['extra'] === 'number' ? { extra: condition['extra'] } : {}) }
  const text = valueLike(type, made)
  return { ...common, value: text, ...(type === 'ZipMerge' ? { extra: '25' } : {}) }
}

/** Instants, ids and words: no free texts. */
function kept(condition: Members): Members {
  return Object.fromEntries(
    Object.entries(condition).filter(([, value]) => typeof value !== 'string' || /^[\w:+./ -]{0,40}$/.test(value)),
  )
}

function valueLike(type: unknown, made: MadeUp): string {
  switch (type) {
    case 'EmailAddress':
      return made.domain()
    case 'Language':
      return 'en'
    case 'DateMerge':
      return '2020-01-15'
    case 'BirthdayMerge':
      return '01/15'
    case 'ZipMerge':
      return made.place().zip
    case 'AddressMerge':
      return made.place().city
    case 'EmailClient':
      return 'Gmail'
    case 'SignupSource':
      return 'API'
    default:
      return made.person().first
  }
}
