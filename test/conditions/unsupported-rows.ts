import type { AnyCondition } from '../../src/service/conditions/condition.ts'
import type { Row } from './row.ts'

/** Conditions on data that worlds do not have. */
export const unsupportedRows: readonly Row[] = [
  ...unsupported({ condition_type: 'CampaignPoll', field: 'poll', op: 'member', value: 1 }, ['member'], ['notmember']),
  ...unsupported(
    { condition_type: 'Survey', field: 'survey_partner', op: 'started', value: '1' },
    ['started', 'completed'],
    ['not_started', 'not_completed'],
  ),
  ...unsupported({ condition_type: 'TransactionalMail', field: 'anything', op: 'sent' }, ['sent', 'not_sent', 'constructor'], []),
  ...unsupported(
    { condition_type: 'GoalActivity', field: 'goal', op: 'is', value: '/' },
    ['is', 'contains', 'starts', 'ends'],
    ['goal_not', 'goal_notcontain'],
  ),
  ...unsupported(
    { condition_type: 'GoalTimestamp', field: 'goal_last_visited', op: 'is', value: '2026-01-01' },
    ['is', 'greater', 'less'],
    [],
  ),
  ...unsupported({ condition_type: 'SocialAge', field: 'social_age', op: 'is', value: '18-24' }, ['is'], ['not']),
  ...unsupported({ condition_type: 'SocialGender', field: 'social_gender', op: 'is', value: 'male' }, ['is'], ['not']),
  ...unsupported(
    { condition_type: 'SocialInfluence', field: 'social_influence', op: 'is', value: 1 },
    ['is', 'greater', 'less'],
    ['not'],
  ),
  ...unsupported(
    { condition_type: 'SocialNetworkMember', field: 'social_network', op: 'member', value: 'net' },
    ['member'],
    ['notmember'],
  ),
  ...unsupported(
    { condition_type: 'SocialNetworkFollow', field: 'social_network', op: 'follow', value: 'net' },
    ['follow'],
    ['notfollow'],
  ),
  ...unsupported({ condition_type: 'PredictedGender', field: 'predicted_gender', op: 'is', value: 'female' }, ['is'], ['not']),
  ...unsupported({ condition_type: 'PredictedAge', field: 'predicted_age_range', op: 'is', value: '65+' }, ['is'], []),
]

/** Rows of a type without data: positive ops match no members, negative ones match all. */
function unsupported(condition: AnyCondition, positive: readonly string[], negative: readonly string[]): Row[] {
  const withOp = (op: string) => ({ ...condition, op }) as AnyCondition
  return [...positive.map((op): Row => [withOp(op), [], [{}]]), ...negative.map((op): Row => [withOp(op), [{}], []])]
}
