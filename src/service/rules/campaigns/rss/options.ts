import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import { pick } from '../../../../kernel/support/objects.ts'
import { errors } from '../../../model/errors.ts'

type Rss = ServiceSchemas['RssOptions']
type GivenRssOptions = ServiceSchemas['RssOptionsInput']

/** The days of the week, as in `daily_send`. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** The hour at which campaigns are sent by default. */
const HOUR = 4

/** The feed options of a request on top of the former ones. Rejects new ones without a feed or a frequency. */
export function readRss(before: Rss | undefined, given: GivenRssOptions): Rss {
  const { feed_url = before?.feed_url, frequency = before?.frequency } = given
  const missing = [...(feed_url === undefined ? ['feed_url'] : []), ...(frequency === undefined ? ['frequency'] : [])]
  if (feed_url === undefined || frequency === undefined) {
    const message = `Required ${missing.length > 1 ? 'fields are' : 'field is'} missing: ${missing.join(', ')}.`
    throw errors.invalid({ field: 'rss_opts', message })
  }
  return {
    feed_url,
    frequency,
    schedule: changeSchedule(before?.schedule ?? {}, given.schedule ?? {}),
    ...(before?.last_sent === undefined ? {} : { last_sent: before.last_sent }),
    constrain_rss_img: given.constrain_rss_img ?? before?.constrain_rss_img ?? false,
  }
}

function changeSchedule(before: Rss['schedule'], given: NonNullable<GivenRssOptions['schedule']>): Rss['schedule'] {
  const everyDay = Object.fromEntries(WEEKDAYS.map((each) => [each, true]))
  return {
    hour: HOUR,
    weekly_send_day: 'monday',
    monthly_send_date: 1,
    ...before,
    ...pick(given, ['hour', 'weekly_send_day', 'monthly_send_date']),
    daily_send: { ...everyDay, ...before.daily_send, ...pick(given.daily_send ?? {}, WEEKDAYS) },
  }
}
