import { expect } from 'vitest'
import { campaigns } from '../../src/resources/campaigns/campaign.ts'
import type { Body, mock } from '../mock.ts'

type Double = Pick<ReturnType<typeof mock>, 'call' | 'plant'>

/** Maximum number of campaigns whose sub-reports are added up after a walk. */
const CAMPAIGNS_MAX = 5

const sum = (items: readonly Body[], name: string): number => items.reduce((total, item) => total + item[name], 0)

/** The sub-reports of campaigns must balance with their reports. */
export async function expectSubReportsToBalance({ call, plant }: Double): Promise<void> {
  const rows = await plant((tx) => tx.range(campaigns.key).all())
  // The recipients of an automation are those of its emails.
  const all = rows.filter(({ workflow, parent_id }) => !workflow || parent_id !== '')
  for (const { id, workflow } of all.slice(-CAMPAIGNS_MAX)) {
    const get = async (path = '') => (await call(`GET /3.0/reports/${id}${path}`)).body
    const report = await get()
    const of = (path: string, query = '') => get(`/${path}?count=1000${query}`)
    const { sent_to } = await of('sent-to')
    const opened = await of('open-details')
    const { urls_clicked } = await of('click-details')
    const { domains, total_sent } = await of('domain-performance')
    const { unsubscribes } = await of('unsubscribed')
    const { abuse_reports } = await of('abuse-reports')
    const { emails } = await of('email-activity')
    const { opens, clicks, bounces, emails_sent, timeseries = [] } = report

    // The time series ends after a day, and the emails of automations go out for as long as they run.
    const inSeries = workflow ? emails_sent : sum(timeseries, 'emails_sent')
    expect([sent_to.length, total_sent, sum(domains, 'emails_sent'), inSeries], `emails of ${id}`).toEqual(
      Array.from({ length: 4 }, () => emails_sent),
    )
    expect(sum(timeseries, 'emails_sent')).toBeLessThanOrEqual(emails_sent)
    const statuses: readonly string[] = sent_to.map(({ status }: Body) => status)
    const bounced = statuses.filter((status) => status !== 'sent').length
    expect([statuses.filter((status) => status === 'hard').length, bounced]).toEqual([
      bounces.hard_bounces,
      bounces.hard_bounces + bounces.soft_bounces,
    ])
    expect([sum(domains, 'bounces'), sum(domains, 'delivered')]).toEqual([bounced, emails_sent - bounced])

    expect([opened.total_opens, sum(opened.members, 'opens_count'), sum(sent_to, 'open_count')], `opens of ${id}`).toEqual(
      Array.from({ length: 3 }, () => opens.opens_total),
    )
    expect([opened.members.length, sum(domains, 'opens')]).toEqual([opens.unique_opens, opens.unique_opens])
    const lastOpen = sent_to.map(({ last_open }: Body) => last_open).toSorted()
    expect(lastOpen.at(-1) ?? '').toBe(opens.last_open)

    const clickers = await Promise.all(urls_clicked.map(({ id: link }: Body) => of(`click-details/${link}/members`)))
    const members = clickers.flatMap((each: Body) => each.members)
    expect([sum(urls_clicked, 'total_clicks'), sum(members, 'clicks')], `clicks of ${id}`).toEqual([
      clicks.clicks_total,
      clicks.clicks_total,
    ])
    expect([sum(urls_clicked, 'unique_clicks'), members.length]).toEqual([clicks.unique_clicks, clicks.unique_clicks])
    const people = new Set(members.map(({ email_id }: Body) => email_id))
    expect([people.size, sum(domains, 'clicks')]).toEqual([clicks.unique_subscriber_clicks, clicks.unique_subscriber_clicks])

    const delivered = emails_sent - bounced
    const rate = (part: number) => (delivered === 0 ? 0 : Math.min(part / delivered, 1))
    expect([opens.open_rate, clicks.click_rate]).toEqual([rate(opens.unique_opens), rate(clicks.unique_subscriber_clicks)])

    expect([unsubscribes.length, sum(domains, 'unsubs')]).toEqual([report.unsubscribed, report.unsubscribed])
    expect(abuse_reports.length).toBe(report.abuse_reports)

    const events: readonly string[] = emails.flatMap(({ activity }: Body) => activity.map(({ action }: Body) => action))
    const count = (action: string) => events.filter((each) => each === action).length
    expect([count('open'), count('click'), count('bounce')], `activity of ${id}`).toEqual([
      opens.opens_total,
      clicks.clicks_total,
      bounced,
    ])
  }
}
