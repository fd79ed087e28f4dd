import type { Condition } from '../../src/conditions/condition.ts'
import type { Row } from './row.ts'

/** Conditions on data that worlds do not have. */
export const unheldRows: readonly Row[] = [
  ...unheld(
    { condition_type: 'Automation', field: 'automation', op: 'started', value: '1' },
    ['started', 'completed'],
    ['not_started', 'not_completed'],
  ),
  ...unheld({ condition_type: 'CampaignPoll', field: 'poll', op: 'member', value: 1 }, ['member'], ['notmember']),
  ...unheld(
    { condition_type: 'Survey', field: 'survey_partner', op: 'started', value: '1' },
    ['started', 'completed'],
    ['not_started', 'not_completed'],
  ),
  ...unheld({ condition_type: 'TransactionalMail', field: 'anything', op: 'sent' }, ['sent', 'not_sent', 'constructor'], []),
  ...unheld(
    { condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'is', value: 'Shoes' },
    ['is', 'contains', 'starts', 'ends'],
    ['not', 'notcontain'],
  ),
  ...unheld({ condition_type: 'EcommNumber', field: 'ecomm_orders', op: 'is', value: 0 }, ['is', 'greater', 'less'], ['not']),
  ...unheld({ condition_type: 'EcommPurchased', field: 'ecomm_purchased', op: 'member' }, ['member'], ['notmember']),
  ...unheld({ condition_type: 'EcommSpent', field: 'ecomm_spent_all', op: 'less', value: 5 }, ['greater', 'less'], []),
  ...unheld({ condition_type: 'EcommStore', field: 'ecomm_store', op: 'is', value: 'shop' }, ['is'], ['not']),
  ...unheld(
    { condition_type: 'GoalActivity', field: 'goal', op: 'is', value: '/' },
    ['is', 'contains', 'starts', 'ends'],
    ['goal_not', 'goal_notcontain'],
  ),
  ...unheld(
    { condition_type: 'GoalTimestamp', field: 'goal_last_visited', op: 'is', value: '2026-01-01' },
    ['is', 'greater', 'less'],
    [],
  ),
  ...unheld({ condition_type: 'SocialAge', field: 'social_age', op: 'is', value: '18-24' }, ['is'], ['not']),
  ...unheld({ condition_type: 'SocialGender', field: 'social_gender', op: 'is', value: 'male' }, ['is'], ['not']),
  ...unheld(
    { condition_type: 'SocialInfluence', field: 'social_influence', op: 'is', value: 1 },
    ['is', 'greater', 'less'],
    ['not'],
  ),
  ...unheld(
    { condition_type: 'SocialNetworkMember', field: 'social_network', op: 'member', value: 'net' },
    ['member'],
    ['notmember'],
  ),
  ...unheld(
    { condition_type: 'SocialNetworkFollow', field: 'social_network', op: 'follow', value: 'net' },
    ['follow'],
    ['notfollow'],
  ),
  ...unheld({ condition_type: 'PredictedGender', field: 'predicted_gender', op: 'is', value: 'female' }, ['is'], ['not']),
  ...unheld({ condition_type: 'PredictedAge', field: 'predicted_age_range', op: 'is', value: '65+' }, ['is'], []),
]

/** Rows of a type without data: positive ops match no members, negative ones match all. */
function unheld(condition: Condition, positive: readonly string[], negative: readonly string[]): Row[] {
  const withOp = (op: string) => ({ ...condition, op }) as Condition
  return [...positive.map((op): Row => [withOp(op), [], [{}]]), ...negative.map((op): Row => [withOp(op), [{}], []])]
}
