import { DAY_S, HOUR_S } from '../../../../kernel/support/units-of-time.ts'
import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import {
  day,
  instantInZone,
  readInstant,
  type Seconds,
  startOfDay,
  timestamp,
  weekdayOf,
  zoneOffset,
} from '../../../../kernel/support/time.ts'
import { makeMove } from '../../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import type { Attempt } from '../../../model/deliveries/delivery.ts'
import { requestTrace } from '../../deliveries/post.ts'
import { fillTags, type TagLookup, type TagValue } from '../../mailings/merge-tags.ts'
import { convertToPlainText } from '../../mailings/plain-text.ts'
import { readAccount } from '../../../model/root/account.ts'
import { type CampaignRow, campaigns } from '../../../model/campaigns/campaign.ts'
import { readCampaignContent } from '../../../model/campaigns/content.ts'
import { saveContent } from '../content/save.ts'
import { copyCampaign } from '../copy.ts'
import { campaignMachine } from '../../../model/campaigns/machine.ts'
import { findAudience, countAudience } from '../send/audience.ts'
import { assertReady } from '../send/checklist.ts'
import { startSend } from '../send/send.ts'
import { feedFetches, type FeedItemRow, findFeedItems, ITEMS_MAX } from '../../../model/campaigns/feed.ts'
import { keepFeed } from './feed.ts'
import { WEEKDAYS } from './options.ts'

type Rss = ServiceSchemas['RssOptions']

/** Starts an RSS campaign: from now on it is sent by its schedule. `fetched` is the answer to a request for its feed. */
export function startFeed(tx: Tx, campaign: CampaignRow, fetched?: Attempt): CampaignRow {
  if (campaign.rss) keepFeed(tx, campaign.rss.feed_url, fetched)
  const send_time = campaign.send_time || tx.now
  return scheduleRun(
    tx,
    makeMove(tx, campaignMachine, campaign, 'send', { send_time, recipient_count: countAudience(tx, campaign) }),
  )
}

/** Pauses an RSS campaign. */
export function stopFeed(tx: Tx, campaign: CampaignRow): void {
  makeMove(tx, campaignMachine, campaign, 'pause', { job: 0 })
  tx.unschedule(campaign.job)
}

/** Continues a paused RSS campaign that was started before. */
export function resumeFeed(tx: Tx, campaign: CampaignRow, fetched?: Attempt): void {
  if (campaign.status === 'paused' && campaign.send_time === 0) throw campaignMachine.refuse(campaign, 'resume')
  // The recipients may have been changed in the meantime.
  const resumed = makeMove(tx, campaignMachine, campaign, 'resume', { recipient_count: countAudience(tx, campaign) })
  assertReady(tx, campaign, fetched)
  scheduleRun(tx, resumed)
}

/** A run of an RSS campaign: an issue is sent, after a request for the feed if the world makes one. Schedules the next run. */
export function runFeed(tx: Tx, id: string): void {
  const campaign = tx.first(campaigns.key, { id })
  if (campaign?.status !== 'sending' || !campaign.rss) return
  if (tx.settings.imports === 'off') sendIssue(tx, campaign, campaign.rss)
  else requestFeed(tx, id, campaign.rss.feed_url)
  scheduleRun(tx, tx.first(campaigns.key, { id }) ?? campaign)
}

/** Plans a request for the feed of a campaign. A run is left out while the request of an earlier one has not ended. */
function requestFeed(tx: Tx, campaign_id: string, url: string): void {
  const last = tx.first(feedFetches.key, { campaign_id })
  if (last?.state === 'pending') return
  const fetch = { campaign_id, url, state: 'pending', cause: tx.cause, ...requestTrace(tx) } as const
  if (last) tx.put(feedFetches, { ...fetch, seq: last.seq, number: last.number + 1 })
  else tx.insert(feedFetches, { ...fetch, number: 0 })
}

/** Ends a run with the outcome of the request for the feed. If the feed cannot be read, or the campaign was paused or changed, nothing is sent. */
export function finishRun(tx: Tx, id: string, fetched: Attempt): void {
  const fetch = tx.first(feedFetches.key, { campaign_id: id })
  if (fetch?.state !== 'pending') return
  tx.put(feedFetches, { ...fetch, state: 'done' })
  const campaign = tx.first(campaigns.key, { id })
  if (campaign?.status !== 'sending' || campaign.rss?.feed_url !== fetch.url) return
  if (keepFeed(tx, fetch.url, fetched) === undefined) sendIssue(tx, campaign, campaign.rss)
}

/** Sends an issue of an RSS campaign, if its feed has new items and it has recipients. */
function sendIssue(tx: Tx, campaign: CampaignRow, rss: Rss): void {
  const { id, title } = campaign
  const since = (rss.last_sent === undefined ? undefined : readInstant(rss.last_sent)) ?? campaign.send_time
  const items = findFeedItems(tx, rss.feed_url).filter(({ published_at: at }) => at > since && at <= tx.now)
  if (items.length === 0 || findAudience(tx, campaign).length === 0) return
  const after = tx.put(campaigns, { ...campaign, rss: { ...rss, last_sent: timestamp(tx.now) } })
  const today = day(tx.now + zoneOffset(readAccount(tx).account_timezone, tx.now))
  const newest = items.toReversed().slice(0, ITEMS_MAX)
  const shown = { feed_url: rss.feed_url, items: newest, today }
  const fill = (text: string) => fillFeedTags(text, shown, { html: false })
  const issue = copyCampaign(tx, after, {
    title: `${title} (${today})`.trimStart(),
    parent_id: id,
    subject_line: fill(after.subject_line),
  })
  const { html, plain_text } = readCampaignContent(tx, after)
  saveContent(tx, issue, { html: fillFeedTags(html, shown, { html: true }), plain_text: fill(plain_text) })
  startSend(tx, issue, 'send')
}

function scheduleRun(tx: Tx, campaign: CampaignRow): CampaignRow {
  if (!campaign.rss) return campaign
  const at = nextRun(tx, campaign.rss)
  const job = tx.scheduleAt('campaigns.run', 1000 * at, campaign.id)
  return tx.put(campaigns, { ...campaign, job: job.id })
}

/** A day of the schedule comes within two months, since the last day of a month can be any of its last four. */
const DAYS_AHEAD_MAX = 62

/** The next instant of a schedule, in the time zone of the account. */
function nextRun(tx: ReadTx, { frequency, schedule }: Rss): Seconds {
  const zone = readAccount(tx).account_timezone
  const { hour = 0 } = schedule
  const today = startOfDay(tx.now + zoneOffset(zone, tx.now))
  for (let ahead = 0; ahead <= DAYS_AHEAD_MAX; ahead++) {
    const midnight = today + ahead * DAY_S
    if (!applies(frequency, schedule, midnight)) continue
    const at = instantInZone(zone, midnight + hour * HOUR_S)
    if (at > tx.now) return at
  }
  // No day applies, so it is looked for again later.
  return tx.now + DAYS_AHEAD_MAX * DAY_S
}

/** Whether a campaign is sent on a day. */
function applies(frequency: Rss['frequency'], schedule: Rss['schedule'], midnight: Seconds): boolean {
  const weekday = WEEKDAYS[weekdayOf(midnight)] ?? 'sunday'
  if (frequency === 'daily') return schedule.daily_send?.[weekday] ?? true
  if (frequency === 'weekly') return schedule.weekly_send_day === weekday
  const date = Number(day(midnight).slice(-2))
  const isLast = day(midnight + DAY_S).endsWith('-01')
  return schedule.monthly_send_date === 0 ? isLast : schedule.monthly_send_date === date
}

/** What an issue of an RSS campaign shows. */
interface Issue {
  readonly feed_url: string
  /** Newest first. */
  readonly items: readonly FeedItemRow[]
  readonly today: string
}

const BEGIN = /\*\|RSSITEMS:(?:\[\$count=(\d{1,3})\])?\|\*/i
const END = '*|END:RSSITEMS|*'

interface Values {
  readonly [tag: string]: TagValue
}

/**
 * Fills the tags of a feed: the block between `RSSITEMS:` and `END:RSSITEMS` is repeated for each item. Other tags stay. In HTML, values are
 * escaped; the content of an item is HTML already, and in plain text it is the text of that HTML.
 */
function fillFeedTags(text: string, issue: Issue, { html }: { readonly html: boolean }): string {
  let filled = ''
  let rest = text
  for (let begin = BEGIN.exec(rest); begin; begin = BEGIN.exec(rest)) {
    const from = begin.index + begin[0].length
    const to = rest.toUpperCase().indexOf(END, from)
    if (to < 0) break
    const count = begin[1] === undefined ? issue.items.length : Number(begin[1])
    const block = rest.slice(from, to)
    const before = filledBy(rest.slice(0, begin.index), feedTags(issue), html)
    const shown = issue.items.slice(0, count)
    filled += before + shown.map((item) => filledBy(block, { ...feedTags(issue), ...itemTags(item) }, html)).join('')
    rest = rest.slice(to + END.length)
  }
  return filled + filledBy(rest, feedTags(issue), html)
}

function filledBy(text: string, tags: Values, html: boolean): string {
  const lookUp: TagLookup = (tag) => (Object.hasOwn(tags, tag) ? tags[tag] : undefined)
  return text.replaceAll(/\*\|RSS(?:ITEM|FEED):\w+\|\*/gi, (tag) => fillTags(tag, lookUp, { html }))
}

function itemTags({ title, link, published_at, author, description, content }: FeedItemRow): Values {
  return {
    'RSSITEM:TITLE': title,
    'RSSITEM:URL': link,
    'RSSITEM:DATE': day(published_at),
    'RSSITEM:AUTHOR': author,
    'RSSITEM:CONTENT': asTag(description),
    'RSSITEM:CONTENT_FULL': asTag(content || description),
  }
}

function asTag(markup: string): TagValue {
  return { text: convertToPlainText(markup), markup }
}

/** The world knows of a feed only its items, so its title is its host. */
function feedTags({ feed_url, today }: Issue): Values {
  return { 'RSSFEED:TITLE': new URL(feed_url).host, 'RSSFEED:URL': feed_url, 'RSSFEED:DESCRIPTION': '', 'RSSFEED:DATE': today }
}
