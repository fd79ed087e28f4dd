import type { Tx } from '../../world/tx.ts'
import { formValue, type Form, type FormValue } from '../deliveries/form.ts'
import { interestCategories, interestsOf } from '../interests/interest.ts'
import type { ListRow } from '../lists/list.ts'
import { mergeValueOf, type MemberRow } from '../members/member.ts'
import type { Caller } from '../operation.ts'
import { shapeOf } from '../shapes/shape.ts'

/** What a webhook is told of somebody who subscribed, or whose profile changed. */
export function subscriptionData(tx: Tx, list: ListRow, member: MemberRow): Form {
  const { unique_email_id: id, email_address: email, email_type, ip_opt, ip_signup, web_id } = member
  return {
    id,
    email,
    email_type,
    ip_opt,
    ...(ip_signup === '' ? {} : { ip_signup }),
    web_id: String(web_id),
    merges: mergesOf(tx, list, member),
    list_id: list.id,
  }
}

/** What a webhook is told of somebody who unsubscribed, or was taken off the list. */
export function unsubscriptionData(
  tx: Tx,
  list: ListRow,
  member: MemberRow,
  action: 'unsub' | 'delete',
  occasion: Caller['occasion'],
): Form {
  return {
    action,
    reason: occasion?.reason === 'abuse' ? 'abuse' : 'manual',
    ...subscriptionData(tx, list, member),
    ...(occasion?.campaign_id ? { campaign_id: occasion.campaign_id } : {}),
  }
}

/** What a webhook is told of an address that was changed. */
export function upemailData(before: MemberRow, after: MemberRow): Form {
  return {
    list_id: after.list_id,
    new_id: after.unique_email_id,
    new_email: after.email_address,
    old_email: before.email_address,
  }
}

/** What a webhook is told of an address that does not work any more. */
export function cleanedData(member: MemberRow, occasion: Caller['occasion']): Form {
  return {
    list_id: member.list_id,
    campaign_id: occasion?.campaign_id ?? '',
    reason: occasion?.reason === 'abuse' ? 'abuse' : 'hard',
    email: member.email_address,
  }
}

/** The values of a member under the merge tags of the list, and the interests it has chosen. */
function mergesOf(tx: Tx, list: ListRow, member: MemberRow): Form {
  const values = shapeOf(tx, list.id).merge_fields.map(({ tag }) => [tag, formValue(mergeValueOf(member, tag) ?? '')] as const)
  return Object.fromEntries([['EMAIL', member.email_address], ...values, ...groupsOf(tx, list, member)])
}

/** The interests of a member, all in one text and by category; nothing on a list that has no categories. */
function groupsOf(tx: Tx, list: ListRow, member: MemberRow): (readonly [string, FormValue])[] {
  const categories = tx.range(interestCategories.byOrder, { list_id: list.id }).all()
  if (categories.length === 0) return []
  const chosen = categories.map((category) => ({
    category,
    names: interestsOf(tx, category).flatMap(({ id, name }) => (member.interests.includes(id) ? [name] : [])),
  }))
  return [
    ['INTERESTS', chosen.flatMap(({ names }) => names).join(', ')],
    [
      'GROUPINGS',
      chosen.map(({ category, names }) => ({
        id: String(category.number),
        unique_id: category.id,
        name: category.title,
        groups: names.join(', '),
      })),
    ],
  ]
}
