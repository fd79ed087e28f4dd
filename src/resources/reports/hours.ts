import type { Schemas } from '../../contract/service.ts'
import { timestamp, type Seconds } from '../../support/time.ts'
import type { CampaignRow } from '../campaigns/campaign.ts'
import type { Tally } from './tally.ts'

/** A report shows so many hours. */
const HOURS = 24
const HOUR_S = 3_600

/** What happened in the first hours after a campaign was sent; they are those of the clock. */
export function hoursOf({ send_time, emails_sent }: CampaignRow, { opened, clicked }: Tally): Schemas['ReportHour'][] {
  const begin = send_time - (send_time % HOUR_S)
  const [opens, clicks] = [perHour(opened, begin), perHour(clicked, begin)]
  return Array.from({ length: HOURS }, (_, hour) => ({
    timestamp: timestamp(begin + hour * HOUR_S),
    emails_sent: hour === 0 ? emails_sent : 0,
    unique_opens: opens.get(hour) ?? 0,
    recipients_clicks: clicks.get(hour) ?? 0,
  }))
}

function perHour(times: ReadonlyMap<string, Seconds>, begin: Seconds): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const at of times.values()) {
    const hour = Math.floor((at - begin) / HOUR_S)
    counts.set(hour, (counts.get(hour) ?? 0) + 1)
  }
  return counts
}
