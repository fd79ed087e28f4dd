import type { AnyCondition } from '../../src/service/conditions/condition.ts'
import { match, type Row } from './row.ts'

/** Conditions on data that worlds do not have. */
export const unsupportedRows: readonly Row[] = [
  ...unsupported(match('CampaignPoll', 'poll', 'member', 1), ['member'], ['notmember']),
  ...unsupported(match('Survey', 'survey_partner', 'started', '1'), ['started', 'completed'], ['not_started', 'not_completed']),
  ...unsupported(match('TransactionalMail', 'anything', 'sent'), ['sent', 'not_sent', 'constructor'], []),
  ...unsupported(match('GoalActivity', 'goal', 'is', '/'), ['is', 'contains', 'starts', 'ends'], ['goal_not', 'goal_notcontain']),
  ...unsupported(match('GoalTimestamp', 'goal_last_visited', 'is', '2026-01-01'), ['is', 'greater', 'less'], []),
  ...unsupported(match('SocialAge', 'social_age', 'is', '18-24'), ['is'], ['not']),
  ...unsupported(match('SocialGender', 'social_gender', 'is', 'male'), ['is'], ['not']),
  ...unsupported(match('SocialInfluence', 'social_influence', 'is', 1), ['is', 'greater', 'less'], ['not']),
  ...unsupported(match('SocialNetworkMember', 'social_network', 'member', 'net'), ['member'], ['notmember']),
  ...unsupported(match('SocialNetworkFollow', 'social_network', 'follow', 'net'), ['follow'], ['notfollow']),
  ...unsupported(match('PredictedGender', 'predicted_gender', 'is', 'female'), ['is'], ['not']),
  ...unsupported(match('PredictedAge', 'predicted_age_range', 'is', '65+'), ['is'], []),
]

/** Rows of a type without data: positive ops match no members, negative ones match all. */
function unsupported(condition: AnyCondition, positive: readonly string[], negative: readonly string[]): Row[] {
  const withOp = (op: string) => ({ ...condition, op }) as AnyCondition
  return [...positive.map((op): Row => [withOp(op), [], [{}]]), ...negative.map((op): Row => [withOp(op), [{}], []])]
}
