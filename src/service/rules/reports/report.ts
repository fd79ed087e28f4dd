import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { type Seconds, timestamp } from '../../../kernel/support/time.ts'
import { keepWhileUnchanged } from '../../../kernel/world/keep-while-unchanged.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import {
  type CampaignActionRow,
  campaignActions,
  type CampaignRow,
  campaigns,
  isAutomated,
  isParent,
  isReported,
  findSentParts,
  type RecipientRow,
  recipients,
  reportedType,
} from '../../model/campaigns/campaign.ts'
import { describeDeliveryStatus } from './delivery-status.ts'
import { calculateRate } from '../../model/campaigns/rates.ts'
import { refuseMissing } from '../../model/errors.ts'
import { renderLinks } from '../answers/links.ts'
import { type ListRow, lists } from '../../model/lists/list.ts'
import { shownOpenRateWithoutProxies, shownRates } from '../list-reports/stats.ts'
import { readAccount } from '../../model/root/account.ts'
import { salesInReport } from './ecommerce.ts'
import { type Hour, countByHour, hoursUntil, withoutProxies } from './hours.ts'

/** The counted actions of a campaign's recipients. */
export interface Tally {
  /** Number of emails that bounced permanently, and temporarily. */
  readonly hard_bounces: number
  readonly soft_bounces: number
  readonly abuse_reports: number
  /** Number of recipients who unsubscribed. */
  readonly unsubscribed: number
  readonly forwards: number
  readonly forwards_opens: number
  readonly likes: number
  readonly unique_likes: number
  readonly opens: number
  readonly last_open: Seconds
  readonly clicks: number
  readonly last_click: Seconds
  /** Clicked links, each counted once per recipient. */
  readonly unique_clicks: number
  /** Number of recipients who opened, and who clicked. */
  readonly unique_opens: number
  readonly clickers: number
  /** Opens that were not made by mail proxies, and the recipients who made them. */
  readonly proxy_excluded_opens: number
  readonly proxy_excluded_unique_opens: number
}

export function tallyActions(actions: readonly CampaignActionRow[]): Tally {
  const of = (action: CampaignActionRow['action']) => actions.filter((each) => each.action === action)
  const [opens, clicks, bounces, likes] = [of('open'), of('click'), of('bounce'), of('like')]
  const hard_bounces = peopleIn(bounces.filter(({ kind }) => kind === 'hard'))
  const ownOpens = opens.filter(({ proxy }) => !proxy)
  return {
    hard_bounces,
    soft_bounces: peopleIn(bounces) - hard_bounces,
    abuse_reports: of('abuse').length,
    unsubscribed: peopleIn(of('unsub')),
    forwards: of('forward').length,
    forwards_opens: of('forward_open').length,
    likes: likes.length,
    unique_likes: peopleIn(likes),
    opens: opens.length,
    last_open: findLastInstant(opens),
    clicks: clicks.length,
    last_click: findLastInstant(clicks),
    unique_clicks: new Set(clicks.map(({ contact_id, url }) => `${contact_id} ${url}`)).size,
    unique_opens: peopleIn(opens),
    clickers: peopleIn(clicks),
    proxy_excluded_opens: ownOpens.length,
    proxy_excluded_unique_opens: peopleIn(ownOpens),
  }
}

/** Adds up the counted actions of several campaigns. */
function addTallies(tallies: readonly Tally[]): Tally {
  const sum: Record<keyof Tally, number> = { ...tallyActions([]) }
  for (const tally of tallies) {
    for (const name of COUNTS) sum[name] += tally[name]
    for (const name of ['last_open', 'last_click'] as const) sum[name] = Math.max(sum[name], tally[name])
  }
  return sum
}

const COUNTS = [
  'hard_bounces',
  'soft_bounces',
  'abuse_reports',
  'unsubscribed',
  'forwards',
  'forwards_opens',
  'likes',
  'unique_likes',
  'opens',
  'clicks',
  'unique_clicks',
  'unique_opens',
  'clickers',
  'proxy_excluded_opens',
  'proxy_excluded_unique_opens',
] as const satisfies readonly (keyof Tally)[]

function peopleIn(actions: readonly CampaignActionRow[]): number {
  return new Set(actions.map(({ contact_id }) => contact_id)).size
}

function findLastInstant(actions: readonly CampaignActionRow[]): Seconds {
  return actions.reduce((last, { at }) => Math.max(last, at), 0)
}

/** The counted actions of a campaign, in total and for the groups of recipients that its report shows. */
export interface Figures {
  /** Number of emails that were sent. */
  readonly sent: number
  readonly all: Tally
  readonly hours: Hour[]
  readonly split: { readonly a: Tally; readonly b: Tally } | undefined
  /** By the hours from UTC, from west to east. */
  readonly zones: ReadonlyMap<number, Tally> | undefined
}

/** The figures of a campaign. A parent has the sums of its parts. */
export function calculateFigures(tx: ReadTx, campaign: CampaignRow): Figures {
  const parts = isParent(tx, campaign) ? findSentParts(tx, campaign) : []
  if (parts.length === 0) return ownFigures(tx, campaign)
  const figures = parts.map((part) => ownFigures(tx, part))
  const send_time = campaign.send_time || Math.min(...parts.map((part) => part.send_time))
  const hours = countByHour({ ...campaign, send_time, emails_sent: 0, steps: [] }, [])
  return {
    sent: figures.reduce((sum, { sent }) => sum + sent, 0),
    all: addTallies(figures.map(({ all }) => all)),
    hours: hours.map((hour) => addHours(hour, figures)),
    split: undefined,
    zones: undefined,
  }
}

/** Adds the figures of the parts of a campaign for the same hour. */
function addHours(hour: Hour, parts: readonly Figures[]): Hour {
  const same = parts.flatMap(({ hours }) => hours.find(({ timestamp: start }) => start === hour.timestamp) ?? [])
  const sum = (name: Exclude<keyof Hour, 'timestamp'>) => same.reduce((total, each) => total + each[name], 0)
  return {
    timestamp: hour.timestamp,
    emails_sent: sum('emails_sent'),
    unique_opens: sum('unique_opens'),
    proxy_excluded_unique_opens: sum('proxy_excluded_unique_opens'),
    recipients_clicks: sum('recipients_clicks'),
  }
}

const keepFigures = keepWhileUnchanged<Figures>([campaignActions, campaigns, recipients], 1_000)

/** The figures of a campaign without its parts. */
function ownFigures(tx: ReadTx, campaign: CampaignRow): Figures {
  return keepFigures(tx, campaign.id, () => figure(tx, campaign))
}

function figure(tx: ReadTx, campaign: CampaignRow): Figures {
  const campaign_id = campaign.id
  const actions = tx.range(campaignActions.byCampaign, { campaign_id }).all()
  const apart = campaign.type === 'ab_split' || campaign.timewarp
  const people = new Map<string, RecipientRow>()
  if (apart) tx.range(recipients.byCampaign, { campaign_id }).each((row) => people.set(row.contact_id, row))
  const ofVersion = (version: 'a' | 'b') =>
    tallyActions(actions.filter(({ contact_id }) => people.get(contact_id)?.split === version))
  return {
    sent: campaign.emails_sent,
    all: tallyActions(actions),
    hours: countByHour(campaign, actions),
    split: campaign.type === 'ab_split' ? { a: ofVersion('a'), b: ofVersion('b') } : undefined,
    zones: campaign.timewarp ? tallyByZone(actions, people) : undefined,
  }
}

/** Zones without any action are included. */
function tallyByZone(
  actions: readonly CampaignActionRow[],
  people: ReadonlyMap<string, RecipientRow>,
): ReadonlyMap<number, Tally> {
  const byZone = new Map<number, CampaignActionRow[]>()
  for (const { gmt_offset } of people.values()) byZone.set(gmt_offset, [])
  for (const each of actions) byZone.get(people.get(each.contact_id)?.gmt_offset ?? 0)?.push(each)
  return new Map([...byZone].toSorted(([a], [b]) => a - b).map(([zone, done]) => [zone, tallyActions(done)]))
}

type Report = ServiceSchemas['Report']

/** Returns the campaign with an id. Throws a 404 if there is none, or if it has no report. */
export function reportedOrThrow(tx: ReadTx, id: string): CampaignRow {
  const campaign = tx.first(campaigns.key, { id })
  return campaign && isReported(tx, campaign) ? campaign : refuseMissing('there is no report of a campaign', id)
}

export function reportView(tx: ReadTx, campaign: CampaignRow): Report {
  const { id, list_id } = campaign
  const list = tx.first(lists.key, { id: list_id })
  const { sent: emails_sent, all, hours, split, zones } = calculateFigures(tx, campaign)
  const begun = hoursUntil(tx.now, hours)
  const industry = industryView(tx)
  const delivered = countDelivered(emails_sent, all)
  const showsProxies = tx.settings.reports.proxy_excluded === 'shown'
  const type = reportedType(campaign)
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
    ...(type === 'rss' ? { rss_last_send: campaign.rss?.last_sent ?? timestamp(campaign.send_time) } : {}),
    bounces: { hard_bounces: all.hard_bounces, soft_bounces: all.soft_bounces, syntax_errors: 0 },
    forwards: { forwards_count: all.forwards, forwards_opens: all.forwards_opens },
    opens: opensView(all, delivered, showsProxies),
    clicks: clicksView(all, delivered),
    social_likes: { recipient_likes: all.likes, unique_likes: all.unique_likes, social_likes: all.likes },
    ...(industry ? { industry_stats: industry } : {}),
    ...(list ? { list_stats: listStatsView(tx, list) } : {}),
    ...(split ? { ab_split: { a: versionView(split.a), b: versionView(split.b) } } : {}),
    ...(zones ? { timewarp: [...zones].map(([zone, tally]) => zoneView(zone, tally)) } : {}),
    ...(emails_sent > 0 ? { timeseries: showsProxies ? begun : begun.map(withoutProxies) } : {}),
    ...(campaign.shared ? { share_report: shareView(tx, campaign) } : {}),
    ecommerce: salesInReport(tx, campaign),
    delivery_status: describeDeliveryStatus(tx, campaign),
    // The operations of campaigns do not know automations and their emails.
    _links: renderLinks(tx, 'Report', { campaign_id: id }).filter(({ rel }) => rel !== 'campaign' || !isAutomated(campaign)),
  }
}

function opensView(
  { opens, unique_opens, last_open, proxy_excluded_opens, proxy_excluded_unique_opens }: Tally,
  delivered: number,
  showsProxies: boolean,
): Report['opens'] {
  const proxy_excluded_open_rate = calculateRate(proxy_excluded_unique_opens, delivered)
  return {
    opens_total: opens,
    ...(showsProxies ? { proxy_excluded_opens, proxy_excluded_unique_opens, proxy_excluded_open_rate } : {}),
    unique_opens,
    open_rate: calculateRate(unique_opens, delivered),
    last_open: timestamp(last_open),
  }
}

function clicksView({ clicks, unique_clicks, clickers, last_click }: Tally, delivered: number): Report['clicks'] {
  return {
    clicks_total: clicks,
    unique_clicks,
    unique_subscriber_clicks: clickers,
    click_rate: calculateRate(clickers, delivered),
    last_click: timestamp(last_click),
  }
}

/** Number of emails that were sent and did not bounce. */
export function countDelivered(emails_sent: number, { hard_bounces, soft_bounces }: Tally): number {
  return emails_sent - hard_bounces - soft_bounces
}

/** Averages of all industries, since the account's industry is unknown. */
const INDUSTRY_AVERAGE = { unsub_rate: 0.0026, abuse_rate: 0.0001 }

function industryView(tx: ReadTx): Report['industry_stats'] {
  const { account_industry: type, industry_stats } = readAccount(tx)
  if (type === '') return undefined
  const { open_rate, bounce_rate, click_rate } = industry_stats
  const unopened = Math.max(10_000 - Math.round(10_000 * (open_rate + bounce_rate)), 0)
  return { type, open_rate, click_rate, bounce_rate, unopen_rate: unopened / 10_000, ...INDUSTRY_AVERAGE }
}

/** The rates of a list are percentages here as well, while the other rates of a report are fractions. */
function listStatsView(tx: ReadTx, list: ListRow): NonNullable<Report['list_stats']> {
  const rates = shownRates(tx, list)
  if (!rates) return {}
  const { avg_sub_rate, avg_unsub_rate, open_rate, click_rate } = rates
  return {
    sub_rate: avg_sub_rate,
    unsub_rate: avg_unsub_rate,
    open_rate,
    ...(tx.settings.reports.proxy_excluded === 'shown'
      ? { proxy_excluded_open_rate: shownOpenRateWithoutProxies(tx, list) }
      : {}),
    click_rate,
  }
}

function versionView(tally: Tally): ServiceSchemas['ReportSplitVersion'] {
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

function zoneView(gmt_offset: number, tally: Tally): ServiceSchemas['ReportTimezone'] {
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

function shareView(tx: ReadTx, { id, share_password }: CampaignRow): ServiceSchemas['ReportShare'] {
  return { share_url: `${tx.world.base_url}/_public/reports/${id}`, share_password }
}
