import { expect } from 'vitest'
import { listMemberHistory } from '../../src/service/resources/activity/history.ts'
import { countsOpens } from '../../src/service/rules/campaigns/engagement/counts-opens.ts'
import {
  campaignActions,
  campaigns,
  findChildren,
  deletedCampaigns,
  isAutomated,
  isHidden,
  isParent,
  isSent,
  isVersion,
  recipients,
  listSendSteps,
  type CampaignActionRow,
  type CampaignActionKind,
  type CampaignRow,
  type RecipientRow,
} from '../../src/service/model/campaigns/campaign.ts'
import { campaignView } from '../../src/service/rules/campaigns/view.ts'
import { conversations, messages } from '../../src/service/model/conversations/conversation.ts'
import { abuseReports } from '../../src/service/model/list-reports/abuse-report.ts'
import { dailyActivity, monthlyGrowth } from '../../src/service/resources/list-reports/activity.ts'
import { lists, type ListRow, runningCounts } from '../../src/service/model/lists/list.ts'
import { members, type MemberRow } from '../../src/service/model/members/member.ts'
import { emailActivityView } from '../../src/service/resources/reports/operations.ts'
import { reportView } from '../../src/service/rules/reports/report.ts'
import { day, startOfDay } from '../../src/kernel/support/time.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'

/** Reports, email activity, member activity, list stats and list activity must agree about campaigns and actions. */
export function expectCampaignsToBalance(tx: Tx): void {
  const all = tx.range(campaigns.key).all()
  const activityOf = activities(tx)
  for (const campaign of all) expectReportToBalance(tx, campaign, activityOf)
  const actions = tx.range(campaignActions.key).all()
  expect(actions.filter((deed) => !isPossible(tx, deed))).toEqual([])
  for (const list of tx.range(lists.key).all()) expectListToBalance(tx, list)
  for (const member of tx.range(members.key).all()) expectMemberToBalance(tx, member, activityOf)
  for (const conversation of tx.range(conversations.key).all()) {
    const { id, campaign_id, contact_id, list_id } = conversation
    expect(tx.first(recipients.key, { campaign_id, contact_id }), 'a conversation without a campaign').toBeDefined()
    expect(tx.first(lists.key, { id: list_id }), 'a conversation of a deleted list').toBeDefined()
    expect(tx.range(messages.byConversation, { conversation_id: id }).count).toBeGreaterThan(0)
  }
}

const actionsWith = (tx: Tx, campaign_id: string, action: CampaignActionKind) =>
  tx.range(campaignActions.byCampaign, { campaign_id, action }).all()
const peopleIn = (actions: readonly { readonly contact_id: string }[]) =>
  new Set(actions.map(({ contact_id }) => contact_id)).size

type Activity = ReturnType<typeof emailActivityView>['activity']
type ActivityOf = (recipient: RecipientRow) => Activity

/** Reads the email activity of each recipient once; reports and members are both compared with it. */
function activities(tx: Tx): ActivityOf {
  const known = new Map<string, Activity>()
  return (recipient) => {
    const key = `${recipient.campaign_id} ${recipient.contact_id}`
    const activity = known.get(key) ?? emailActivityView(tx, recipient).activity
    known.set(key, activity)
    return activity
  }
}

/** A campaign has the options of its type, its parts name it, and it has a report summary from the first email on. */
function expectTypeToFit(tx: Tx, campaign: CampaignRow): void {
  const { id, type, status, parent_id, variate, rss, ab_split, emails_sent } = campaign
  const isOfTest = type === 'variate' && !isVersion(campaign)
  expect([variate !== undefined, rss !== undefined, ab_split !== undefined], `options of ${id}`).toEqual([
    isOfTest,
    type === 'rss',
    type === 'ab_split',
  ])
  if (isOfTest && emails_sent > 0) {
    const versions = findChildren(tx, campaign).map((version) => version.id)
    const { combinations = [], winning_combination_id, winning_campaign_id } = variate ?? {}
    const tested = combinations.map((each) => each.id)
    expect(versions, `versions of ${id}`).toEqual(expect.arrayContaining(tested))
    for (const { id: version, recipients: count } of combinations)
      expect(tx.first(campaigns.key, { id: version })?.recipient_count, `recipients of ${version}`).toBe(count)
    if (winning_combination_id !== undefined)
      expect([tested, versions]).toEqual([
        expect.arrayContaining([winning_combination_id]),
        expect.arrayContaining([winning_campaign_id]),
      ])
  }
  const parent = parent_id === '' ? undefined : tx.first(campaigns.key, { id: parent_id })
  if (parent) expect([parent.type, isParent(tx, parent)], `parent of ${id}`).toEqual([type, true])
  // The issues of a deleted RSS campaign stay.
  else if (type !== 'rss') expect(parent_id, `parent of ${id}`).toBe('')
  const { send_time, report_summary } = campaignView(tx, campaign)
  expect(report_summary !== undefined, `report summary of ${id}`).toBe(emails_sent > 0)
  // A planted campaign that was cancelled before anything was sent has none either.
  if (type !== 'rss' && !isAutomated(campaign) && status !== 'canceled')
    expect([status, send_time === ''], `send_time of ${id}`).toEqual([status, status === 'save' || status === 'paused'])
}

function expectReportToBalance(tx: Tx, campaign: CampaignRow, activityOf: ActivityOf): void {
  const { id, emails_sent, status, send_time } = campaign
  expectTypeToFit(tx, campaign)
  const people = tx.range(recipients.byCampaign, { campaign_id: id }).all()
  if (isParent(tx, campaign)) return expectSumsToBalance(tx, campaign)
  const further = people.reduce((sum, { sent_again = [] }) => sum + sent_again.length, 0)
  expect(people.length + further, `recipients of ${id}`).toBe(emails_sent)
  expect(
    listSendSteps(campaign).reduce((sum, { emails }) => sum + emails, 0),
    `steps of ${id}`,
  ).toBe(emails_sent)
  expect(emails_sent, `recipients of ${id}`).toBeLessThanOrEqual(campaign.recipient_count)
  if (status === 'canceled') expect(emails_sent + campaign.emails_canceled).toBe(campaign.recipient_count)
  if (!isSent(campaign)) return
  expect(send_time).toBeLessThanOrEqual(tx.now)
  const report = reportView(tx, campaign)
  const elements = people.map(activityOf)
  const count = (test: (event: (typeof elements)[number][number]) => boolean) => ({
    total: elements.flat().filter(test).length,
    people: elements.filter((activity) => activity.some(test)).length,
  })
  const [opens, clicks] = [count(({ action }) => action === 'open'), count(({ action }) => action === 'click')]
  expect([report.opens.opens_total, report.opens.unique_opens], `opens of ${id}`).toEqual([opens.total, opens.people])
  expect([report.clicks.clicks_total, report.clicks.unique_subscriber_clicks]).toEqual([clicks.total, clicks.people])
  expect(report.bounces.hard_bounces).toBe(count(({ type }) => type === 'hard').total)
  expect(report.bounces.soft_bounces).toBe(count(({ type }) => type === 'soft').total)
  const has = (activity: Activity, what: string) => activity.some(({ action }) => action === what)
  if (countsOpens(campaign)) expect(elements.filter((each) => has(each, 'click') && !has(each, 'open'))).toEqual([])
  expectTimeseriesToBalance(report, elements)
  if (report.ab_split) expect(report.ab_split.a.opens + report.ab_split.b.opens).toBe(opens.total)
  if (report.timewarp) expect(report.timewarp.reduce((sum, zone) => sum + zone.opens, 0)).toBe(opens.total)
}

/** The numbers of a campaign with issues or versions are the sums of theirs. */
function expectSumsToBalance(tx: Tx, campaign: CampaignRow): void {
  const report = reportView(tx, campaign)
  const reports = findChildren(tx, campaign).map((child) => reportView(tx, child))
  const sum = (of: (each: typeof report) => number) => reports.reduce((total, each) => total + of(each), 0)
  const emails = findChildren(tx, campaign).reduce((total, { emails_sent }) => total + emails_sent, 0)
  const inSteps = listSendSteps(campaign).reduce((total, step) => total + step.emails, 0)
  expect([campaign.emails_sent, report.emails_sent, inSteps], `emails of the parts of ${campaign.id}`).toEqual([
    emails,
    emails,
    emails,
  ])
  expect([report.opens.opens_total, report.opens.unique_opens, report.clicks.clicks_total, report.unsubscribed]).toEqual([
    sum(({ opens }) => opens.opens_total),
    sum(({ opens }) => opens.unique_opens),
    sum(({ clicks }) => clicks.clicks_total),
    sum(({ unsubscribed }) => unsubscribed),
  ])
}

/** Only recipients of a campaign have activity, and only after they were sent it. */
function isPossible(tx: Tx, { campaign_id, contact_id, at }: CampaignActionRow): boolean {
  const campaign = tx.first(campaigns.key, { id: campaign_id }) ?? tx.first(deletedCampaigns.key, { id: campaign_id })
  const isRecipient = tx.first(recipients.key, { campaign_id, contact_id }) !== undefined
  return campaign !== undefined && isRecipient && campaign.send_time <= at && at <= tx.now
}

/** The days of the list activity, including today. */
const DAYS = 180
const DAY_S = 86_400

const seconds = (time: string) => Date.parse(time) / 1000
const HOUR_S = 3_600

/** Counts the recipients who clicked in each period of a length in seconds: one with clicks in two periods counts twice. */
const clickersIn = (elements: readonly Activity[], period: number): number =>
  elements.reduce((sum, activity) => {
    const clicks = activity.filter(({ action }) => action === 'click')
    return sum + new Set(clicks.map(({ timestamp }) => Math.floor(seconds(timestamp) / period))).size
  }, 0)

/** The time series must match the email activity in the 24 hours from the hour of the send. */
function expectTimeseriesToBalance(
  { timeseries = [], ...report }: ReturnType<typeof reportView>,
  elements: readonly Activity[],
): void {
  const sent = seconds(report.send_time)
  const inSeries = elements.map((activity) =>
    activity.filter(({ timestamp }) => seconds(timestamp) < sent - (sent % HOUR_S) + DAY_S),
  )
  const opened = inSeries.filter((activity) => activity.some(({ action }) => action === 'open')).length
  const sum = (name: 'emails_sent' | 'unique_opens' | 'recipients_clicks') =>
    timeseries.reduce((total, hour) => total + hour[name], 0)
  expect(timeseries.length).toBeLessThanOrEqual(24)
  expect(sum('emails_sent')).toBeLessThanOrEqual(report.emails_sent)
  expect([sum('unique_opens'), sum('recipients_clicks')], `time series of ${report.id}`).toEqual([
    opened,
    clickersIn(inSeries, HOUR_S),
  ])
  // Without later activity and without recipients who clicked in two different hours, these are the sums of the report itself.
  if (inSeries.flat().length === elements.flat().length) {
    expect(sum('unique_opens')).toBe(report.opens.unique_opens)
    expect(sum('recipients_clicks')).toBeGreaterThanOrEqual(report.clicks.unique_subscriber_clicks)
  }
}

function expectListToBalance(tx: Tx, list: ListRow): void {
  const ofList = tx.range(campaigns.byList, { list_id: list.id }).all()
  const deleted = tx.range(deletedCampaigns.byList, { list_id: list.id }).all()
  const sent = [...ofList, ...deleted].filter((campaign) => isSent(campaign) && !isParent(tx, campaign))
  const counts = runningCounts(tx, list)
  const ownCampaigns = ofList.filter((campaign) => !isHidden(campaign))
  expect(counts.campaigns, `campaigns to ${list.id}`).toBe(ownCampaigns.length)
  const rates = ratesOfCampaigns(tx, sent)
  expect(counts.campaigns_sent, `sent campaigns to ${list.id}`).toBe(rates.length)
  for (const [shown, name] of [
    [counts.open_rates, 'open'],
    [counts.click_rates, 'click'],
  ] as const) {
    const mean = rates.reduce((total, each) => total + each[name], 0) / rates.length
    if (rates.length > 0) expect(shown / 1e9 / rates.length, `${name} rate of ${list.id}`).toBeCloseTo(mean, 6)
  }

  const first = startOfDay(tx.now) - (DAYS - 1) * DAY_S
  const recent = (actions: readonly CampaignActionRow[]) => actions.filter(({ at }) => at >= first)
  const firstOpens = (id: string) => {
    const latestFirst = actionsWith(tx, id, 'open').toSorted((a, b) => b.at - a.at)
    return [...new Map(latestFirst.map((deed) => [deed.contact_id, deed])).values()]
  }
  expect(monthlyGrowth(tx, list).at(-1)?.subscribed, `growth of ${list.id}`).toBe(counts.subscribed)
  // Emails of automations are not part of the days.
  const inDays = sent.filter(({ type }) => type !== 'automation' && type !== 'auto')
  const sumInDays = (of: (campaign: CampaignRow) => number) => inDays.reduce((total, campaign) => total + of(campaign), 0)
  const days = dailyActivity(tx, list)
  const countOf = (name: Exclude<keyof (typeof days)[number], 'day'>) => days.reduce((total, each) => total + each[name], 0)
  const bounces = (kind: string) =>
    sumInDays(({ id }) => recent(actionsWith(tx, id, 'bounce')).filter((deed) => deed.kind === kind).length)
  const sentIn = (campaign: CampaignRow) =>
    listSendSteps(campaign).reduce((emailsSent, { at, emails }) => emailsSent + (at >= first ? emails : 0), 0)
  expect(countOf('emails_sent')).toBe(sumInDays(sentIn))
  expect(countOf('unique_opens')).toBe(sumInDays(({ id }) => recent(firstOpens(id)).length))
  expect(countOf('recipient_clicks')).toBe(
    sumInDays(({ id }) => {
      const people = tx.range(recipients.byCampaign, { campaign_id: id }).all()
      const activity = people.map((recipient) => emailActivityView(tx, recipient, first - 1).activity)
      return clickersIn(activity, DAY_S)
    }),
  )
  expect([countOf('hard_bounce'), countOf('soft_bounce')]).toEqual([bounces('hard'), bounces('soft')])
  for (const { campaign_id, contact_id } of tx.range(abuseReports.key, { list_id: list.id }).all()) {
    if (campaign_id !== '')
      expect(tx.first(campaignActions.byCampaign, { campaign_id, action: 'abuse', contact_id })).toBeDefined()
  }
  for (const each of days) expect(each.day >= day(first) && each.day <= day(tx.now)).toBe(true)
}

/** The rates of campaigns as in their reports. The versions of a test are one campaign, and emails of automations are none. */
function ratesOfCampaigns(tx: Tx, sent: readonly CampaignRow[]): { readonly open: number; readonly click: number }[] {
  const byCampaign = new Map<string, CampaignRow[]>()
  for (const campaign of sent) {
    if (campaign.workflow || campaign.type === 'automation' || campaign.type === 'auto') continue
    const id = isVersion(campaign) ? campaign.parent_id : campaign.id
    byCampaign.set(id, [...(byCampaign.get(id) ?? []), campaign])
  }
  return [...byCampaign.values()].map((parts) => {
    const people = (action: CampaignActionKind) =>
      parts.reduce((total, { id }) => total + peopleIn(actionsWith(tx, id, action)), 0)
    const delivered = parts.reduce((total, { emails_sent }) => total + emails_sent, 0) - people('bounce')
    const rate = (part: number) => (delivered <= 0 ? 0 : Math.min(part / delivered, 1))
    return { open: rate(people('open')), click: rate(people('click')) }
  })
}

function expectMemberToBalance(tx: Tx, member: MemberRow, activityOf: ActivityOf): void {
  const { contact_id, avg_open_rate, avg_click_rate } = member
  const got = tx.range(recipients.byContact, { contact_id }).all()
  // A list of a scenario has many members, and most of them got nothing.
  if (got.length === 0 && avg_open_rate === 0 && avg_click_rate === 0) return
  const share = (action: CampaignActionKind) => {
    const done = got.filter(({ campaign_id }) => tx.first(campaignActions.byCampaign, { campaign_id, action, contact_id }))
    return got.length === 0 ? 0 : done.length / got.length
  }
  expect(avg_open_rate, `the average of ${member.email_address}`).toBeCloseTo(share('open'), 3)
  expect(avg_click_rate).toBeCloseTo(share('click'), 3)
  const isMembers = ({ email_address, hash }: RecipientRow) => email_address === member.email_address && hash === member.hash
  expect(got.filter((recipient) => !isMembers(recipient))).toEqual([])

  const history = listMemberHistory(tx, member)
  const countOf = (what: string) => history.filter((happening) => happening.what === what).length
  const activity = got.flatMap(activityOf)
  const shown = (what: string) => activity.filter(({ action }) => action === what).length
  // An email about a cart or an order goes out again to a recipient who leaves or places another one.
  const sentAgain = got.reduce((total, { sent_again = [] }) => total + sent_again.length, 0)
  expect([countOf('sent'), countOf('open'), countOf('click'), countOf('bounce')]).toEqual([
    got.length + sentAgain,
    shown('open'),
    shown('click'),
    shown('bounce'),
  ])
}
