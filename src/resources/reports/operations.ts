import type { Range } from '../../world/range.ts'
import type { Tx } from '../../world/tx.ts'
import { campaigns, recipients, type CampaignRow, type CampaignType } from '../campaigns/campaign.ts'
import { linksOf } from '../links.ts'
import type { Call, Operations } from '../operation.ts'
import { pageOf } from '../page.ts'
import { emailActivityView, recipientOrThrow } from './email-activity.ts'
import { reportedOrThrow, reportView } from './report.ts'

export const reportOperations = {
  getReports({ tx, query }) {
    const found = reported(tx, query)
    return {
      reports: pageOf(found, query).map((campaign) => reportView(tx, campaign)),
      total_items: found.count,
      _links: linksOf(tx, 'ReportCollection'),
    }
  },

  getReport({ tx, path }) {
    return reportView(tx, reportedOrThrow(tx, path.campaign_id))
  },

  getEmailActivity({ tx, path, query }) {
    const { id: campaign_id } = reportedOrThrow(tx, path.campaign_id)
    const everybody = tx.range(recipients.byCampaign, { campaign_id })
    return {
      emails: pageOf(everybody, query).map((recipient) => emailActivityView(tx, recipient, query.since)),
      campaign_id,
      total_items: everybody.count,
      _links: linksOf(tx, 'EmailActivityCollection', { campaign_id }),
    }
  },

  getEmailActivityOfMember({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    return emailActivityView(tx, recipientOrThrow(tx, campaign, path.subscriber_hash), query.since)
  },
} satisfies Partial<Operations>

type Query = Call<'getReports'>['query']

/** The types of campaigns by their names in queries. */
const types: { readonly [Type in NonNullable<Query['type']>]: CampaignType } = {
  regular: 'regular',
  plaintext: 'plain-text',
  absplit: 'ab_split',
  rss: 'rss',
  variate: 'variate',
}

/** The matching campaigns that have a report, in the order in which they were sent. */
function reported(tx: Tx, { type, since_send_time: since = 0, before_send_time: before }: Query): Range<CampaignRow> {
  const all = type ? tx.range(campaigns.byType, { type: types[type] }) : tx.range(campaigns.bySendTime)
  // Campaigns that were not sent have no send time and come first.
  const from = all.countWhile(({ send_time }) => send_time <= Math.max(since, 0))
  const to = before === undefined ? all.count : all.countWhile(({ send_time }) => send_time < before)
  return all.part(from, to)
}
