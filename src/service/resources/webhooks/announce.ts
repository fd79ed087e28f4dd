import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import type { ResourceEvents } from '../../rules/resource-events.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { postWebhook } from '../../rules/deliveries/post.ts'
import { firedAt, formValue } from '../../rules/deliveries/payload.ts'
import type { Form, FormValue } from '../../model/deliveries/delivery.ts'
import { explainEnd } from '../../rules/deliveries/settle.ts'
import { interestCategories, findInterests } from '../../model/interests/interest.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type MemberRow, readMergeValue, type MemberEventType, findMemberSchema } from '../../model/members/member.ts'
import { omit } from '../../rules/omissions.ts'
import type { Caller } from '../../model/requests/call.ts'
import { type WebhookRow, webhooks } from '../../model/webhooks/webhook.ts'

/** The payload for a subscription or a changed profile. */
function subscriptionData(tx: ReadTx, list: ListRow, member: MemberRow): Form {
  const { unique_email_id: id, email_address: email, email_type, ip_opt, ip_signup, web_id } = member
  return {
    id,
    email,
    email_type,
    ip_opt,
    ...(ip_signup === '' ? {} : { ip_signup }),
    web_id: String(web_id),
    merges: writeMerges(tx, list, member),
    list_id: list.id,
  }
}

/** The payload for an unsubscription or a deletion. */
function unsubscriptionData(
  tx: ReadTx,
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

/** The payload for a changed address. */
function upemailData(before: MemberRow, after: MemberRow): Form {
  return {
    list_id: after.list_id,
    new_id: after.unique_email_id,
    new_email: after.email_address,
    old_email: before.email_address,
  }
}

/** The payload for a cleaned address. */
function cleanedData(member: MemberRow, occasion: Caller['occasion']): Form {
  return {
    list_id: member.list_id,
    campaign_id: occasion?.campaign_id ?? '',
    reason: occasion?.reason === 'abuse' ? 'abuse' : 'hard',
    email: member.email_address,
  }
}

/** The values of a member by merge tag, and the member's interests. */
function writeMerges(tx: ReadTx, list: ListRow, member: MemberRow): Form {
  const values = findMemberSchema(tx, list.id).merge_fields.map(
    ({ tag }) => [tag, formValue(readMergeValue(member, tag) ?? '')] as const,
  )
  return Object.fromEntries([['EMAIL', member.email_address], ...values, ...writeGroups(tx, list, member)])
}

/** The interests of a member, as one text and by category; empty on a list without categories. */
function writeGroups(tx: ReadTx, list: ListRow, member: MemberRow): (readonly [string, FormValue])[] {
  const categories = tx.range(interestCategories.byOrder, { list_id: list.id }).all()
  if (categories.length === 0) return []
  const chosen = categories.map((category) => ({
    category,
    names: findInterests(tx, category).flatMap(({ id, name }) => (member.interests.includes(id) ? [name] : [])),
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

type MemberChangedEvent = ResourceEvents['member.changed']

/** Notifies the webhooks of a list about a change of a member, by their events and sources. */
export function announceMember(tx: Tx, event: MemberChangedEvent): void {
  const { list, before, after, diff, by } = event
  const member = after ?? before
  if (!member) return
  const about = { list_id: list.id, contact_id: member.contact_id }
  if (diff.length === 0) return omit(tx, { code: 'no_event', ...about })
  const all = findWebhooks(tx, list.id)
  for (const type of diff) {
    // A bounce counts as detected by the service, whatever its source.
    const source = type === 'cleaned' ? 'admin' : by.source
    const hearing = selectSubscribed(tx, all, { event: type, ...about }, source)
    if (hearing.length > 0) post(tx, hearing, type, dataOf[type](tx, member, event))
  }
}

/** The event that webhooks of a list may get; `contact_id` is empty if it is not about a member. */
interface Announcement {
  readonly event: MemberEventType | 'campaign'
  readonly list_id: string
  readonly contact_id: string
}

/** The webhooks that get an event. Notes why the others do not. */
function selectSubscribed(
  tx: Tx,
  all: readonly WebhookRow[],
  about: Announcement,
  source?: Caller['source'],
): readonly WebhookRow[] {
  if (all.length === 0) omit(tx, { code: 'no_webhook', ...about })
  return all.filter((webhook) => {
    const { id: webhook_id, events, sources, gone, url } = webhook
    if (gone) omit(tx, { code: 'webhook_ended', ...about, webhook_id, reason: explainEnd(tx, webhook_id, url) })
    else if (!events[about.event]) omit(tx, { code: 'event_off', ...about, webhook_id })
    else if (source && !sources[source]) omit(tx, { code: 'source_off', ...about, webhook_id, source })
    else return true
    return false
  })
}

const dataOf: { readonly [Type in MemberEventType]: (tx: Tx, member: MemberRow, event: MemberChangedEvent) => Form } = {
  subscribe: (tx, member, { list }) => subscriptionData(tx, list, member),
  profile: (tx, member, { list }) => subscriptionData(tx, list, member),
  unsubscribe: (tx, member, { list, after, by }) =>
    unsubscriptionData(tx, list, member, !after || after.archived ? 'delete' : 'unsub', by.occasion),
  upemail: (_tx, member, { before }) => upemailData(before ?? member, member),
  cleaned: (_tx, member, { by }) => cleanedData(member, by.occasion),
}

type EndedCampaign = Pick<CampaignRow, 'id' | 'list_id' | 'subject_line' | 'status'>

/** Notifies the webhooks of a list that a campaign was sent or cancelled, whatever sources they select. */
export function announceCampaign(tx: Tx, { campaign }: { readonly campaign: EndedCampaign }): void {
  const { id, subject_line: subject, status, list_id } = campaign
  const hearing = selectSubscribed(tx, findWebhooks(tx, list_id), { event: 'campaign', list_id, contact_id: '' })
  post(tx, hearing, 'campaign', { id, subject, status, reason: '', list_id })
}

function findWebhooks(tx: ReadTx, list_id: string): readonly WebhookRow[] {
  return tx.range(webhooks.onList, { list_id }).all()
}

function post(tx: Tx, hearing: readonly WebhookRow[], type: MemberEventType | 'campaign', data: Form): void {
  const payload = { type, fired_at: firedAt(tx), data }
  for (const { id, list_id, url, secret } of hearing) {
    postWebhook(tx, { event: type, webhook_id: id, list_id, url, payload, secret })
  }
}
