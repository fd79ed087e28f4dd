import { DAY_S, HOUR_S } from '../../../kernel/support/units-of-time.ts'
import { instantInZone, type Seconds, startOfDay, weekdayOf, zoneOffset } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { readAccount } from '../../model/root/account.ts'
import { WEEKDAYS } from '../campaigns/rss/options.ts'
import type { Delay, Runtime } from '../../model/automations/automation.ts'

const WEEK_S = 7 * DAY_S

const UNITS: { readonly [Type in Delay['type']]: Seconds } = { now: 0, hour: HOUR_S, day: DAY_S, week: WEEK_S }

/** Now, with the fraction of the second: delays are whole, so an email is due in the same fraction of a later second. */
export function instantNow({ nowMs }: Pick<Tx, 'nowMs'>): Seconds {
  return nowMs / 1_000
}

export function delaySeconds({ amount, type }: Delay): Seconds {
  return amount * UNITS[type]
}

/** A day of the week recurs within eight days, even if the hour of today is over. */
const DAYS_AHEAD_MAX = 8

/** The first instant from `at` on at which emails may go out. */
export function allowedFrom(tx: ReadTx, { days, hours, from, until }: Runtime, at: Seconds): Seconds {
  const zone = readAccount(tx).account_timezone
  const local = at + zoneOffset(zone, at)
  for (let ahead = 0; ahead <= DAYS_AHEAD_MAX; ahead++) {
    const midnight = startOfDay(local) + ahead * DAY_S
    if (!days.includes(WEEKDAYS[weekdayOf(midnight)] ?? 'sunday')) continue
    const hasHours = hours === 'send_at' || hours === 'send_between'
    const first = Math.max(local, midnight + (hasHours ? from * HOUR_S : 0))
    const isMissed = hours === 'send_at' ? first > midnight + from * HOUR_S : hasHours && first >= midnight + until * HOUR_S
    if (isMissed) continue
    // The offset can differ from that of `at`.
    return first === local ? at : instantInZone(zone, first)
  }
  return at
}
