import type { Schemas } from '../../contract/service.ts'
import { timestamp } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import { campaigns, isSent, type CampaignRow } from '../campaigns/campaign.ts'
import { shareOf } from '../campaigns/standing.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import { lists, type ListRow } from '../lists/list.ts'
import { shownRates } from '../lists/stats.ts'
import { accountOf } from '../root/account.ts'
import { figuresOf } from './figures.ts'
import type { Tally } from './tally.ts'

type Report = Schemas['Report']

/** The campaign of an id, or a 404; one that nobody was sent has no report. */
export function reportedOrThrow(tx: Tx, id: string): CampaignRow {
  const campaign = tx.first(campaigns.key, { id })
  if (!campaign || !isSent(campaign)) throw errors.notFound(`there is no report of a campaign ${id.slice(0, 64)}`)
  return campaign
}

/** Shows what became of a campaign. */
export function reportView(tx: Tx, campaign: CampaignRow): Report {
  const { id, type, list_id, emails_sent } = campaign
  const list = tx.first(lists.key, { id: list_id })
  const { all, hours, split, zones } = figuresOf(tx, campaign)
  const industry = industryOf(tx)
  const delivered = emails_sent - all.undelivered
  return {
    id,
    campaign_title: campaign.title,
    type,
    list_id,
    list_is_active: list !== undefined,
    list_name: list?.name ?? campaign.list_name,
    subject_line: campaign.subject_line,
    preview_text: campaign.preview_text,
    emails_sent,
    abuse_reports: all.abuse_reports,
    unsubscribed: all.unsubscribed,
    send_time: timestamp(campaign.send_time),
    ...(type === 'rss' ? { rss_last_send: timestamp(campaign.send_time) } : {}),
    bounces: { hard_bounces: all.hard_bounces, soft_bounces: all.soft_bounces, syntax_errors: 0 },
    forwards: { forwards_count: all.forwards, forwards_opens: all.forwards_opens },
    opens: opensOf(all, delivered),
    clicks: clicksOf(all, delivered),
    social_likes: { recipient_likes: all.likes, unique_likes: all.unique_likes, social_likes: all.likes },
    ...(industry ? { industry_stats: industry } : {}),
    ...(list ? { list_stats: listStatsOf(tx, list) } : {}),
    ...(split ? { ab_split: { a: versionView(split.a), b: versionView(split.b) } } : {}),
    ...(zones ? { timewarp: [...zones].map(([zone, tally]) => zoneView(zone, tally)) } : {}),
    timeseries: hours,
    ...(campaign.shared ? { share_report: shareView(tx, campaign) } : {}),
    ecommerce: { total_orders: 0, total_spent: 0, total_revenue: 0, currency_code: 'USD' },
    delivery_status: deliveryOf(campaign),
    _links: linksOf(tx, 'Report', { campaign_id: id }),
  }
}

function opensOf({ opens, unique_opens, last_open }: Tally, delivered: number): Report['opens'] {
  return {
    opens_total: opens,
    unique_opens,
    open_rate: shareOf(unique_opens, delivered),
    last_open: timestamp(last_open),
  }
}

function clicksOf({ clicks, unique_clicks, clickers, last_click }: Tally, delivered: number): Report['clicks'] {
  return {
    clicks_total: clicks,
    unique_clicks,
    unique_subscriber_clicks: clickers,
    click_rate: shareOf(clickers, delivered),
    last_click: timestamp(last_click),
  }
}

/** What the account does not know of its industry is what is usual in all of them. */
const USUAL = { unsub_rate: 0.0026, abuse_rate: 0.0001 }

function industryOf(tx: Tx): Report['industry_stats'] {
  const { account_industry: type, industry_stats } = accountOf(tx)
  if (type === '') return undefined
  const { open_rate, bounce_rate, click_rate } = industry_stats
  const unopened = Math.max(10_000 - Math.round(10_000 * (open_rate + bounce_rate)), 0)
  return { type, open_rate, click_rate, bounce_rate, unopen_rate: unopened / 10_000, ...USUAL }
}

/** The rates of a list are in percent; those of reports are fractions. */
function listStatsOf(tx: Tx, list: ListRow): NonNullable<Report['list_stats']> {
  const rates = shownRates(tx, list)
  if (!rates) return {}
  const { avg_sub_rate, avg_unsub_rate, open_rate, click_rate } = rates
  return {
    sub_rate: avg_sub_rate,
    unsub_rate: avg_unsub_rate,
    open_rate: shareOf(open_rate, 100),
    click_rate: shareOf(click_rate, 100),
  }
}

function versionView(tally: Tally): Schemas['ReportSplitVersion'] {
  return {
    bounces: tally.hard_bounces + tally.soft_bounces,
    abuse_reports: tally.abuse_reports,
    unsubs: tally.unsubscribed,
    recipient_clicks: tally.clickers,
    forwards: tally.forwards,
    forwards_opens: tally.forwards_opens,
    opens: tally.opens,
    last_open: timestamp(tally.last_open),
    unique_opens: tally.unique_opens,
  }
}

function zoneView(gmt_offset: number, tally: Tally): Schemas['ReportTimezone'] {
  return {
    gmt_offset,
    opens: tally.opens,
    last_open: timestamp(tally.last_open),
    unique_opens: tally.unique_opens,
    clicks: tally.clicks,
    last_click: timestamp(tally.last_click),
    unique_clicks: tally.unique_clicks,
    bounces: tally.hard_bounces + tally.soft_bounces,
  }
}

function shareView(tx: Tx, { id, share_password }: CampaignRow): Schemas['ReportShare'] {
  return { share_url: `${tx.world.base_url}/_public/reports/${id}`, share_password }
}

function deliveryOf({ status, emails_sent, emails_canceled }: CampaignRow): Report['delivery_status'] {
  return status === 'sent'
    ? { enabled: false }
    : { enabled: true, can_cancel: false, status: 'canceled', emails_sent, emails_canceled }
}
