import { readInstant } from '../support/time.ts'
import { not, type ConditionKind, type MemberFacts, type Predicate } from './condition.ts'
import { isBlank, needsValue, textOf } from './merge-value.ts'

export const birthdayMerge: ConditionKind<'BirthdayMerge'> = {
  about: { mergeTypes: ['birthday'] },
  object: needsValue,
  ops: {
    is: ({ field, value }) => same(textOf(field), value),
    not: ({ field, value }) => not(same(textOf(field), value)),
    blank: ({ field }) => isBlank(field),
    blank_not: ({ field }) => not(isBlank(field)),
  },
}

/** Days stand in fields as YYYY-MM-DD, whose order as texts is the one of the calendar. */
export const dateMerge: ConditionKind<'DateMerge'> = {
  about: { mergeTypes: ['date'] },
  object(condition) {
    const { op, value } = condition
    const missing = needsValue(condition)
    if (missing || op === 'blank' || op === 'blank_not') return missing
    if (readInstant(value ?? '') !== undefined) return undefined
    return { member: 'value', message: 'Value must be a day of the calendar as YYYY-MM-DD.' }
  },
  ops: {
    is: ({ field, value }) => same(textOf(field), value),
    not: ({ field, value }) => not(same(textOf(field), value)),
    greater: ({ field, value = '' }) => {
      const read = textOf(field)
      return (member) => read(member) > value
    },
    less: ({ field, value = '' }) => {
      const read = textOf(field)
      return (member) => {
        const day = read(member)
        return day !== '' && day < value
      }
    },
    blank: ({ field }) => isBlank(field),
    blank_not: ({ field }) => not(isBlank(field)),
  },
}

function same(read: (member: MemberFacts) => string, value: string | undefined): Predicate {
  return (member) => read(member) === value
}
