import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { type Seconds, timestamp } from '../../../kernel/support/time.ts'
import { type CampaignActionRow, type CampaignRow, sendStepsOf } from '../campaigns/campaign.ts'

/** An hour of a report with all of its figures. */
export type Hour = Required<ServiceSchemas['ReportHour']>

const HOUR_S = 3_600

/** Length of a report's time series, which begins at the send. */
const SERIES_S = 24 * HOUR_S

/**
 * Returns the time series of a report: a row for each hour of the first 24 hours after the send. Rows begin on full hours, so a send
 * between two full hours has 25 rows, and its first and last row cover only a part of their hour.
 */
export function hoursOf(campaign: CampaignRow, actions: readonly CampaignActionRow[]): Hour[] {
  const { send_time } = campaign
  const sent = new Map<Seconds, number>()
  for (const { at, emails } of sendStepsOf(campaign)) sent.set(hourOf(at), (sent.get(hourOf(at)) ?? 0) + emails)
  const end = send_time + SERIES_S
  const begin = hourOf(send_time)
  const inSeries = (action: CampaignActionRow['action']) => actions.filter((each) => each.action === action && each.at < end)
  const opens = firstPerHour(inSeries('open'))
  const ownOpens = firstPerHour(inSeries('open').filter(({ proxy }) => !proxy))
  const clicks = clickersPer(HOUR_S, inSeries('click'))
  return Array.from({ length: Math.ceil((end - begin) / HOUR_S) }, (_, index) => {
    const hour = begin + index * HOUR_S
    return {
      timestamp: timestamp(hour),
      emails_sent: sent.get(hour) ?? 0,
      unique_opens: opens.get(hour) ?? 0,
      proxy_excluded_unique_opens: ownOpens.get(hour) ?? 0,
      recipients_clicks: clicks.get(hour) ?? 0,
    }
  })
}

/** Counts the recipients by the hour of their first action. */
function firstPerHour(actions: readonly CampaignActionRow[]): ReadonlyMap<Seconds, number> {
  const counts = new Map<Seconds, number>()
  for (const at of firstTimes(actions).values()) counts.set(hourOf(at), (counts.get(hourOf(at)) ?? 0) + 1)
  return counts
}

function hourOf(at: number): number {
  return at - (at % HOUR_S)
}

/** Returns the time of each recipient's first action, by contact id. */
function firstTimes(actions: readonly CampaignActionRow[]): ReadonlyMap<string, Seconds> {
  const first = new Map<string, Seconds>()
  for (const { contact_id, at } of actions) first.set(contact_id, Math.min(first.get(contact_id) ?? at, at))
  return first
}

/** Removes the figure that leaves out mail proxies: reports show it only if the setting `reports.proxy_excluded` says so. */
export function withoutProxies({ proxy_excluded_unique_opens: _, ...hour }: Hour): ServiceSchemas['ReportHour'] {
  return hour
}

/** Counts the distinct recipients who clicked in each period of `period` seconds, by the start of the period. */
export function clickersPer(period: number, clicks: readonly CampaignActionRow[]): ReadonlyMap<Seconds, number> {
  const people = new Map<Seconds, Set<string>>()
  for (const { at, contact_id } of clicks) {
    const start = at - (at % period)
    const inPeriod = people.get(start)
    if (inPeriod) inPeriod.add(contact_id)
    else people.set(start, new Set([contact_id]))
  }
  return new Map([...people].map(([start, { size }]) => [start, size]))
}
