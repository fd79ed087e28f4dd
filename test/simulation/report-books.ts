import { expect } from 'vitest'
import { campaigns, isParent } from '../../src/service/resources/campaigns/campaign.ts'
import type { Body, mock } from '../mock.ts'

type Double = Pick<ReturnType<typeof mock>, 'call' | 'plant'>

/** Maximum number of campaigns whose sub-reports are added up: the latest ones. */
const CAMPAIGNS_MAX = 12

/** The largest page of a collection. */
const PAGE = 1_000

const sum = (items: readonly Body[], name: string): number => items.reduce((total, item) => total + item[name], 0)

/** The sub-reports of campaigns must balance with their reports. */
export async function expectSubReportsToBalance({ call, plant }: Double): Promise<void> {
  // The recipients of an automation, a test or an RSS campaign are the recipients of its parts.
  const all = await plant((tx) =>
    tx
      .range(campaigns.key)
      .all()
      .filter((row) => !isParent(tx, row)),
  )
  for (const { id, workflow } of all.slice(-CAMPAIGNS_MAX)) {
    const get = async (path = '') => (await call(`GET /3.0/reports/${id}${path}`)).body
    const report = await get()
    /** A whole collection, with the other members of its first page. */
    const of = async (path: string, key: string) => {
      const first = await get(`/${path}?count=${PAGE}`)
      for (let offset = PAGE; offset < first.total_items; offset += PAGE)
        first[key].push(...(await get(`/${path}?count=${PAGE}&offset=${offset}`))[key])
      return first
    }
    const { sent_to } = await of('sent-to', 'sent_to')
    const opened = await of('open-details', 'members')
    const { urls_clicked } = await of('click-details', 'urls_clicked')
    const { domains, total_sent } = await of('domain-performance', 'domains')
    const { unsubscribes } = await of('unsubscribed', 'unsubscribes')
    const { abuse_reports } = await of('abuse-reports', 'abuse_reports')
    const { emails } = await of('email-activity', 'emails')
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

    const clickers = await Promise.all(urls_clicked.map(({ id: link }: Body) => of(`click-details/${link}/members`, 'members')))
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

/** The numbers of a campaign with versions or issues are the sums of theirs. Returns how many campaigns have some that were sent. */
export async function expectPartsToAddUp({ call, plant }: Double): Promise<number> {
  const parents = await plant((tx) =>
    tx
      .range(campaigns.key)
      .all()
      .filter((row) => isParent(tx, row)),
  )
  let sent = 0
  for (const { id } of parents) {
    const report = (await call(`GET /3.0/reports/${id}`)).body
    const { reports } = (await call(`GET /3.0/reports/${id}/sub-reports`)).body
    const numbers: ((each: Body) => number)[] = [
      ({ emails_sent }) => emails_sent,
      ({ opens }) => opens.opens_total,
      ({ opens }) => opens.unique_opens,
      ({ clicks }) => clicks.clicks_total,
      ({ bounces }) => bounces.hard_bounces + bounces.soft_bounces,
      ({ abuse_reports }) => abuse_reports,
      ({ unsubscribed }) => unsubscribed,
    ]
    const sums = numbers.map((of) => reports.reduce((total: number, each: Body) => total + of(each), 0))
    expect(
      numbers.map((of) => of(report)),
      `the parts of ${id}`,
    ).toEqual(sums)
    if (reports.length > 0) sent++
  }
  return sent
}
