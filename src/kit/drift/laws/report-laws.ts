import { listIn, memberAtPath, numberAt, sumOf, readWhole, type AnswerMembers, type Law, type ReadAnswer } from './law.ts'

/** The laws of a report: the sums of its details are its numbers. Reads all of its sub-reports. */
export async function reportLaws(read: ReadAnswer, id: string): Promise<Law[]> {
  const at = `/reports/${id}`
  const report = await read(at)
  const sentTo = await readWhole(read, `${at}/sent-to`, 'sent_to')
  const opened = await readWhole(read, `${at}/open-details`, 'members')
  const clicked = await readWhole(read, `${at}/click-details`, 'urls_clicked')
  const performance = await readWhole(read, `${at}/domain-performance`, 'domains')
  const unsubscribed = await readWhole(read, `${at}/unsubscribed`, 'unsubscribes')
  const complaints = await readWhole(read, `${at}/abuse-reports`, 'abuse_reports')
  const activity = await readWhole(read, `${at}/email-activity`, 'emails')
  const clickers: AnswerMembers[] = []
  for (const { id: link } of clicked.items)
    clickers.push(...(await readWhole(read, `${at}/click-details/${encodeURIComponent(String(link))}/members`, 'members')).items)
  return assignBlame(
    listReportLaws(report, { sentTo, opened, clicked, performance, unsubscribed, complaints, activity, clickers }),
  )
}

/** If all details agree with each other and not with a number of the report, the report is wrong and not the details. */
function assignBlame(laws: readonly Law[]): Law[] {
  return laws.map((each) => {
    const alike = laws.filter(({ expected }) => expected === each.expected)
    const isReport = alike.length > 1 && alike.every(({ expected, found }) => found !== expected && found === each.found)
    return isReport ? { ...each, operation: 'getReport' } : each
  })
}

interface Details {
  readonly sentTo: Whole
  readonly opened: Whole
  readonly clicked: Whole
  readonly performance: Whole
  readonly unsubscribed: Whole
  readonly complaints: Whole
  readonly activity: Whole
  readonly clickers: readonly AnswerMembers[]
}

type Whole = Awaited<ReturnType<typeof readWhole>>

function listReportLaws(report: AnswerMembers, details: Details): Law[] {
  const { sentTo, opened, clicked, performance, unsubscribed, complaints, activity, clickers } = details
  const { items: domains } = performance
  const emails = numberAt(report, 'emails_sent')
  const hard = numberAt(report, 'bounces.hard_bounces')
  const bounced = hard + numberAt(report, 'bounces.soft_bounces')
  const statuses = sentTo.items.map(({ status }) => status)
  const events = activity.items.flatMap((each) => listIn(each, 'activity').map(({ action }) => action))
  const count = (action: string): number => events.filter((each) => each === action).length
  const opens = numberAt(report, 'opens.opens_total')
  const openers = numberAt(report, 'opens.unique_opens')
  const clicks = numberAt(report, 'clicks.clicks_total')
  const linkClickers = numberAt(report, 'clicks.unique_clicks')
  const people = numberAt(report, 'clicks.unique_subscriber_clicks')
  const delivered = emails - bounced
  const rate = (part: number): number => (delivered === 0 ? 0 : Math.min(part / delivered, 1))
  const inSeries = sumOf(listIn(report, 'timeseries'), 'emails_sent')
  const lastOpen =
    sentTo.items
      .map(({ last_open }) => String(last_open))
      .toSorted()
      .at(-1) ?? ''
  // The time series ends after a day, and the emails of automations go out for as long as they run.
  const isAutomated = report['type'] === 'automation'
  return [
    // A recipient of an automation can get its email about each of several carts or orders.
    isAutomated
      ? law('there are no more recipients than emails', 'getSentTo', Math.max(emails, sentTo.items.length), emails)
      : law('the recipients are the emails', 'getSentTo', emails, sentTo.items.length),
    law('total_sent is the number of emails', 'getDomainPerformance', emails, numberAt(performance.first, 'total_sent')),
    law('the domains add up to the emails', 'getDomainPerformance', emails, sumOf(domains, 'emails_sent'), 'reports.domains'),
    isAutomated
      ? law('the time series has no more than the emails', 'getReport', Math.max(emails, inSeries), emails, 'reports.timeseries')
      : law('the time series adds up to the emails', 'getReport', emails, inSeries, 'reports.timeseries'),
    law('the hard bounces are those of the recipients', 'getSentTo', hard, statuses.filter((each) => each === 'hard').length),
    law('the bounces are those of the recipients', 'getSentTo', bounced, statuses.filter((each) => each !== 'sent').length),
    law('the domains add up to the bounces', 'getDomainPerformance', bounced, sumOf(domains, 'bounces'), 'reports.domains'),
    law(
      'the domains add up to the delivered emails',
      'getDomainPerformance',
      delivered,
      sumOf(domains, 'delivered'),
      'reports.domains',
    ),
    law('total_opens is the number of opens', 'getOpenDetails', opens, numberAt(opened.first, 'total_opens')),
    law('the openers add up to the opens', 'getOpenDetails', opens, sumOf(opened.items, 'opens_count')),
    law('the recipients add up to the opens', 'getSentTo', opens, sumOf(sentTo.items, 'open_count')),
    law('the openers are the unique opens', 'getOpenDetails', openers, opened.items.length),
    law('the domains add up to the unique opens', 'getDomainPerformance', openers, sumOf(domains, 'opens'), 'reports.domains'),
    law('the last open is that of the recipients', 'getReport', 1, Number(lastOpen === memberAtPath(report, 'opens.last_open'))),
    law('the links add up to the clicks', 'getClickDetails', clicks, sumOf(clicked.items, 'total_clicks')),
    law('the people who clicked add up to the clicks', 'getClickDetailMembers', clicks, sumOf(clickers, 'clicks')),
    law(
      'the links add up to the unique clicks',
      'getClickDetails',
      linkClickers,
      sumOf(clicked.items, 'unique_clicks'),
      'reports.unique-clicks',
    ),
    law(
      'the people of each link are the unique clicks',
      'getClickDetailMembers',
      linkClickers,
      clickers.length,
      'reports.unique-clicks',
    ),
    law(
      'the people who clicked',
      'getReport',
      people,
      new Set(clickers.map(({ email_id }) => email_id)).size,
      'reports.unique-clicks',
    ),
    law(
      'the domains add up to the people who clicked',
      'getDomainPerformance',
      people,
      sumOf(domains, 'clicks'),
      'reports.domains',
    ),
    law(
      'the open rate is a share of the delivered',
      'getReport',
      rate(openers),
      numberAt(report, 'opens.open_rate'),
      'reports.rate-base',
    ),
    law(
      'the click rate is a share of the delivered',
      'getReport',
      rate(people),
      numberAt(report, 'clicks.click_rate'),
      'reports.rate-base',
    ),
    law(
      'the unsubscribes are those of the report',
      'getUnsubscribed',
      numberAt(report, 'unsubscribed'),
      unsubscribed.items.length,
    ),
    law(
      'the domains add up to the unsubscribes',
      'getDomainPerformance',
      numberAt(report, 'unsubscribed'),
      sumOf(domains, 'unsubs'),
      'reports.domains',
    ),
    law(
      'the complaints are those of the report',
      'getReportAbuseReports',
      numberAt(report, 'abuse_reports'),
      complaints.items.length,
    ),
    law('the activity has the opens', 'getEmailActivity', opens, count('open')),
    law('the activity has the clicks', 'getEmailActivity', clicks, count('click')),
    law('the activity has the bounces', 'getEmailActivity', bounced, count('bounce')),
  ]
}

/** The numbers of a report that are the sums of those of its parts. */
const SUMS = [
  'emails_sent',
  'opens.opens_total',
  'opens.unique_opens',
  'clicks.clicks_total',
  'bounces.hard_bounces',
  'bounces.soft_bounces',
  'abuse_reports',
  'unsubscribed',
] as const

/** The laws of a report with parts: the versions of a test, the issues of an RSS campaign. `parts` is the number of parts. */
export async function partsLaws(read: ReadAnswer, id: string): Promise<{ readonly laws: Law[]; readonly parts: number }> {
  const report = await read(`/reports/${id}`)
  const parts = listIn(await read(`/reports/${id}/sub-reports`), 'reports')
  const laws = SUMS.map((path) =>
    law(`the parts add up to ${path}`, 'getSubReports', numberAt(report, path), sumOf(parts, path), 'reports.sub-reports-parts'),
  )
  return { laws, parts: parts.length }
}

function law(name: string, operation: string, expected: number, found: number, assumption?: string): Law {
  return { name, operation, assumptions: assumption === undefined ? [] : [assumption], expected, found }
}
