import type { Tx } from '../../world/tx.ts'
import type { CampaignRow } from '../campaigns/campaign.ts'
import { firedAt } from '../deliveries/fired-at.ts'
import type { Form } from '../deliveries/form.ts'
import { postWebhook } from '../deliveries/post.ts'
import type { ListRow } from '../lists/list.ts'
import type { MemberRow } from '../members/member.ts'
import type { News } from '../members/news.ts'
import type { Caller } from '../operation.ts'
import { cleanedData, subscriptionData, unsubscriptionData, upemailData } from './payload.ts'
import { webhooks, type WebhookRow } from './webhook.ts'

/** What became of a member, and who brought it about. */
export interface MemberNews {
  readonly list: ListRow
  readonly before: MemberRow | undefined
  readonly after: MemberRow | undefined
  readonly news: readonly News[]
  readonly by: Caller
}

/** Tells the webhooks of a list what became of a member: each hears of the events and sources that it wants to. */
export function announceMember(tx: Tx, event: MemberNews): void {
  const { list, before, after, news, by } = event
  const member = after ?? before
  if (!member || news.length === 0) return
  const all = webhooksOf(tx, list.id)
  if (all.length === 0) return
  for (const type of news) {
    // Bounces are the service's own finding, whoever made it known.
    const source = type === 'cleaned' ? 'admin' : by.source
    const hearing = all.filter(({ events, sources }) => events[type] && sources[source])
    if (hearing.length > 0) post(tx, hearing, type, dataOf[type](tx, member, event))
  }
}

const dataOf: { readonly [Type in News]: (tx: Tx, member: MemberRow, event: MemberNews) => Form } = {
  subscribe: (tx, member, { list }) => subscriptionData(tx, list, member),
  profile: (tx, member, { list }) => subscriptionData(tx, list, member),
  unsubscribe: (tx, member, { list, after, by }) =>
    unsubscriptionData(tx, list, member, !after || after.archived ? 'delete' : 'unsub', by.occasion),
  upemail: (_tx, member, { before }) => upemailData(before ?? member, member),
  cleaned: (_tx, member, { by }) => cleanedData(member, by.occasion),
}

/** What became of a campaign, and why if there is something to say. */
export interface CampaignNews {
  readonly campaign: Pick<CampaignRow, 'id' | 'list_id' | 'subject_line' | 'status'>
  readonly reason?: string
}

/** Tells the webhooks of a list that a campaign was sent or cancelled, whoever did it. */
export function announceCampaign(tx: Tx, { campaign, reason = '' }: CampaignNews): void {
  const hearing = webhooksOf(tx, campaign.list_id).filter(({ events }) => events.campaign)
  const { id, subject_line: subject, status, list_id } = campaign
  post(tx, hearing, 'campaign', { id, subject, status, reason, list_id })
}

function webhooksOf(tx: Tx, list_id: string): WebhookRow[] {
  return tx
    .range(webhooks.onList, { list_id })
    .all()
    .filter(({ gone }) => !gone)
}

function post(tx: Tx, hearing: readonly WebhookRow[], type: News | 'campaign', data: Form): void {
  const payload = { type, fired_at: firedAt(tx), data }
  for (const { id, list_id, url, secret } of hearing) {
    postWebhook(tx, { event: type, webhook_id: id, list_id, url, payload, secret })
  }
}
