import type { Schemas } from '../../contract/service.ts'
import { timestamp, type Seconds } from '../../support/time.ts'
import type { CampaignActionRow, CampaignRow } from '../campaigns/campaign.ts'
import { clickersPer } from './tally.ts'

const HOUR_S = 3_600

/** Length of a report's time series, from the send. */
const SERIES_S = 24 * HOUR_S

/**
 * Returns a report's time series: what happened in the first 24 hours after the send. Its rows begin on full hours, so a send between two
 * full hours has a 25th row, which ends within its hour.
 */
export function hoursOf({ send_time, emails_sent }: CampaignRow, deeds: readonly CampaignActionRow[]): Schemas['ReportHour'][] {
  const end = send_time + SERIES_S
  const begin = hourOf(send_time)
  const inSeries = (action: CampaignActionRow['action']) => deeds.filter((deed) => deed.action === action && deed.at < end)
  const opens = new Map<number, number>()
  for (const at of firstTimes(inSeries('open')).values()) opens.set(hourOf(at), (opens.get(hourOf(at)) ?? 0) + 1)
  const clicks = clickersPer(HOUR_S, inSeries('click'))
  return Array.from({ length: Math.ceil((end - begin) / HOUR_S) }, (_, place) => {
    const hour = begin + place * HOUR_S
    return {
      timestamp: timestamp(hour),
      emails_sent: place === 0 ? emails_sent : 0,
      unique_opens: opens.get(hour) ?? 0,
      recipients_clicks: clicks.get(hour) ?? 0,
    }
  })
}

function hourOf(at: number): number {
  return at - (at % HOUR_S)
}

/** Returns when each recipient did something for the first time. */
function firstTimes(deeds: readonly CampaignActionRow[]): ReadonlyMap<string, Seconds> {
  const first = new Map<string, Seconds>()
  for (const { contact_id, at } of deeds) first.set(contact_id, Math.min(first.get(contact_id) ?? at, at))
  return first
}
