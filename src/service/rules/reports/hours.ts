import { HOUR_S } from '../../../kernel/support/units-of-time.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { type Seconds, timestamp } from '../../../kernel/support/time.ts'
import { type CampaignActionRow, type CampaignRow, listSendSteps } from '../../model/campaigns/campaign.ts'

/** An hour of a report with all of its figures. */
export type Hour = Required<ServiceSchemas['ReportHour']>

/** Number of rows in a report's time series. */
const ROWS = 24

/** Returns the time series of a report: 24 full hours, of which the first is the hour of the send. */
export function countByHour(campaign: CampaignRow, actions: readonly CampaignActionRow[]): Hour[] {
  const { send_time } = campaign
  const sent = new Map<Seconds, number>()
  for (const { at, emails } of listSendSteps(campaign)) sent.set(startOfHour(at), (sent.get(startOfHour(at)) ?? 0) + emails)
  const begin = startOfHour(send_time)
  const end = begin + ROWS * HOUR_S
  const inSeries = (action: CampaignActionRow['action']) => actions.filter((each) => each.action === action && each.at < end)
  const opens = firstPerHour(inSeries('open'))
  const ownOpens = firstPerHour(inSeries('open').filter(({ proxy }) => !proxy))
  const clicks = clickersPer(HOUR_S, inSeries('click'))
  return Array.from({ length: ROWS }, (_, index) => {
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

/** Keeps the rows of hours that have begun. Their timestamps have one format, so they compare as texts. */
export function hoursUntil(now: Seconds, hours: readonly Hour[]): Hour[] {
  return hours.filter((hour) => hour.timestamp <= timestamp(now))
}

/** Counts the recipients by the hour of their first action. */
function firstPerHour(actions: readonly CampaignActionRow[]): ReadonlyMap<Seconds, number> {
  const counts = new Map<Seconds, number>()
  for (const at of firstTimes(actions).values()) counts.set(startOfHour(at), (counts.get(startOfHour(at)) ?? 0) + 1)
  return counts
}

function startOfHour(at: number): number {
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
