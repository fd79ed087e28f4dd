import { readMergeValue } from '../model/members/member.ts'
import { readInstant } from '../../kernel/support/time.ts'
import {
  type Compile,
  type ConditionKind,
  type MemberFacts,
  not,
  type ConditionViolation,
  type MemberPredicate,
} from './condition.ts'
import { foldCase, textOperators } from './text-operators.ts'

/** Reads a merge field as text: an address on one line, an empty text if it is not set. */
function makeMergeTextReader(tag: string): (member: MemberFacts) => string {
  return (member) => {
    const value = readMergeValue(member, tag)
    if (typeof value === 'string') return value
    if (value === undefined) return ''
    if (typeof value === 'number') return String(value)
    const { addr1, addr2, city, state, zip, country } = value
    return [addr1, addr2, city, state, zip, country].filter(Boolean).join(' ')
  }
}

function isBlank(tag: string): MemberPredicate {
  const text = makeMergeTextReader(tag)
  return (member) => text(member) === ''
}

/** Every op except `blank` and `blank_not` needs a value. */
function needsValue({ op, value }: { readonly op: string; readonly value?: string }): ConditionViolation | undefined {
  if (op === 'blank' || op === 'blank_not') return undefined
  return value ? undefined : { member: 'value', message: `A value is needed for the op ${op}.` }
}

export const birthdayMerge: ConditionKind<'BirthdayMerge'> = {
  about: { mergeTypes: ['birthday'] },
  check: needsValue,
  ops: {
    is: ({ field, value }) => same(makeMergeTextReader(field), value),
    not: ({ field, value }) => not(same(makeMergeTextReader(field), value)),
    blank: ({ field }) => isBlank(field),
    blank_not: ({ field }) => not(isBlank(field)),
  },
}

/** Dates are stored as YYYY-MM-DD, so their text order is their date order. */
export const dateMerge: ConditionKind<'DateMerge'> = {
  about: { mergeTypes: ['date'] },
  check(condition) {
    const { op, value } = condition
    const missing = needsValue(condition)
    if (missing || op === 'blank' || op === 'blank_not') return missing
    if (readInstant(value ?? '') !== undefined) return undefined
    return { member: 'value', message: 'Value must be a day of the calendar as YYYY-MM-DD.' }
  },
  ops: {
    is: ({ field, value }) => same(makeMergeTextReader(field), value),
    not: ({ field, value }) => not(same(makeMergeTextReader(field), value)),
    greater: ({ field, value = '' }) => {
      const read = makeMergeTextReader(field)
      return (member) => read(member) > value
    },
    less: ({ field, value = '' }) => {
      const read = makeMergeTextReader(field)
      return (member) => {
        const day = read(member)
        return day !== '' && day < value
      }
    },
    blank: ({ field }) => isBlank(field),
    blank_not: ({ field }) => not(isBlank(field)),
  },
}

function same(read: (member: MemberFacts) => string, value: string | undefined): MemberPredicate {
  return (member) => read(member) === value
}

export const addressMerge: ConditionKind<'AddressMerge'> = {
  about: { mergeTypes: ['address'] },
  check: needsValue,
  ops: {
    contains: ({ field, value = '' }) => {
      const read = makeMergeTextReader(field)
      const passes = textOperators.contains(value)
      return (member) => passes(read(member))
    },
    notcontain: (condition, audience) => not(addressMerge.ops.contains(condition, audience)),
    blank: ({ field }) => isBlank(field),
    blank_not: ({ field }) => not(isBlank(field)),
  },
}

/** The world has no map of zip codes and cities: only the same place counts as near. */
export const zipMerge: ConditionKind<'ZipMerge'> = {
  about: { mergeTypes: ['zip', 'address'] },
  check: ({ extra }) => (extra ? undefined : { member: 'extra', message: 'Value must be a zip code or a city.' }),
  ops: {
    geoin: ({ field, extra = '' }) => compareField(field, foldCase(extra)),
  },
}

function compareField(field: string, place: string): MemberPredicate {
  return (member) => {
    const value = readMergeValue(member, field)
    if (typeof value === 'object') return foldCase(value.zip) === place || foldCase(value.city) === place
    return value !== undefined && String(value) === place
  }
}

type TextOp = keyof typeof textOperators

export const textMerge: ConditionKind<'TextMerge'> = {
  about: { mergeTypes: ['text', 'number', 'phone', 'url', 'imageurl', 'zip'] },
  check: needsValue,
  ops: {
    is: merged('is'),
    not: (condition, audience) => not(textMerge.ops.is(condition, audience)),
    contains: merged('contains'),
    notcontain: (condition, audience) => not(textMerge.ops.contains(condition, audience)),
    starts: merged('starts'),
    ends: merged('ends'),
    greater: merged('greater'),
    less: merged('less'),
    blank: ({ field }) => isBlank(field),
    blank_not: ({ field }) => not(isBlank(field)),
  },
}

export const selectMerge: ConditionKind<'SelectMerge'> = {
  about: { mergeTypes: ['radio', 'dropdown'] },
  check: needsValue,
  ops: {
    is: merged('is'),
    not: (condition, audience) => not(selectMerge.ops.is(condition, audience)),
    contains: merged('contains'),
    notcontain: (condition, audience) => not(selectMerge.ops.contains(condition, audience)),
    blank: ({ field }) => isBlank(field),
    blank_not: ({ field }) => not(isBlank(field)),
  },
}

export const emailAddress: ConditionKind<'EmailAddress'> = {
  about: { words: ['merge0', 'EMAIL'] },
  check: needsValue,
  ops: {
    is: addressed('is'),
    not: (condition, audience) => not(emailAddress.ops.is(condition, audience)),
    contains: addressed('contains'),
    notcontain: (condition, audience) => not(emailAddress.ops.contains(condition, audience)),
    starts: addressed('starts'),
    ends: addressed('ends'),
    greater: addressed('greater'),
    less: addressed('less'),
    blank: () => (member) => member.email_address === '',
  },
}

/** An unset text is less than every text, and matches no other op. An unset number matches no op. */
function merged(op: TextOp): Compile<{ readonly field: string; readonly value?: string }> {
  return ({ field, value = '' }, audience) => {
    const compare = audience.mergeType(field) === 'number' && Number.isFinite(Number(value)) ? numberOperators[op] : undefined
    return compare ? numeric(field, Number(value), compare) : textual(makeMergeTextReader(field), op, value)
  }
}

function addressed(op: TextOp): Compile<{ readonly value?: string }> {
  return ({ value = '' }) => textual((member) => member.email_address, op, value)
}

function textual(read: (member: MemberFacts) => string, op: TextOp, value: string): MemberPredicate {
  const passes = textOperators[op](value)
  return (member) => {
    const text = read(member)
    return text === '' ? op === 'less' : passes(text)
  }
}

function numeric(field: string, wanted: number, compare: (a: number, b: number) => boolean): MemberPredicate {
  return (member) => {
    const value = readMergeValue(member, field)
    return typeof value === 'number' && compare(value, wanted)
  }
}

/** The ops that compare the values of a number field as numbers. */
const numberOperators: { readonly [Op in TextOp]?: (a: number, b: number) => boolean } = {
  is: (a, b) => a === b,
  greater: (a, b) => a > b,
  less: (a, b) => a < b,
}
