import { not, type ConditionKind } from './condition.ts'
import { foldCase } from './text-operators.ts'

export const emailClient: ConditionKind<'EmailClient'> = {
  about: { words: ['email_client'] },
  ops: {
    client_is: ({ value }) => {
      const client = foldCase(value)
      return (member) => foldCase(member.email_client) === client
    },
    client_not: (condition, audience) => not(emailClient.ops.client_is(condition, audience)),
  },
}

export const language: ConditionKind<'Language'> = {
  about: { words: ['language'] },
  ops: {
    is: ({ value }) => {
      const wanted = foldCase(value)
      return (member) => foldCase(member.language) === wanted
    },
    not: (condition, audience) => not(language.ops.is(condition, audience)),
  },
}

export const signupSource: ConditionKind<'SignupSource'> = {
  about: { words: ['source'] },
  ops: {
    source_is: ({ value }) => {
      const source = foldCase(value)
      return (member) => foldCase(member.source) === source
    },
    source_not: (condition, audience) => not(signupSource.ops.source_is(condition, audience)),
  },
}

export const memberRating: ConditionKind<'MemberRating'> = {
  about: { words: ['rating'] },
  ops: {
    is:
      ({ value }) =>
      (member) =>
        member.rating === value,
    not:
      ({ value }) =>
      (member) =>
        member.rating !== value,
    greater:
      ({ value }) =>
      (member) =>
        member.rating > value,
    less:
      ({ value }) =>
      (member) =>
        member.rating < value,
  },
}

export const vip: ConditionKind<'VIP'> = {
  about: { words: ['vip_flag'] },
  ops: {
    member: () => (member) => member.vip,
    notmember: () => (member) => !member.vip,
  },
}
