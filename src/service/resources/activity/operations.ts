import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { type Seconds, timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { type CampaignRow, campaigns } from '../../model/campaigns/campaign.ts'
import { conversations, findMessages } from '../../model/conversations/conversation.ts'
import { customers } from '../../model/customers/customer.ts'
import { asOwner, findLines } from '../../model/lines/line.ts'
import { orderLineFields } from '../../rules/lines/view.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { type MemberRow, memberInPathOrThrow } from '../../model/members/member.ts'
import { notes } from '../../model/notes/note.ts'
import { type OrderRow, orders } from '../../model/orders/order.ts'
import { moneyText } from '../../rules/requests/money.ts'
import { stores } from '../../model/stores/store.ts'
import { type Operations, selectPart, slicePage } from '../../rules/requests/operation.ts'
import { surveyResponses, surveys } from '../../model/surveys/survey.ts'
import { byTime, type MemberHistoryItem, listMemberHistory } from './history.ts'

type ActivityItem = ServiceSchemas['MemberActivityFeedItem']

interface ActivityEntry {
  readonly at: Seconds
  readonly seq: number
  readonly item: ActivityItem
}

/** Everything that the service knows of a member, oldest first: sign-up, campaigns, replies, notes, surveys and orders. */
function listFeedItems(tx: ReadTx, member: MemberRow): ActivityItem[] {
  const history = listMemberHistory(tx, member)
  const entries: ActivityEntry[] = [
    makeSignUpEntry(tx, member),
    ...history.map((happening) => ({ at: happening.at, seq: happening.seq, item: campaignItem(member, happening, history) })),
    ...notesAbout(tx, member),
    ...messagesWith(tx, member),
    ...surveysAnsweredBy(tx, member),
    ...ordersBy(tx, member),
  ]
  return entries.toSorted(byTime).map(({ item }) => item)
}

function makeSignUpEntry(tx: ReadTx, { contact_id, timestamp_signup, created_at, seq }: MemberRow): ActivityEntry {
  const at = timestamp_signup || created_at
  const customer = tx
    .range(customers.ofContact, { contact_id })
    .all()
    .find(({ made_contact }) => made_contact)
  const created_at_timestamp = timestamp(at)
  if (!customer) return { at, seq, item: { activity_type: 'generic_signup', created_at_timestamp } }
  return { at, seq, item: { activity_type: 'ecommerce_signup', created_at_timestamp, store_name: readStoreName(tx, customer) } }
}

/** The orders of a member that are processed, whether they count in sums or not. */
function ordersBy(tx: ReadTx, { contact_id }: MemberRow): ActivityEntry[] {
  const all = tx.range(orders.ofContact, { contact_id }).all()
  return all
    .filter(({ processed_at_foreign }) => processed_at_foreign > 0)
    .map((order) => ({ at: order.processed_at_foreign, seq: order.seq, item: orderItem(tx, order) }))
}

function orderItem(tx: ReadTx, order: OrderRow): ActivityItem {
  const { store_id, id: order_id, outreach } = order
  const { money_format = '' } = tx.first(stores.key, { id: store_id }) ?? {}
  const ofOrder = findLines(tx, asOwner('order', order))
  return {
    activity_type: 'order',
    created_at_timestamp: timestamp(order.processed_at_foreign),
    outreach_id: order.outreach_id,
    outreach_type: outreach?.type ?? '',
    outreach_title: outreach?.name ?? '',
    order_id,
    order_total: moneyText(order.order_total, money_format, order.currency_code),
    order_items: ofOrder.map((line) => orderLineFields(tx, line)),
    store_name: readStoreName(tx, order),
    order_url: order.order_url,
  }
}

function readStoreName(tx: ReadTx, { store_id }: { readonly store_id: string }): string {
  return tx.first(stores.key, { id: store_id })?.name ?? ''
}

function notesAbout(tx: ReadTx, { contact_id }: MemberRow): ActivityEntry[] {
  const written = tx.range(notes.byMember, { contact_id }).all()
  return written.map(({ created_at: at, seq, ...note }) => {
    const text = { note_id: note.id, note_text: note.note, created_by: note.created_by }
    const times = { created_at_timestamp: timestamp(at), updated_at_timestamp: timestamp(note.updated_at) }
    return { at, seq, item: { activity_type: 'note', ...text, ...times } }
  })
}

/** The messages of the conversations with a member, by both sides. */
function messagesWith(tx: ReadTx, { contact_id }: MemberRow): ActivityEntry[] {
  const threads = tx.range(conversations.byContact, { contact_id }).all()
  return threads.flatMap((thread) =>
    findMessages(tx, thread).map(({ timestamp: at, seq, by_recipient, message, from_label, from_email, read }) => ({
      at,
      seq,
      item: {
        activity_type: 'conversation',
        created_at_timestamp: timestamp(at),
        ...campaignNamed(tx.first(campaigns.key, { id: thread.campaign_id })),
        thread_id: thread.id,
        message_text: message,
        created_by: from_label,
        from_email,
        is_user: !by_recipient,
        has_read: read,
      },
    })),
  )
}

function surveysAnsweredBy(tx: ReadTx, { contact_id }: MemberRow): ActivityEntry[] {
  const responses = tx.range(surveyResponses.byContact, { contact_id }).all()
  return responses.map(({ submitted_at: at, seq, survey_id }) => {
    const survey_title = tx.first(surveys.key, { id: survey_id })?.content.title ?? ''
    return { at, seq, item: { activity_type: 'survey_response', created_at_timestamp: timestamp(at), survey_id, survey_title } }
  })
}

function campaignNamed(campaign: CampaignRow | undefined): Pick<ActivityItem, 'campaign_id' | 'campaign_title'> {
  return campaign ? { campaign_id: campaign.id, campaign_title: campaign.title } : {}
}

function campaignItem(member: MemberRow, happening: MemberHistoryItem, history: readonly MemberHistoryItem[]): ActivityItem {
  const { at, what, campaign } = happening
  return {
    activity_type: what,
    created_at_timestamp: timestamp(at),
    ...campaignNamed(campaign),
    ...details[what](member, happening, history),
  }
}

/** The members of each kind of item besides its time and its campaign. */
const details: {
  readonly [What in MemberHistoryItem['what']]: (
    member: MemberRow,
    happening: MemberHistoryItem,
    history: readonly MemberHistoryItem[],
  ) => Partial<ActivityItem>
} = {
  sent: () => ({}),
  open: () => ({}),
  click: (_member, { url }) => ({ link_clicked: url }),
  bounce: (_member, { kind, campaign }, history) => ({
    bounce_type: kind === 'soft' ? 'soft' : 'hard',
    bounce_has_open_activity: history.some((other) => other.what === 'open' && other.campaign === campaign),
  }),
  unsub: ({ unsubscribed_at, unsubscribed_by, unsubscribe_reason }, { at }) =>
    // The member's row has only the source and reason of the latest unsubscription, while it lasts.
    at === unsubscribed_at && unsubscribed_by !== ''
      ? { is_admin_unsubscribed: unsubscribed_by === 'admin', unsubscribe_reason }
      : {},
}

/** Maximum number of items in the activity of a member. */
const ACTIVITY_SHOWN_MAX = 50

type Activity = ServiceSchemas['MemberActivity']

export const activityOperations = {
  getMemberActivity({ tx, path, query }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    const activity = listMemberHistory(tx, member)
      .map(activityView)
      .filter(({ action }) => query.action?.includes(action) ?? true)
      .slice(-ACTIVITY_SHOWN_MAX)
    return {
      activity: selectPart(activity, query),
      email_id: member.hash,
      list_id: list.id,
      total_items: activity.length,
      _links: renderLinks(tx, 'MemberActivityCollection', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },

  getMemberActivityFeed({ tx, path, query }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    const found = listFeedItems(tx, member).filter((item) => query.activity_filters?.includes(item.activity_type) ?? true)
    return {
      activity: slicePage(found, query),
      email_id: member.hash,
      list_id: list.id,
      total_items: found.length,
      _links: renderLinks(tx, 'MemberActivityFeed', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },

  getMemberGoals({ tx, path }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    return {
      goals: [],
      email_id: member.hash,
      list_id: list.id,
      total_items: 0,
      _links: renderLinks(tx, 'MemberGoalCollection', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },
} satisfies Partial<Operations>

function activityView({ what, at, campaign, kind, url }: MemberHistoryItem): Activity {
  const type = what === 'sent' ? campaign?.type : kind
  return {
    action: what,
    timestamp: timestamp(at),
    ...(what === 'click' ? { url } : {}),
    ...(type ? { type } : {}),
    ...(campaign ? { campaign_id: campaign.id, title: campaign.title } : {}),
    ...(campaign?.parent_id ? { parent_campaign: campaign.parent_id } : {}),
  }
}
