import {
  matchesNone,
  type ConditionAudience,
  type ConditionKind,
  type ConditionViolation,
  type MemberPredicate,
} from './condition.ts'

export const staticSegment: ConditionKind<'StaticSegment'> = {
  about: { words: ['static_segment'] },
  check: ({ value }, audience) => checkConditionSegment(audience, value, 'static'),
  ops: {
    static_is: ({ value }, audience) => membership(audience, value, 'static', true),
    static_not: ({ value }, audience) => membership(audience, value, 'static', false),
  },
}

export const fuzzySegment: ConditionKind<'FuzzySegment'> = {
  about: { words: ['fuzzy_segment'] },
  check: ({ value }, audience) => checkConditionSegment(audience, value, 'fuzzy'),
  ops: {
    fuzzy_is: ({ value }, audience) => membership(audience, value, 'fuzzy', true),
    fuzzy_not: ({ value }, audience) => membership(audience, value, 'fuzzy', false),
  },
}

function checkConditionSegment(
  audience: ConditionAudience,
  id: number,
  type: 'static' | 'fuzzy',
): ConditionViolation | undefined {
  return audience.inSegment(id, type) ? undefined : { member: 'value', message: `The list has no ${type} segment ${id}.` }
}

/** A deleted segment matches no member, inside or outside. */
function membership(audience: ConditionAudience, id: number, type: 'static' | 'fuzzy', inside: boolean): MemberPredicate {
  const contacts = audience.inSegment(id, type)
  return contacts ? (member) => contacts.has(member.contact_id) === inside : matchesNone
}
