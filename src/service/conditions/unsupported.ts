import { matchesAll, matchesNone, type ConditionKind } from './condition.ts'

// Data that the world does not have: a positive op matches no member, a negative op matches all members.
const positive = () => matchesNone
const negative = () => matchesAll

export const campaignPoll: ConditionKind<'CampaignPoll'> = {
  about: { words: ['poll'] },
  ops: { member: positive, notmember: negative },
}

export const survey: ConditionKind<'Survey'> = {
  about: { words: ['survey_partner'] },
  ops: { started: positive, completed: positive, not_started: negative, not_completed: negative },
}

/** Its ops are unknown, so any op is accepted and matches no member. */
export const transactionalMail: ConditionKind<'TransactionalMail'> = { about: { words: [] }, ops: {} }

export const goalActivity: ConditionKind<'GoalActivity'> = {
  about: { words: ['goal'] },
  ops: { is: positive, goal_not: negative, contains: positive, goal_notcontain: negative, starts: positive, ends: positive },
}

export const goalTimestamp: ConditionKind<'GoalTimestamp'> = {
  about: { words: ['goal_last_visited'] },
  check: ({ value, extra }) =>
    value === 'date' && extra === undefined ? { member: 'extra', message: 'Value must be a day as YYYY-MM-DD.' } : undefined,
  ops: { greater: positive, less: positive, is: positive },
}

export const socialAge: ConditionKind<'SocialAge'> = {
  about: { words: ['social_age'] },
  ops: { is: positive, not: negative },
}

export const socialGender: ConditionKind<'SocialGender'> = {
  about: { words: ['social_gender'] },
  ops: { is: positive, not: negative },
}

export const socialInfluence: ConditionKind<'SocialInfluence'> = {
  about: { words: ['social_influence'] },
  ops: { is: positive, not: negative, greater: positive, less: positive },
}

export const socialNetworkMember: ConditionKind<'SocialNetworkMember'> = {
  about: { words: ['social_network'] },
  ops: { member: positive, notmember: negative },
}

export const socialNetworkFollow: ConditionKind<'SocialNetworkFollow'> = {
  about: { words: ['social_network'] },
  ops: { follow: positive, notfollow: negative },
}

export const predictedGender: ConditionKind<'PredictedGender'> = {
  about: { words: ['predicted_gender'] },
  ops: { is: positive, not: negative },
}

export const predictedAge: ConditionKind<'PredictedAge'> = {
  about: { words: ['predicted_age_range'] },
  ops: { is: positive },
}
