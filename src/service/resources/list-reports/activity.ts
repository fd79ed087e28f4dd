import { DAY_S } from '../../../kernel/support/units-of-time.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { day, startOfDay, type Seconds, month, readInstant } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import {
  campaignActions,
  type CampaignActionRow,
  type CampaignRow,
  campaigns,
  deletedCampaigns,
  isAutomated,
  isParent,
  listSendSteps,
} from '../../model/campaigns/campaign.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { clickersPer } from '../../rules/reports/hours.ts'
import { listDays, type DayChanges, NO_CHANGES, addDayChanges } from '../../model/list-reports/day.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'

/** Maximum number of days, including today. */
const DAYS_MAX = 180

type Day = ServiceSchemas['ListActivityDay']
type Counter = Exclude<keyof Day, 'day'>
type Count = (at: Seconds, counter: Counter, by?: number) => void

/** The days with activity, the newest first. */
export function dailyActivity(tx: ReadTx, list: ListRow): Day[] {
  const first = startOfDay(tx.now) - (DAYS_MAX - 1) * DAY_S
  const days = new Map<Seconds, Record<Counter, number>>()
  const count: Count = (at, counter, by = 1) => {
    if (at < first || at > tx.now) return
    const start = startOfDay(at)
    const counters = days.get(start) ?? { ...NOTHING }
    counters[counter] += by
    days.set(start, counters)
  }
  countMembers(tx, list, count)
  const list_id = list.id
  const all = [...tx.range(campaigns.byList, { list_id }).all(), ...tx.range(deletedCampaigns.byList, { list_id }).all()]
  for (const campaign of all) {
    if (!isAutomated(campaign) && !isParent(tx, campaign)) countCampaign(tx, campaign, count)
  }
  return [...days].toSorted(([a], [b]) => b - a).map(([start, counters]) => ({ day: day(start), ...counters }))
}

const NOTHING: Record<Counter, number> = {
  emails_sent: 0,
  unique_opens: 0,
  recipient_clicks: 0,
  hard_bounce: 0,
  soft_bounce: 0,
  subs: 0,
  unsubs: 0,
  other_adds: 0,
  other_removes: 0,
}

function countMembers(tx: ReadTx, list: ListRow, count: Count): void {
  tx.range(listDays.key, { list_id: list.id }).each(({ day: start, optins, imports, unsubscribed, cleaned, deleted }) => {
    if (optins > 0) count(start, 'subs', optins)
    if (imports > 0) count(start, 'other_adds', imports)
    if (unsubscribed > 0) count(start, 'unsubs', unsubscribed)
    if (cleaned + deleted > 0) count(start, 'other_removes', cleaned + deleted)
  })
}

function countCampaign(tx: ReadTx, campaign: CampaignRow, count: Count): void {
  const { id } = campaign
  for (const { at, emails } of listSendSteps(campaign)) count(at, 'emails_sent', emails)
  const opened = new Map<string, Seconds>()
  const clicks: CampaignActionRow[] = []
  tx.range(campaignActions.byCampaign, { campaign_id: id }).each((done) => {
    const { contact_id, action, kind, at } = done
    if (action === 'open') opened.set(contact_id, Math.min(opened.get(contact_id) ?? at, at))
    else if (action === 'click') clicks.push(done)
    else if (action === 'bounce') count(at, kind === 'hard' ? 'hard_bounce' : 'soft_bounce')
  })
  for (const at of opened.values()) count(at, 'unique_opens')
  for (const [at, clickers] of clickersPer(DAY_S, clicks)) count(at, 'recipient_clicks', clickers)
}

type Month = ServiceSchemas['ListGrowthMonth']

/** A row for each month since the list was created, oldest first. */
export function monthlyGrowth(tx: ReadTx, list: ListRow): Month[] {
  const first = month(list.date_created)
  const changes = new Map<string, DayChanges>()
  tx.range(listDays.key, { list_id: list.id }).each((row) => {
    const name = month(row.day)
    const key = name < first ? BEFORE : name
    changes.set(key, addDayChanges(changes.get(key) ?? NO_CHANGES, row))
  })

  const before = changes.get(BEFORE) ?? NO_CHANGES
  let subscribed = calculateGrowth(before)
  let { pending, transactional } = before
  return monthsFrom(list.date_created, tx.now).map((name) => {
    const change = changes.get(name) ?? NO_CHANGES
    const existing = subscribed
    subscribed += calculateGrowth(change)
    pending += change.pending
    transactional += change.transactional
    const { imports, optins, unsubscribed, cleaned, deleted } = change
    const came = { existing, imports, optins, subscribed }
    const left = { unsubscribed, reconfirm: 0, cleaned, pending, deleted, transactional }
    return {
      list_id: list.id,
      month: name,
      ...came,
      ...left,
      _links: renderLinks(tx, 'ListGrowthMonth', { list_id: list.id, month: name }),
    }
  })
}

/** The growth in one month, or a 404. */
export function monthOrThrow(tx: ReadTx, list: ListRow, name: string): Month {
  const found = monthlyGrowth(tx, list).find((each) => each.month === name)
  if (!found) throw errors.notFound(`the list has no growth in ${name.slice(0, 64)}`)
  return found
}

/** All months before the list was created. Members of a scenario may have subscribed earlier. */
const BEFORE = ''

function calculateGrowth({ imports, optins, unsubscribed, cleaned, deleted }: DayChanges): number {
  return imports + optins - unsubscribed - cleaned - deleted
}

const LONGEST_MONTH_S = 31 * DAY_S

function monthsFrom(first: Seconds, last: Seconds): string[] {
  const names = [month(first)]
  while ((names.at(-1) ?? '') < month(last)) {
    const start = readInstant(`${names.at(-1)}-01`) ?? last
    names.push(month(start + LONGEST_MONTH_S))
  }
  return names
}
