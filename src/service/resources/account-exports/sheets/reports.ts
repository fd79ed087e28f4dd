import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import type { CampaignRow } from '../../../model/campaigns/campaign.ts'
import { reportView } from '../../../rules/reports/report.ts'
import { type CsvValue, type SheetLine, lineFor } from './sheet.ts'

const columns: { readonly [name: string]: (report: ServiceSchemas['Report']) => CsvValue } = {
  campaign_id: ({ id }) => id,
  campaign_title: (report) => report.campaign_title,
  type: ({ type }) => type,
  list_id: ({ list_id }) => list_id,
  list_name: ({ list_name }) => list_name,
  subject_line: ({ subject_line }) => subject_line,
  send_time: ({ send_time }) => send_time,
  emails_sent: ({ emails_sent }) => emails_sent,
  hard_bounces: ({ bounces }) => bounces.hard_bounces,
  soft_bounces: ({ bounces }) => bounces.soft_bounces,
  opens_total: ({ opens }) => opens.opens_total,
  unique_opens: ({ opens }) => opens.unique_opens,
  open_rate: ({ opens }) => opens.open_rate,
  last_open: ({ opens }) => opens.last_open,
  clicks_total: ({ clicks }) => clicks.clicks_total,
  unique_clicks: ({ clicks }) => clicks.unique_clicks,
  unique_subscriber_clicks: ({ clicks }) => clicks.unique_subscriber_clicks,
  click_rate: ({ clicks }) => clicks.click_rate,
  last_click: ({ clicks }) => clicks.last_click,
  unsubscribed: ({ unsubscribed }) => unsubscribed,
  abuse_reports: ({ abuse_reports }) => abuse_reports,
  forwards_count: ({ forwards }) => forwards.forwards_count,
  forwards_opens: ({ forwards }) => forwards.forwards_opens,
  total_orders: ({ ecommerce }) => ecommerce.total_orders,
  total_spent: ({ ecommerce }) => ecommerce.total_spent,
  total_revenue: ({ ecommerce }) => ecommerce.total_revenue,
}

export const reportColumns: readonly string[] = Object.keys(columns)

/** The report of a sent campaign. All figures are computed at once. */
export const reportLine: SheetLine<CampaignRow> = (campaign, names, tx) => {
  const report = reportView(tx, campaign)
  return lineFor(tx, names, (name) => columns[name]?.(report) ?? '')
}
