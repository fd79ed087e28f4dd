import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { type Seconds, timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import {
  type CampaignActionRow,
  findCampaignActions,
  type CampaignRow,
  campaigns,
  isSent,
  isVersion,
  findSentParts,
  type RecipientRow,
  TYPES_BY_NAME,
} from '../../model/campaigns/campaign.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { lists } from '../../model/lists/list.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Call, Operations } from '../../rules/requests/operation.ts'
import { withOwnAddress } from '../../rules/urls/own-address.ts'
import { recipientOrThrow, sentRecipients } from './readers.ts'
import { reportedOrThrow, reportView } from '../../rules/reports/report.ts'

export const reportOperations = {
  getReports: listRows({
    schema: 'ReportCollection',
    rows: (tx, _path, query) => findReported(tx, query),
    view: reportView,
    answer: (page) => ({ reports: page }),
  }),

  getReport: ({ tx, path }) => reportView(tx, reportedOrThrow(tx, path.campaign_id)),

  getEmailActivity({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const { id: campaign_id } = campaign
    const all = sentRecipients(tx, campaign)
    return {
      emails: all.page(query).map((recipient) => emailActivityView(tx, { ...recipient, campaign_id }, query.since)),
      campaign_id,
      total_items: all.count,
      _links: renderLinks(tx, 'EmailActivityCollection', { campaign_id }),
    }
  },

  getEmailActivityOfMember({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const recipient = recipientOrThrow(tx, campaign, path.subscriber_hash)
    return emailActivityView(tx, { ...recipient, campaign_id: campaign.id }, query.since)
  },
} satisfies Partial<Operations>

type ReportQuery = Call<'getReports'>['query']

/** The matching campaigns of which something was sent, in the order in which they were sent. The versions of a test are part of it. */
function findReported(tx: ReadTx, { type, since_send_time: since = 0, before_send_time: before }: ReportQuery): CampaignRow[] {
  const all = type ? tx.range(campaigns.byType, { type: TYPES_BY_NAME[type] }) : tx.range(campaigns.bySendTime)
  // Drafts have no send time and come first.
  const from = all.countWhile(({ send_time }) => send_time <= Math.max(since, 0))
  const to = before === undefined ? all.count : all.countWhile(({ send_time }) => send_time < before)
  return all
    .part(from, to)
    .all()
    .filter((campaign) => !isVersion(campaign) && (isSent(campaign) || findSentParts(tx, campaign).length > 0))
}

/** Renders the actions of a recipient, optionally since an instant. */
export function emailActivityView(
  tx: ReadTx,
  recipient: RecipientRow,
  since = Number.NEGATIVE_INFINITY,
): ServiceSchemas['EmailActivity'] {
  const { campaign_id, list_id, hash, email_address } = recipient
  return {
    campaign_id,
    list_id,
    list_is_active: tx.first(lists.key, { id: list_id }) !== undefined,
    email_id: hash,
    email_address,
    activity: findActivity(tx, recipient, since),
    _links: renderLinks(tx, 'EmailActivity', { campaign_id, list_id, subscriber_hash: hash }),
  }
}

type Event = ServiceSchemas['EmailActivityEvent']

function findActivity(tx: ReadTx, recipient: RecipientRow, since: Seconds): Event[] {
  const actions = (['open', 'click', 'bounce'] as const).flatMap((action) => findCampaignActions(tx, recipient, action))
  return actions
    .filter(({ at }) => at > since)
    .toSorted((a, b) => a.at - b.at || a.seq - b.seq)
    .flatMap((row) => eventView(tx, row))
}

function eventView(tx: ReadTx, { action, kind, at, url, ip }: CampaignActionRow): Event[] {
  if (action === 'open') return [{ action, timestamp: timestamp(at), ip }]
  if (action === 'click') return [{ action, timestamp: timestamp(at), url: withOwnAddress(tx.world, url), ip }]
  return action === 'bounce' && kind !== '' ? [{ action, type: kind, timestamp: timestamp(at) }] : []
}
