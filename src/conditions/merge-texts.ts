import { not, type Compile, type ConditionKind, type MemberFacts, type Predicate } from './condition.ts'
import { isBlank, needsValue, textOf, valueOf } from './merge-value.ts'
import { textOperators } from './text-operators.ts'

type TextOp = keyof typeof textOperators

export const textMerge: ConditionKind<'TextMerge'> = {
  about: { mergeTypes: ['text', 'number', 'phone', 'url', 'imageurl', 'zip'] },
  object: needsValue,
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
  object: needsValue,
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
  object: ({ value }) => (value === '' ? { member: 'value', message: 'This value should not be blank.' } : undefined),
  ops: {
    is: addressed('is'),
    not: (condition, audience) => not(emailAddress.ops.is(condition, audience)),
    contains: addressed('contains'),
    notcontain: (condition, audience) => not(emailAddress.ops.contains(condition, audience)),
    starts: addressed('starts'),
    ends: addressed('ends'),
    greater: addressed('greater'),
    less: addressed('less'),
  },
}

/** A field that is not set meets none of the ops. */
function merged(op: TextOp): Compile<{ readonly field: string; readonly value?: string }> {
  return ({ field, value = '' }, audience) => {
    const compare = audience.mergeType(field) === 'number' && Number.isFinite(Number(value)) ? numberOperators[op] : undefined
    return compare ? numeric(field, Number(value), compare) : textual(textOf(field), op, value)
  }
}

function addressed(op: TextOp): Compile<{ readonly value: string }> {
  return ({ value }) => textual((member) => member.email_address, op, value)
}

function textual(read: (member: MemberFacts) => string, op: TextOp, value: string): Predicate {
  const passes = textOperators[op](value)
  return (member) => {
    const text = read(member)
    return text !== '' && passes(text)
  }
}

function numeric(field: string, wanted: number, compare: (a: number, b: number) => boolean): Predicate {
  const read = valueOf(field)
  return (member) => {
    const value = read(member)
    return typeof value === 'number' && compare(value, wanted)
  }
}

/** Numbers are compared as numbers where the op is about size. */
const numberOperators: { readonly [Op in TextOp]?: (a: number, b: number) => boolean } = {
  is: (a, b) => a === b,
  greater: (a, b) => a > b,
  less: (a, b) => a < b,
}
