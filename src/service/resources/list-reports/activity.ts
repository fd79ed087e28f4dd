import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { day, startOfDay, type Seconds } from '../../../kernel/support/time.ts'
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
import { listDays } from '../../model/list-reports/day.ts'

/** Maximum number of days, including today. */
const DAYS_MAX = 180
const DAY_S = 86_400

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
