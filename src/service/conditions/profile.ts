import { type Compile, type ConditionKind, type ConditionOf, type MemberPredicate, not } from './condition.ts'
import { foldCase } from './text-operators.ts'

export const emailClient: ConditionKind<'EmailClient'> = {
  about: { words: ['email_client'] },
  ops: {
    client_is: ({ value }) => hasText('email_client', value),
    client_not: ({ value }) => not(hasText('email_client', value)),
  },
}

export const language: ConditionKind<'Language'> = {
  about: { words: ['language'] },
  ops: {
    is: ({ value }) => hasText('language', value),
    not: ({ value }) => not(hasText('language', value)),
  },
}

export const signupSource: ConditionKind<'SignupSource'> = {
  about: { words: ['source'] },
  ops: {
    source_is: ({ value }) => hasText('source', value),
    source_not: ({ value }) => not(hasText('source', value)),
  },
}

export const memberRating: ConditionKind<'MemberRating'> = {
  about: { words: ['rating'] },
  ops: {
    is: compareRating((rating, value) => rating === value),
    not: compareRating((rating, value) => rating !== value),
    greater: compareRating((rating, value) => rating > value),
    less: compareRating((rating, value) => rating < value),
  },
}

export const vip: ConditionKind<'VIP'> = {
  about: { words: ['vip_flag'] },
  ops: {
    member: () => (member) => member.vip,
    notmember: () => (member) => !member.vip,
  },
}

/** Whether a text of a member is the one of a condition, whatever its case. */
function hasText(name: 'email_client' | 'language' | 'source', value: string): MemberPredicate {
  const wanted = foldCase(value)
  return (member) => foldCase(member[name]) === wanted
}

function compareRating(compare: (rating: number, value: number) => boolean): Compile<ConditionOf<'MemberRating'>> {
  return ({ value }) => {
    return (member) => compare(member.rating, value)
  }
}
