import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../kernel/support/units-of-time.ts'
import { asObject } from '../../kernel/support/is-object.ts'
import { grouped } from '../../kernel/support/grouped.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { writtenType, ago, defined, readGivenInstant } from './written.ts'
import type { MadeUp } from './people.ts'
import type { Members, Sketch, Thing } from './sketch.ts'

/** A made-up member of a list. */
export interface MadeMember {
  readonly status: string
  readonly address: string
  readonly joined: Millis
  readonly data: Members
}

/** The campaigns of a list. */
interface CampaignsLike {
  /** Campaigns one by one. */
  readonly written: readonly Members[]
  /** Series of campaigns to generate. */
  readonly series: readonly Members[]
}

/** Largest number of campaigns of a type and a state that are written one by one. */
const WRITTEN_MAX = 3

/** Largest number of generated campaigns of a list. */
const SERIES_MAX = 20

/** Types of sent campaigns that can be written one by one. */
const PLAIN: ReadonlySet<unknown> = new Set(['regular', 'plain-text'])

/** Campaigns of each type and state of a list, with reports of the same shape. Their subjects and contents are made up. */
export function campaignsLike(
  sketch: Sketch,
  list: string,
  members: readonly MadeMember[],
  made: MadeUp,
  now: Millis,
): CampaignsLike {
  const own = sketch.all('Campaign').filter(({ last }) => asObject(last['recipients'])['list_id'] === list)
  const groups = grouped(own, ({ last }) => `${String(writtenType(last['type']))} ${String(last['status'])}`)
  const written: Members[] = []
  const others: Thing[] = []
  for (const group of groups.values()) {
    const [{ last } = { last: {} as Members }] = group
    const { status } = last
    const isPlain = PLAIN.has(writtenType(last['type']))
    const some = group.slice(0, WRITTEN_MAX)
    if (status === 'sent' && isPlain) written.push(...some.map((each) => sentLike(sketch, each, members, made, now)))
    else if (status === 'sent') others.push(...group)
    else if ((status === 'save' || status === 'schedule') && isPlain)
      written.push(...some.map((each) => draftLike(each, made, now)))
  }
  return { written, series: others.length === 0 ? [] : [seriesLike(sketch, list, others, now)] }
}

function makeCommonMembers({ id, last }: Thing, made: MadeUp): Members {
  const { folder_id: folder } = asObject(last['settings'])
  return defined({ id, type: writtenType(last['type']), subject_line: made.headline(), folder })
}

function draftLike(campaign: Thing, made: MadeUp, now: Millis): Members {
  const { status, type } = campaign.last
  const content = writtenType(type) === 'plain-text' ? { plain_text: 'Hello *|FNAME|*' } : { html: '<h1>Hello *|FNAME|*</h1>' }
  const sent = readGivenInstant(campaign.last['send_time'])
  const days = Math.max(1, Math.ceil(((sent ?? now) - now) / DAY_MS))
  return { ...makeCommonMembers(campaign, made), ...(status === 'schedule' ? { schedule_time: `P${days}D`, content } : {}) }
}

/** A sent campaign. Members who have left the list since left it because of the first campaign that could reach them. */
function sentLike(sketch: Sketch, campaign: Thing, members: readonly MadeMember[], made: MadeUp, now: Millis): Members {
  const sent = Math.min(readGivenInstant(campaign.last['send_time']) ?? now - DAY_MS, now - 2 * HOUR_MS)
  const rates = estimateRates(sketch, campaign)
  const reached = members.filter(({ status, joined }) => status === 'subscribed' && joined < sent - HOUR_MS)
  const at = (minutes: number): string => ago(now, Math.min(now - 1_000, sent + made.below(minutes) * MINUTE_MS + MINUTE_MS))
  const openers = reached.filter(() => made.happens(rates.open))
  const clickers = openers.filter(() => made.happens(rates.open === 0 ? 0 : Math.min(1, rates.click / rates.open)))
  const bounced = reached.filter((each) => !openers.includes(each) && made.happens(rates.soft_bounce))
  return {
    ...makeCommonMembers(campaign, made),
    send_time: ago(now, sent),
    recipients: reached.map(({ address }) => address),
    opens: openers.map(({ address }) => ({ email_address: address, at: at(30) })),
    clicks: clickers.map(({ address }) => ({ email_address: address, url: 'https://shop.example.test/', at: at(60) })),
    bounces: bounced.map(({ address }) => ({ email_address: address, bounce: 'soft', at: at(10) })),
  }
}

/** Campaigns of types that cannot be written one by one. */
function seriesLike(sketch: Sketch, list: string, group: readonly Thing[], now: Millis): Members {
  const times = group.flatMap(({ last }) => readGivenInstant(last['send_time']) ?? [])
  const first = Math.min(...times, now - DAY_MS)
  const count = Math.min(group.length, SERIES_MAX)
  const every = Math.max(1, Math.floor((now - first) / DAY_MS / count))
  const all = group.map((each) => estimateRates(sketch, each))
  const mean = (name: keyof CampaignRates): number =>
    Math.round((1_000 * all.reduce((sum, each) => sum + each[name], 0)) / all.length) / 1_000
  return {
    list,
    campaigns: {
      since: ago(now, now - count * every * DAY_MS),
      every: `P${every}D`,
      count,
      // In turn, as often as there are such campaigns.
      kinds: group.slice(0, count).map(({ last }) => ({ type: writtenType(last['type']) })),
      // Members who leave because of a campaign would change the numbers of members.
      rates: {
        open: mean('open'),
        click: mean('click'),
        soft_bounce: mean('soft_bounce'),
        hard_bounce: 0,
        unsubscribe: 0,
        complaint: 0,
      },
    },
  }
}

interface CampaignRates {
  readonly open: number
  readonly click: number
  readonly soft_bounce: number
}

/** The shape of a report, as shares of the recipients. */
function estimateRates(sketch: Sketch, { id, last }: Thing): CampaignRates {
  const report = sketch.all('Report').find((each) => each.id === id)?.last ?? {}
  const summary = asObject(last['report_summary'])
  const sent = asNumber(report['emails_sent']) ?? asNumber(last['emails_sent']) ?? 0
  const share = (count: number | undefined): number => (sent > 0 && count !== undefined ? Math.min(1, count / sent) : 0)
  return {
    open: share(asNumber(asObject(report['opens'])['unique_opens']) ?? asNumber(summary['unique_opens'])),
    click: share(asNumber(asObject(report['clicks'])['unique_subscriber_clicks']) ?? asNumber(summary['subscriber_clicks'])),
    soft_bounce: share(asNumber(asObject(report['bounces'])['soft_bounces'])),
  }
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
